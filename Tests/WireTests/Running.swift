import Foundation
import Glibc

/// A child process, its output in files. Killed and reaped with the value.
///
/// `@unchecked Sendable`: what changes is behind `ending`'s lock.
final class Running: @unchecked Sendable {
  let pid: pid_t
  private let outFile: String
  private let errFile: String
  private let limit: ContinuousClock.Instant
  private let lock = NSLock()
  private var status: Int32?
  private var isLate = false

  /// - Parameters:
  ///   - words: the program's path, then its arguments.
  ///   - input: standard input; nil for none.
  ///   - descriptors: of this process, which it finds open under the same numbers.
  ///   - limit: after this time it is killed, and the test fails.
  init(
    _ words: [String], in folder: Folder, environment: [String: String] = [:], input: String? = nil,
    descriptors: [Int32] = [], limit: Duration = .seconds(60)
  ) throws {
    let tag = UUID().uuidString
    outFile = "\(folder.scratch)/\(tag).out"
    errFile = "\(folder.scratch)/\(tag).err"
    var inFile = "/dev/null"
    if let input {
      inFile = "\(folder.scratch)/\(tag).in"
      try Data(input.utf8).write(to: URL(fileURLWithPath: inFile))
    }
    var all = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": folder.scratch, "LC_ALL": "C.UTF-8"]
    all.merge(environment) { $1 }
    pid = try Self.spawn(
      ["/usr/bin/env", "-C", folder.path] + words, environment: all.map { "\($0)=\($1)" }, descriptors, inFile, outFile,
      errFile)
    self.limit = ContinuousClock.now + limit
  }

  deinit {
    if status == nil {
      kill(-pid, SIGKILL)
      var code: Int32 = 0
      waitpid(pid, &code, 0)
    }
  }

  private static func spawn(
    _ words: [String], environment: [String], _ descriptors: [Int32], _ inFile: String, _ outFile: String,
    _ errFile: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inFile, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    // Onto itself: that takes close-on-exec away, in the child alone.
    for descriptor in descriptors { posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that its children can be ended with it; signals as at a fresh shell.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var pid: pid_t = 0
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let code = posix_spawn(&pid, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
    return pid
  }

  func signal(_ number: Int32) { kill(pid, number) }

  /// False once it has ended.
  var isRunning: Bool { reap() == nil }

  var errors: String { text(errFile) }

  /// Words of the command line as everybody on the machine sees them.
  var visibleCommand: String {
    guard let file = fopen("/proc/\(pid)/cmdline", "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count].map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
  }

  /// Waits for the end, by force where the limit is passed.
  func finish() async -> Run {
    while true {
      if let status = reap() {
        return Run(
          status: status, isLate: isLate, out: FileManager.default.contents(atPath: outFile).map(Array.init) ?? [],
          err: errors)
      }
      if ContinuousClock.now > limit, !isLate {
        isLate = true
        kill(-pid, SIGKILL)
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// The exit status, or 128 and the signal's number; nil while it runs.
  private func reap() -> Int32? {
    lock.lock()
    defer { lock.unlock() }
    if let status { return status }
    var code: Int32 = 0
    guard waitpid(pid, &code, WNOHANG) == pid else { return nil }
    status = code & 0x7f == 0 ? (code >> 8) & 0xff : 128 + (code & 0x7f)
    return status
  }

  private func text(_ file: String) -> String {
    String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
  }
}

/// How a process ended.
struct Run: Sendable {
  /// The exit status, or 128 and the signal's number.
  let status: Int32
  /// It was killed for exceeding its time limit.
  let isLate: Bool
  let out: [UInt8]
  let err: String

  var outText: String { String(decoding: out, as: UTF8.self) }
}
