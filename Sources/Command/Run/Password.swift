import Glibc

/// The password of `--user NAME`.
enum Password {
  static let variable = "SLUICE_PASSWORD"

  /// From the environment, which then no longer shows it, else from the terminal with echo off.
  ///
  /// - Returns: nil when a signal asked to stop meanwhile.
  /// - Throws: `UsageError` when there is neither.
  static func ask(user: String) throws(UsageError) -> String? {
    if let value = getenv(variable) {
      let password = String(cString: value)
      memset(value, Int32(UInt8(ascii: "*")), strlen(value))
      unsetenv(variable)
      return password
    }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else {
      throw UsageError("--user \(user): no password; set \(variable), or run at a terminal to be asked")
    }
    defer { close(terminal) }
    let prompt = "Password of \(Columns.harmless(user)): "
    _ = write(terminal, prompt, prompt.utf8.count)
    let password = withoutEcho(terminal) { line(terminal) }
    _ = write(terminal, "\n", 1)
    guard let password else {
      if Signals.stopped != nil { return nil }
      throw UsageError("--user \(user): no password was given")
    }
    return password
  }

  private static func withoutEcho<Result>(_ terminal: Int32, _ body: () -> Result) -> Result {
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return body() }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    defer { tcsetattr(terminal, TCSAFLUSH, &before) }
    return body()
  }

  private static func line(_ terminal: Int32) -> String? {
    var bytes: [UInt8] = []
    while bytes.count < 4096 {
      var wanted = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: Signals.stopDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&wanted, nfds_t(wanted.count), -1)
      if wanted[1].revents != 0 { return nil }
      if wanted[0].revents == 0 { continue }
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
