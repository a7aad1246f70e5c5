import CLinux
import Glibc

/// The command's own thread: it hears signals, and draws or writes a few times a second where there is something to.
final class Console: Sendable {
  /// Milliseconds between ticks; -1 for none.
  private let interval: Int32
  private let onTick: @Sendable () -> Void
  private let onContinue: @Sendable () -> Void
  private let onStop: @Sendable () -> Void

  init(
    interval: Int32, onTick: @escaping @Sendable () -> Void, onContinue: @escaping @Sendable () -> Void,
    onStop: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    self.onTick = onTick
    self.onContinue = onContinue
    self.onStop = onStop
  }

  /// The thread goes on until the process ends.
  func start() {
    let this = Unmanaged.passRetained(self)
    if sluice_start_thread(consoleThread, this.toOpaque()) != 0 { this.release() }
  }

  fileprivate func run() {
    var note = pollfd(fd: Signals.noteDescriptor, events: Int16(POLLIN), revents: 0)
    while true {
      guard poll(&note, 1, interval) > 0 else {
        onTick()
        continue
      }
      var number: UInt8 = 0
      guard read(note.fd, &number, 1) == 1 else { continue }
      if Int32(number) == SIGCONT { onContinue() } else { onStop() }
    }
  }
}

private func consoleThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  sluice_name_thread("sluice-console")
  Unmanaged<Console>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
