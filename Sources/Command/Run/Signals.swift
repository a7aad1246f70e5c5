import CLinux
import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP as a request to stop; a second one ends the process there and then.
enum Signals {
  /// The signal that asked to stop.
  static var stopped: Int32? {
    let number = first.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Readable from the first request on, for good.
  static var stopDescriptor: Int32 { stopReader.load(ordering: .relaxed) }
  /// Brings a byte, the signal's number, for each that comes, SIGCONT included.
  static var noteDescriptor: Int32 { noteReader.load(ordering: .relaxed) }

  /// Call once, before any thread is started.
  static func install() {
    // A reader that leaves early shows as EPIPE where it is written to.
    signal(SIGPIPE, SIG_IGN)
    // A write over the limit on the size of files shows as EFBIG.
    signal(SIGXFSZ, SIG_IGN)
    open(stopReader, stopWriter)
    open(noteReader, noteWriter)
    // Globals come to be when first used: a handler that interrupted just that would wait for itself.
    first.store(0, ordering: .relaxed)
    firstTime.store(0, ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = received
    action.sa_flags = SA_RESTART
    for number in [SIGINT, SIGTERM, SIGCONT] { sigaction(number, &action, nil) }
    // Whoever started the process may have left them blocked.
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGCONT] { sigaddset(&wanted, number) }
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
    var hangUp = sigaction()
    // Under nohup it stays ignored.
    if sigaction(SIGHUP, nil, &hangUp) == 0, !isIgnored(hangUp) { sigaction(SIGHUP, &action, nil) }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func open(_ reader: borrowing Atomic<Int32>, _ writer: borrowing Atomic<Int32>) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    reader.store(descriptors[0], ordering: .relaxed)
    writer.store(descriptors[1], ordering: .relaxed)
  }
}

private let first = Atomic<Int32>(0)
/// When the first one came, in milliseconds of the monotonic clock.
private let firstTime = Atomic<Int>(0)
private let stopReader = Atomic<Int32>(-1)
private let stopWriter = Atomic<Int32>(-1)
private let noteReader = Atomic<Int32>(-1)
private let noteWriter = Atomic<Int32>(-1)

/// The handler: nothing but what signal-safety(7) allows.
private func received(_ number: Int32) {
  let saved = errno
  defer { errno = saved }
  var byte = UInt8(truncatingIfNeeded: number)
  if number != SIGCONT {
    let now = sluice_milliseconds()
    if first.load(ordering: .relaxed) == 0 {
      first.store(number, ordering: .relaxed)
      firstTime.store(now, ordering: .relaxed)
      _ = write(stopWriter.load(ordering: .relaxed), &byte, 1)
    } else {
      // timeout(1) and others send the same signal to the process and to its group: that is one request.
      if now - firstTime.load(ordering: .relaxed) > 250 { _exit(128 + number) }
      return
    }
  }
  _ = write(noteWriter.load(ordering: .relaxed), &byte, 1)
}
