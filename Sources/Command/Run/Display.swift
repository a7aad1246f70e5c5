import Glibc

/// How a command shows what goes on, by its options and by what its outputs are.
struct Display: Hashable, Sendable {
  /// What one of the outputs is.
  struct Surface: Hashable, Sendable {
    var isTerminal: Bool
    /// It understands cursor movements.
    var isCapable: Bool

    init(isTerminal: Bool, isCapable: Bool) {
      self.isTerminal = isTerminal
      self.isCapable = isCapable
    }

    init(descriptor: Int32) {
      isTerminal = isatty(descriptor) == 1
      let name = getenv("TERM").map { String(cString: $0) } ?? ""
      isCapable = isTerminal && !name.isEmpty && name != "dumb"
    }
  }

  /// Lines are drawn in place, rather than written one after the other.
  let draws: Bool
  let amount: EventText.Amount
  let json: Bool

  init(_ command: GetCommand, errors: Surface, output: Surface) {
    json = command.json
    var progress = command.progress
    if progress == .automatic {
      let isShared = command.streams && output.isTerminal
      progress = json ? .none : errors.isCapable && !isShared ? .bar : .plain
    }
    draws = progress == .bar && !command.quiet
    if command.quiet {
      amount = .errors
    } else if command.verbose {
      amount = .all
    } else {
      amount = progress == .none ? .notes : .ends
    }
  }

  /// Milliseconds between two looks at what there is to write; -1 where lines are rare and written at once.
  var interval: Int32 { draws ? 125 : json || amount > .notes ? 100 : -1 }
}
