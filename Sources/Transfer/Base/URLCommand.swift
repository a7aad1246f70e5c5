internal import CLinux
internal import Glibc

/// The user's command that prints a new URL for an expired one.
enum URLCommand {
  /// Runs it by the shell, with `SLUICE_URL` in its environment and nothing to read; waits for its end.
  static func run(_ command: String, url: String) -> Result<WebURL, TransferError> {
    var ends: [Int32] = [0, 0]
    guard sluice_pipe(&ends) == 0 else { return .failure(.urlCommand(reason: SystemError.text(errno))) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    _ = sluice_spawn_without_files(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    sluice_spawn_with_plain_signals(&attributes)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sh"), strdup("-c"), strdup(command), nil]
    var environment: [UnsafeMutablePointer<CChar>?] = []
    var entry = environ
    while let value = entry.pointee {
      if strncmp(value, "SLUICE_", 7) != 0 { environment.append(strdup(value)) }
      entry += 1
    }
    environment += [strdup("SLUICE_URL=" + url), nil]
    defer { for string in arguments + environment { free(string) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, &environment)
    close(ends[1])
    guard code == 0 else { return .failure(.urlCommand(reason: SystemError.text(code))) }
    let answer = read(from: ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      let reason =
        status & 0x7f == 0 ? "it ended with status \((status >> 8) & 0xff)" : "signal \(status & 0x7f) ended it"
      return .failure(.urlCommand(reason: reason))
    }
    let line = answer.prefix { $0 != 10 && $0 != 13 }
    guard !line.isEmpty else { return .failure(.urlCommand(reason: "it printed no URL")) }
    do throws(TransferError) {
      return .success(try WebURL(String(decoding: line, as: UTF8.self)))
    } catch {
      return .failure(.urlCommand(reason: "what it printed is no http or https URL"))
    }
  }

  private static func read(from descriptor: Int32) -> [UInt8] {
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return answer }
      // The first line is all that counts; the rest is read so that the command can end.
      if answer.count < 64 * 1024 { answer += piece[..<count] }
    }
  }
}
