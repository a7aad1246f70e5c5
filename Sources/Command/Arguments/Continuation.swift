import Transfer

/// The command that goes on with what a stopped one left.
enum Continuation {
  /// Quoted for the shell, without secrets.
  ///
  /// - Parameters:
  ///   - program: what the command was called.
  ///   - completed: whether some downloads were done: those are not to be refused the next time.
  /// - Returns: nil where it can't be written down without a secret.
  static func command(_ command: GetCommand, program: String, completed: Bool) -> String? {
    var words = [program, "get"]
    var operands: [String] = []
    for word in command.words {
      switch word.kind {
      case .operand:
        guard word.secrets.isEmpty else { return nil }
        operands.append(word.text)
      case .option(let option):
        // It would drop what is to be gone on with.
        if option.name == "restart" { continue }
        var value = word.text
        if option.name == "user", let user = command.user {
          value = user
        } else if !word.secrets.isEmpty {
          return nil
        }
        words.append("--\(option.name)")
        if option.value != nil { words.append(value) }
      }
    }
    if completed, command.options.existing == .refuse { words.append("--skip-existing") }
    if operands.contains(where: { $0.hasPrefix("-") }) { words.append("--") }
    return (words + operands).map(quoted).joined(separator: " ")
  }

  /// For a POSIX shell.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": true
      default: "_-./:=,@%+".unicodeScalars.contains(scalar)
      }
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
