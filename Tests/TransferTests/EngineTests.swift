import Testing

@testable import Transfer

@Suite struct EngineTests {
  /// A stop and a start from two threads may come in this order: the download must not run on.
  @Test func whatIsStartedAfterAStopEndsAtOnce() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: TransferEvent.self)
    let engine = Engine(connectionsPerHost: 8) { _, event in
      continuation.yield(event)
      if case .ended = event { continuation.finish() }
    }
    engine.stopAll()
    // Nobody asks it anything, so it needs no origin.
    let request = TransferRequest(
      url: "http://127.0.0.1:9/f", destination: .folder("/nowhere"), options: TransferOptions())
    engine.start(request, id: 0, isAlone: true)
    let all = await events.reduce(into: []) { $0.append($1) }
    engine.shutDown()
    guard all.count == 1, case .ended(.stopped(partial: nil)) = all[0] else {
      Issue.record("it ran: \(all)")
      return
    }
  }
}
