internal import CCurl

/// The engine: a thread of its own that carries any number of downloads.
package final class Engine: Sendable {
  private struct Mailbox {
    var jobs: [@Sendable (CurlLoop) -> Void] = []
    /// The loop looks into the mailbox before it sleeps: no need to wake it.
    var isAwake = true
    /// Nil once the loop has ended: nobody is there to wake.
    var multi: MultiHandle?
    var hasEnded = false
  }

  // Safe to pass: libcurl lets any thread call curl_multi_wakeup on it, and the loop's thread does all else.
  private struct MultiHandle: @unchecked Sendable { let pointer: UnsafeMutableRawPointer }

  private let mailbox: Locked<Mailbox>
  private let onEvent: @Sendable (Int, TransferEvent) -> Void

  /// - Parameters:
  ///   - connectionsPerHost: to one origin at once, 1 or more.
  ///   - onEvent: gets a download's id and what it tells, on the engine's thread; returns at once.
  package init(connectionsPerHost: Int, onEvent: @escaping @Sendable (Int, TransferEvent) -> Void) {
    Engine.prepare
    self.onEvent = onEvent
    guard let pointer = curl_multi_init() else { preconditionFailure("libcurl has no memory for a multi handle") }
    let multi = MultiHandle(pointer: pointer)
    let mailbox = Locked(Mailbox(multi: multi))
    self.mailbox = mailbox
    spawnThread(named: "sluice-loop") { Engine.run(multi, mailbox, connectionsPerHost) }
  }

  private static let prepare: Void = { _ = curl_global_init(Int(CURL_GLOBAL_ALL)) }()

  deinit { Engine.post(mailbox) { $0.isOver = true } }

  /// Begins a download. What becomes of it comes by events, `.ended` last. Any thread.
  ///
  /// - Parameters:
  ///   - id: the caller's own, not in use.
  ///   - isAlone: no other download is there or to come.
  package func start(_ request: TransferRequest, id: Int, isAlone: Bool) {
    let onEvent = onEvent
    Engine.post(mailbox) { loop in
      loop.isAlone = isAlone
      guard !loop.isStopped else { return onEvent(id, .ended(.stopped(partial: nil))) }
      do throws(TransferError) {
        let url = try WebURL(request.url)
        loop.add(Run(id: id, request: request, url: url, loop: loop) { onEvent(id, $0) })
      } catch {
        onEvent(id, .ended(.failed(error, partial: nil)))
      }
    }
  }

  /// Ends all downloads, keeping what came, and those that are started later. Any thread.
  package func stopAll() { Engine.post(mailbox) { $0.stopAll() } }

  /// Ends the thread and waits for its end, so that no TLS library is torn down under it. Any thread but its own.
  package func shutDown() {
    Engine.post(mailbox) { $0.isOver = true }
    mailbox.wait(until: { $0.hasEnded }, then: { _ in })
  }

  private static func post(_ mailbox: Locked<Mailbox>, _ job: @escaping @Sendable (CurlLoop) -> Void) {
    mailbox.withLock { box in
      guard let multi = box.multi else { return }
      box.jobs.append(job)
      // A burst costs one wake-up.
      if !box.isAwake { curl_multi_wakeup(multi.pointer) }
      box.isAwake = true
    }
  }

  private static func run(_ multi: MultiHandle, _ mailbox: Locked<Mailbox>, _ connectionsPerHost: Int) {
    let loop = CurlLoop(multi: multi.pointer, connectionsPerHost: connectionsPerHost) { post(mailbox, $0) }
    while !loop.isOver {
      let jobs = mailbox.withLock { box in
        box.isAwake = true
        defer { box.jobs = [] }
        return box.jobs
      }
      for job in jobs { job(loop) }
      guard !loop.isOver else { break }
      loop.turn {
        mailbox.withLock { box in
          // Whoever posts from here on has to wake it.
          box.isAwake = !box.jobs.isEmpty
          return !box.isAwake
        }
      }
    }
    mailbox.withLock { $0.multi = nil }
    loop.shutDown()
    mailbox.withLock { $0.hasEnded = true }
    mailbox.wake()
  }
}
