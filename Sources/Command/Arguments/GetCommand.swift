import Transfer

/// What `sluice get …` was asked to do.
struct GetCommand: Sendable {
  enum Progress: Sendable { case automatic, bar, plain, none }

  var urls: [String] = []
  /// A file of URLs, or `-`.
  var list: String?
  /// The name of a single download, or `-`.
  var output: String?
  var folder: String?
  /// Downloads at once.
  var jobs = 8
  var connectionsPerHost = 8
  var options = TransferOptions()
  /// From `--user`; where `options` has no credential, the password is still to be asked for.
  var user: String?
  var progress = Progress.automatic
  var json = false
  var quiet = false
  var verbose = false
  /// What it was made from.
  var words: [Words.Parsed] = []

  var streams: Bool { output == "-" }

  /// Where every download of this command goes.
  var destination: TransferRequest.Destination {
    guard let output else { return .folder(folder ?? ".") }
    guard output != "-" else { return .stream(descriptor: 1) }
    guard let slash = output.lastIndex(of: "/") else { return .file(folder: folder ?? ".", name: output) }
    let name = String(output[output.index(after: slash)...])
    let path = slash == output.startIndex ? "/" : String(output[..<slash])
    guard let folder, !output.hasPrefix("/") else { return .file(folder: path, name: name) }
    return .file(folder: folder + "/" + path, name: name)
  }

  /// - Throws: `UsageError`; nothing is read or asked for here.
  init(_ arguments: ArraySlice<String>) throws {
    words = try Words.parse(arguments, GetOptions.all)
    for word in words {
      switch word.kind {
      case .option(let option): try option.apply(word.text, &self)
      case .operand: urls.append(word.text)
      }
    }
    try check()
  }

  /// Takes one of the three that exclude each other.
  mutating func settle(_ choice: TransferOptions.ExistingFile, _ option: String) throws(UsageError) {
    guard options.existing == .refuse || options.existing == choice else {
      throw UsageError("\(option) can't go with another of --overwrite, --rename and --skip-existing")
    }
    options.existing = choice
  }

  private func check() throws(UsageError) {
    guard !urls.isEmpty || list != nil else { throw UsageError("no URL given") }
    if let empty = urls.firstIndex(of: "") { throw UsageError("URL \(empty + 1) is empty") }
    let isSingle = urls.count == 1 && list == nil
    if output != nil, !isSingle {
      throw UsageError("--output is for a single URL; --dir names the folder for several")
    }
    if options.checksum != nil, !isSingle { throw UsageError("--checksum is for a single URL") }
    if json, streams { throw UsageError("--json and --output - both want standard output") }
  }
}
