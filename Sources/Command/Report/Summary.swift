/// What is said at the very end.
struct Summary: Sendable {
  struct Failure: Hashable, Sendable {
    var what: String
    var why: String
  }

  /// More are counted, not listed.
  static let mostFailures = 100
  private static let widestName = 50

  private(set) var failures: [Failure] = []

  mutating func add(_ failure: Failure) {
    if failures.count < Summary.mostFailures { failures.append(failure) }
  }

  /// Counts, and a table of what failed and why.
  ///
  /// - Parameter time: since the command began.
  func text(_ counts: Board.Counts, after time: Duration) -> String {
    var parts = ["\(counts.completed) done"]
    if counts.skipped > 0 { parts.append("\(counts.skipped) there already") }
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if counts.stopped > 0 { parts.append("\(counts.stopped) stopped") }
    let seconds = time / .seconds(1)
    let rate = seconds >= 0.1 ? " (\(Format.rate(Double(counts.transferred) / seconds)))" : ""
    var text = parts.joined(separator: ", ")
    text += ": \(Format.bytes(counts.transferred)) in \(Format.duration(time))\(rate)\n"
    return counts.added > 1 ? text + table(counts.failed) : text
  }

  private func table(_ count: Int) -> String {
    guard !failures.isEmpty else { return "" }
    let names = failures.map { Columns.shortened(Columns.harmless($0.what), Summary.widestName) }
    let width = names.map(Columns.count).max() ?? 0
    var text = "Failed:\n"
    for (name, failure) in zip(names, failures) {
      // The first column says it already.
      let prefix = failure.what + " "
      let why = failure.why.hasPrefix(prefix) ? String(failure.why.dropFirst(prefix.count)) : failure.why
      text += "  \(Columns.fitted(name, width))  \(Columns.harmless(why))\n"
    }
    if count > failures.count { text += "  and \(count - failures.count) more\n" }
    return text
  }
}
