package import Transfer

/// Many downloads: so many at once, first come first served. It holds few of those that wait, however many come.
package final class Queue: Sendable {
  private struct State {
    var waiting: [(id: Int, request: TransferRequest)] = []
    var next = 0
    var running = 0
    var isStopped = false
    var isLast = false
  }

  /// The engine, for its own events to reach it by.
  private struct Link { weak var engine: Engine? }

  private let jobs: Int
  private let state = Locked(State())
  private let engine: Engine

  /// How many wait at most; whoever adds more waits until half of them have begun.
  private static let most = 512

  /// - Parameters:
  ///   - jobs: downloads at once, 1 or more.
  ///   - connectionsPerHost: to one origin at once, 1 or more.
  ///   - onEvent: gets a download's id and what it tells, on the engine's thread; returns at once.
  package init(jobs: Int, connectionsPerHost: Int, onEvent: @escaping @Sendable (Int, TransferEvent) -> Void) {
    self.jobs = max(1, jobs)
    let state = state
    let jobs = self.jobs
    let link = Locked(Link())
    engine = Engine(connectionsPerHost: connectionsPerHost) { id, event in
      onEvent(id, event)
      guard case .ended = event else { return }
      state.withLock { $0.running -= 1 }
      if let engine = link.withLock({ $0.engine }) { Queue.startMore(state, engine, jobs) }
    }
    link.withLock { $0.engine = engine }
  }

  /// Adds a download; waits while many wait. Any thread but the engine's.
  ///
  /// - Returns: its id: 0, 1, 2 …
  @discardableResult
  package func add(_ request: TransferRequest, isAlone: Bool = false) -> Int {
    let id = state.wait(
      until: { $0.waiting.count < Queue.most || $0.isStopped },
      then: { state in
        defer { state.next += 1 }
        if !state.isStopped { state.waiting.append((state.next, request)) }
        return state.next
      })
    Queue.startMore(state, engine, jobs, isAlone: isAlone)
    return id
  }

  /// Waits until all have ended. Any thread but the engine's.
  package func finish() {
    state.wait(until: { $0.running == 0 && $0.waiting.isEmpty }, then: { _ in })
    engine.shutDown()
  }

  /// The same for callers that must not block.
  package func finished() async {
    await withCheckedContinuation { continuation in
      spawnThread(named: "sluice-wait") { [self] in
        finish()
        continuation.resume()
      }
    }
  }

  /// Ends those that run, keeping what came, and forgets those that wait. Any thread.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.waiting = []
    }
    state.wake()
    engine.stopAll()
  }

  private static func startMore(_ state: Locked<State>, _ engine: Engine, _ jobs: Int, isAlone: Bool = false) {
    let (batch, wakes) = state.withLock { state in
      let before = state.waiting.count
      let count = min(jobs - state.running, before)
      guard count > 0 else { return ([(id: Int, request: TransferRequest)](), state.running == 0) }
      let batch = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      state.running += count
      // Those who wait to add come back for many at a time.
      return (batch, before > most / 2 && state.waiting.count <= most / 2)
    }
    for (id, request) in batch { engine.start(request, id: id, isAlone: isAlone) }
    if wakes { state.wake() }
  }
}
