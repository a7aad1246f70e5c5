internal import CLinux
internal import Glibc

/// A thread for what may take long: waiting for the disk, reading a file back.
final class Worker: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isStopping = false
  }

  private let state = Locked(State())

  /// - Parameter name: the thread's, at most 15 bytes.
  init(named name: String) { spawnThread(named: name) { [state] in Worker.run(state) } }

  /// Runs jobs one after the other, in order.
  func post(_ job: @escaping @Sendable () -> Void) {
    state.withLock { $0.jobs.append(job) }
    state.wake()
  }

  /// Ends once what was posted has run.
  func stop() {
    state.withLock { $0.isStopping = true }
    state.wake()
  }

  private static func run(_ state: Locked<State>) {
    while true {
      let batch = state.wait(
        until: { !$0.jobs.isEmpty || $0.isStopping },
        then: { state in
          defer { state.jobs = [] }
          return state.jobs
        })
      if batch.isEmpty { return }
      for job in batch { job() }
    }
  }
}

/// Starts a detached thread that runs `body` once.
package func spawnThread(named name: String, _ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(name: name, run: body))
  guard sluice_start_thread(threadEntry, box.toOpaque()) == 0 else {
    // No thread is to be had: slower, but right.
    box.takeRetainedValue().run()
    return
  }
}

private final class ThreadBody: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

private func threadEntry(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
  sluice_name_thread(body.name)
  body.run()
  return nil
}
