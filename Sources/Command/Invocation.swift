import CLinux
import Glibc

/// A whole command line: which command, or what instead of one.
enum Invocation: Sendable {
  case get(GetCommand)
  case help(String)
  case version
  /// No command at all.
  case nothing

  private static let commands = ["get", "help"]

  /// - Parameter arguments: as `main` has them, the program's name first.
  /// - Throws: `UsageError`.
  init(_ arguments: [String]) throws {
    let words = arguments.dropFirst()
    guard let first = words.first else {
      self = .nothing
      return
    }
    let rest = words.dropFirst()
    switch first {
    case "get":
      let asksForHelp = rest.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
      self = asksForHelp ? .help(Help.get) : .get(try GetCommand(rest))
    case "help":
      switch rest.first {
      case nil: self = .help(Help.general)
      case "get": self = .help(Help.get)
      case .some(let topic): throw Invocation.unknown("help topic", topic, Help.topics)
      }
    case "--help", "-h": self = .help(Help.general)
    case "--version", "-V": self = .version
    default:
      if first.contains("://") {
        throw UsageError("the command is missing before the URL: sluice get URL")
      }
      throw Invocation.unknown(first.hasPrefix("-") ? "option" : "command", first, Invocation.commands)
    }
  }

  private static func unknown(_ kind: String, _ word: String, _ known: [String]) -> UsageError {
    let all = kind == "option" ? ["--help", "--version"] : known
    let meant = Suggestion.nearest(to: word, among: all).map { "; did you mean \"\($0)\"?" } ?? ""
    return UsageError("there is no \(kind) \"\(word)\"\(meant)")
  }

  /// - Returns: the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    StandardDescriptors.reserve()
    let output = Output(descriptor: 1)
    do {
      switch try Invocation(arguments) {
      case .get(let command):
        for word in command.words {
          for range in word.secrets { sluice_hide_argument(Int32(word.argument), range.lowerBound, range.count) }
        }
        return try GetRun.run(command, program: program(arguments))
      case .help(let text): output.write(text)
      case .version: output.write("sluice \(Version.current)\n")
      case .nothing:
        Output(descriptor: 2).write(Help.general)
        return 2
      }
      return 0
    } catch {
      let command = arguments.dropFirst().first == "get" ? "get" : nil
      let help = command.map { "sluice help \($0)" } ?? "sluice help"
      let message = (error as? UsageError)?.message ?? "\(error)"
      Output(descriptor: 2).write("sluice: \(Columns.harmless(message))\nSee \(help).\n")
      return 2
    }
  }

  /// What the user called it: a script that starts it says so.
  private static func program(_ arguments: [String]) -> String {
    getenv("SLUICE_PROGRAM").map { String(cString: $0) } ?? arguments.first ?? "sluice"
  }
}
