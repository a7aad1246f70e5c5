/// What `sluice help` prints.
enum Help {
  static let topics = ["get"]

  static let general = """
    sluice \(Version.current): downloads that are right after any interruption, at the machine's speed

    Usage:
      sluice get [OPTIONS] URL...   download files, and go on with what was left unfinished
      sluice help get               its options
      sluice --version

    Example:
      sluice get https://example.org/disk.iso

    """

  static let get =
    """
    Usage: sluice get [OPTIONS] URL...

    Downloads each URL into a file. What an earlier run left unfinished, as NAME.sluice,
    is gone on with where the origin still has the same file.

    """
    + Option.Section.allCases.map { section in
      let lines = GetOptions.all.filter { $0.section == section }.map(line).joined()
      return "\n\(section.rawValue):\n\(lines)"
    }.joined()
      + """

      Exit status: 0 all done, 1 something failed, 2 the command line is wrong,
      130 stopped by Ctrl-C, 143 by SIGTERM. What came is kept, and the same command goes on.

      """

  private static let indent = 32
  private static let width = 90

  private static func line(_ option: Option) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    let head = "  \(short)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    let margin = String(repeating: " ", count: indent)
    var lines = [head.count < indent ? head + String(repeating: " ", count: indent - head.count) : head]
    if head.count >= indent { lines.append(margin) }
    for word in option.help.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.count + 1 + word.count > width {
        lines.append(margin + word)
      } else {
        lines[lines.count - 1] += (last.count == indent ? "" : " ") + word
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
