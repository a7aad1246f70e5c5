import Glibc

/// A web server for tests that misbehaves on purpose: HTTP/1.1 and HTTP/1.0 on loopback, a thread per connection.
/// A script answers each request; everything is recorded.
package final class Origin: Sendable {
  package typealias Script = @Sendable (RecordedRequest) -> Answer

  package enum Host: String, Sendable {
    case ipv4 = "127.0.0.1"
    case ipv6 = "[::1]"
  }

  package let host: Host
  package let port: Int

  private let listener: Socket
  private let state: Guarded<State>
  private let acceptor: Guarded<Worker?>

  private struct State {
    var script: Script
    var log = Log()
    var perPath: [String: Int] = [:]
    /// Connections with a request that isn't answered to the end.
    var answering: Set<Int> = []
    var open: [Int: Socket] = [:]
    var workers: [Worker] = []
    var isStopped = false

    /// Those of `connections` that the client hasn't closed.
    func alive(_ connections: some Collection<Int>) -> Int {
      connections.count { open[$0]?.isAbandoned == false }
    }
  }

  /// Listens at once, on a port that the kernel picks.
  package init(_ host: Host = .ipv4, script: @escaping Script) throws {
    self.host = host
    listener = try Socket.listening(host == .ipv4 ? .ipv4 : .ipv6, backlog: 1024)
    port = listener.port
    state = Guarded(State(script: script))
    acceptor = Guarded(nil)
    acceptor.with { $0 = Worker { [self] in accept() } }
  }

  package func url(_ target: String, host other: String? = nil, userinfo: String = "") -> String {
    "http://\(userinfo.isEmpty ? "" : userinfo + "@")\(other ?? host.rawValue):\(port)\(target)"
  }

  package var log: Log { state.with { $0.log } }

  /// For requests from now on.
  package func answer(with script: @escaping Script) { state.with { $0.script = script } }

  /// Ends all connections that are open now, as a cable that is pulled; new ones are welcome.
  package func disconnect() {
    state.with { state in
      for socket in state.open.values { socket.shutDown() }
    }
  }

  /// Ends all connections and threads. Nothing listens afterwards.
  package func stop() {
    let worker = acceptor.with { worker in
      defer { worker = nil }
      return worker
    }
    guard let worker else { return }
    state.with { $0.isStopped = true }
    listener.shutDown()
    worker.join()
    listener.close()
    let workers = state.with { state in
      for socket in state.open.values { socket.shutDown() }
      return state.workers
    }
    for worker in workers { worker.join() }
  }

  /// Waits, at most so long, until the log is as wanted.
  package func wait(upTo limit: Duration = .seconds(30), until condition: (Log) -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while !condition(log) {
      guard ContinuousClock.now < deadline else { throw WaitedTooLong(log: log) }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  package struct WaitedTooLong: Error {
    package let log: Log
  }

  private func accept() {
    while let socket = listener.accept() {
      state.with { state in
        guard !state.isStopped else { return socket.close() }
        state.log.connections += 1
        let number = state.log.connections
        state.open[number] = socket
        state.log.peakConnections = max(state.log.peakConnections, state.alive(state.open.keys))
        state.workers.append(Worker { [self] in Connection(socket: socket, number: number, origin: self).serve() })
      }
    }
  }
}

// MARK: For connections

extension Origin {
  /// Records a request and asks the script; the index is the exchange's.
  func answer(_ head: RequestHead, connection: Int) -> (RecordedRequest, Answer, index: Int) {
    let (request, script) = state.with { state in
      let path = String(head.target.prefix { $0 != "?" })
      state.perPath[path, default: 0] += 1
      state.answering.insert(connection)
      let concurrent = state.alive(state.answering)
      state.log.peakRequests = max(state.log.peakRequests, concurrent)
      let request = RecordedRequest(
        number: state.log.count + 1, pathNumber: state.perPath[path] ?? 0, connection: connection,
        concurrent: concurrent, time: .now, method: head.method, target: head.target, version: head.version,
        fields: head.fields)
      state.log.exchanges.append(Log.Exchange(request: request))
      return (request, state.script)
    }
    return (request, script(request), request.number - 1)
  }

  func noteHead(_ index: Int, status: Int) { state.with { $0.log.exchanges[index].status = status } }

  func noteBody(_ index: Int, sent: Int) { state.with { $0.log.exchanges[index].sent += sent } }

  func noteDone(_ index: Int, connection: Int) {
    state.with { state in
      state.log.exchanges[index].isDone = true
      state.answering.remove(connection)
    }
  }

  /// The connection's socket is closed by `close`, which stop() can't meet halfway.
  func end(_ connection: Int, close: () -> Void) {
    state.with { state in
      state.open[connection] = nil
      close()
    }
  }
}
