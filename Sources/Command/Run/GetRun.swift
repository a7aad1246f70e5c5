import CLinux
import Downloads
import Glibc
import Transfer

/// `sluice get`, from the command line to the exit status.
enum GetRun {
  /// - Parameter program: what the command was called.
  /// - Throws: `UsageError` before anything is fetched.
  static func run(_ asked: GetCommand, program: String) throws(UsageError) -> Int32 {
    var command = asked
    sluice_use_utf8()
    Signals.install()
    try checkReadable(command.options.caFile)
    if let user = command.user, command.options.credential == nil {
      guard let password = try Password.ask(user: user) else { return 128 + (Signals.stopped ?? SIGINT) }
      command.options.credential = .init(user: user, password: password)
    }
    // Opened before anything is fetched, so that a wrong name is told at once.
    let list: InputList?
    if let path = command.list {
      list = try InputList(path: path, stopDescriptor: Signals.stopDescriptor)
    } else {
      list = nil
    }
    return run(command, list, program)
  }

  private static func run(_ command: GetCommand, _ list: InputList?, _ program: String) -> Int32 {
    let display = Display(command, errors: .init(descriptor: 2), output: .init(descriptor: 1))
    let reporter = Reporter(display, jobs: command.jobs)
    let queue = Queue(jobs: command.jobs, connectionsPerHost: command.connectionsPerHost) { reporter.told($0, $1) }
    Console(
      interval: display.interval, onTick: { reporter.tick() }, onContinue: { reporter.forget() },
      onStop: { queue.stop() }
    ).start()

    let isAlone = command.urls.count == 1 && list == nil
    var next = 0
    func add(_ url: String) {
      reporter.add(id: next, url: url)
      let request = TransferRequest(url: url, destination: command.destination, options: command.options)
      next = queue.add(request, isAlone: isAlone) + 1
    }
    for url in command.urls where Signals.stopped == nil { add(url) }
    while Signals.stopped == nil, let entry = list?.next() {
      switch entry {
      case .url(let url): add(url)
      case .fault(let line, let reason): reporter.add(listLine: line, reason: reason)
      }
    }
    reporter.addedAll()
    queue.finish()

    let counts = reporter.finish()
    guard let signal = Signals.stopped else { return counts.failed + counts.stopped > 0 ? 1 : 0 }
    if !command.quiet {
      let line = Continuation.command(command, program: program, completed: counts.completed > 0)
      Output(descriptor: 2).write("To go on: \(line ?? "the same command again")\n")
    }
    return 128 + signal
  }

  private static func checkReadable(_ path: String?) throws(UsageError) {
    guard let path, access(path, R_OK) != 0 else { return }
    throw UsageError("--cacert: \"\(path)\" can't be read: \(String(cString: strerror(errno)))")
  }
}
