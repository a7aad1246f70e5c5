import Testing

@testable import Transfer

/// The reducer, by scripts of events and what they must lead to.
@Suite struct TransferReducerTests {
  private let url: WebURL
  private let mib: Int64 = 1 << 20

  init() throws { url = try WebURL("http://a.test/file") }

  private func make(_ change: (inout Transfer.Limits) -> Void = { _ in }) -> Transfer {
    var limits = Transfer.Limits()
    change(&limits)
    return Transfer(source: url, limits: limits)
  }

  private func opened(_ actions: [Transfer.Action]) -> [Fetch.Order] {
    actions.compactMap { if case .open(let order) = $0 { order } else { nil } }
  }

  private func head(_ status: Int, _ fields: String...) throws -> ResponseHead {
    var head = try #require(ResponseHead(statusLine: Array("HTTP/1.1 \(status) X".utf8)))
    for field in fields {
      let isTaken = head.append(line: Array(field.utf8))
      #expect(isTaken)
    }
    return head
  }

  private func apply(_ transfer: inout Transfer, _ event: Transfer.Event, at seconds: Double = 0) -> [Transfer.Action] {
    transfer.apply(event, now: .seconds(seconds), chance: 0.5)
  }

  @Test func beginsWithAPlainRequest() {
    var transfer = make()
    let orders = opened(apply(&transfer, .start(held: nil)))
    #expect(orders.count == 1)
    #expect(orders.first?.range == nil && orders.first?.condition == nil)
  }

  @Test func resumesACutBodyFromWhatIsStored() throws {
    var transfer = make()
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(200, "ETag: \"a\"", "Content-Length: 100000"), now: 0))
    _ = apply(&transfer, .stored(0, position: 40000))
    let lost = TransferError.connectionLost(url: "", reason: "")
    let orders = opened(apply(&transfer, .ended(0, .failed(lost, isPassing: true))))
    #expect(orders.first?.range == "40000-")
    #expect(orders.first?.condition == "\"a\"")
  }

  @Test func neverEndsBeforeItsLength() throws {
    var transfer = make()
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(200, "ETag: \"a\"", "Content-Length: 100000"), now: 0))
    _ = apply(&transfer, .stored(0, position: 99999))
    let actions = apply(&transfer, .ended(0, .complete(line: "")))
    #expect(!actions.contains(.finish))
    #expect(opened(actions).first?.range == "99999-")
  }

  @Test func withoutValidatorsAsksForAnOverlap() throws {
    var transfer = make()
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(200, "Content-Length: 1000000"), now: 0))
    _ = apply(&transfer, .stored(0, position: 400_000))
    let lost = TransferError.connectionLost(url: "", reason: "")
    let order = try #require(opened(apply(&transfer, .ended(0, .failed(lost, isPassing: true)))).first)
    #expect(order.range == "\(400_000 - 65536)-")
    #expect(order.condition == nil)
    let actions = apply(&transfer, .head(order.id, try head(206, "Content-Range: bytes 334464-999999/1000000"), now: 0))
    #expect(
      actions.contains(
        .accept(
          order.id, first: 334_464, compareFrom: 334_464, start: 400_000, limit: 1_000_000, end: 1_000_000)))
    let differs = apply(&transfer, .ended(order.id, .mismatch))
    #expect(differs.contains(.entityChanged) && differs.contains(.reset))
    #expect(opened(differs).first?.range == nil)
  }

  @Test func joinsHalveAndTheFirstStopsWhereTheyBegin() throws {
    var transfer = make()
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(200, "ETag: \"a\"", "Content-Length: \(100 * mib)"), now: 0))
    var orders: [Fetch.Order] = []
    var bytes: Int64 = 0
    var now = 0.0
    while orders.isEmpty, now < 5 {
      now += 0.1
      bytes += mib / 10
      _ = apply(&transfer, .received(0, position: bytes), at: now)
      _ = apply(&transfer, .stored(0, position: bytes), at: now)
      orders = opened(apply(&transfer, .tick(bytes: bytes, room: 7), at: now))
    }
    let order = try #require(orders.first)
    let start = bytes + (100 * mib - bytes) / 2
    #expect(order.range == "\(start)-")
    #expect(order.condition == "\"a\"")
    let answer = try head(206, "ETag: \"a\"", "Content-Range: bytes \(start)-\(100 * mib - 1)/\(100 * mib)")
    let actions = apply(&transfer, .head(order.id, answer, now: 0), at: now)
    #expect(actions.contains(.limit(0, start)))
  }

  @Test func noTwoAskForTheSameBytes() throws {
    var transfer = make()
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(200, "ETag: \"a\"", "Content-Length: \(100 * mib)"), now: 0))
    var asked: [Range<Int64>] = []
    var connections: [Int: Int64] = [0: 0]
    for step in 1...100 {
      let now = Double(step) / 10
      for (id, position) in connections {
        connections[id] = position + mib / 10
        _ = apply(&transfer, .received(id, position: position + mib / 10), at: now)
        _ = apply(&transfer, .stored(id, position: position + mib / 10), at: now)
      }
      let bytes = transfer.written.count
      for order in opened(apply(&transfer, .tick(bytes: bytes, room: 7), at: now)) {
        let ends = try #require(order.range).split(separator: "-").compactMap { Int64($0) }
        let range = ends[0]..<(ends.count > 1 ? ends[1] + 1 : 100 * mib)
        #expect(!asked.contains { $0.lowerBound == range.lowerBound })
        asked.append(range)
        connections[order.id] = range.lowerBound
        let answer = try head(
          206, "ETag: \"a\"", "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(100 * mib)")
        _ = apply(&transfer, .head(order.id, answer, now: 0), at: now)
      }
    }
    #expect(transfer.connections == 8)
  }

  @Test func aChangeAmidSegmentsStartsAllAnew() throws {
    var transfer = make()
    let held = Held(
      entity: EntityTests.entity("\"a\"", nil, 1000), written: ByteRanges([0..<100, 500..<600]), synced: ByteRanges(),
      source: url.text)
    let order = try #require(opened(apply(&transfer, .start(held: held))).first)
    #expect(order.range == "100-499")
    let answer = try head(206, "ETag: \"b\"", "Content-Range: bytes 100-499/1000")
    let actions = apply(&transfer, .head(order.id, answer, now: 0))
    #expect(actions.contains(.entityChanged) && actions.contains(.reset) && actions.contains(.close(order.id)))
    #expect(opened(actions).first?.range == nil)
  }

  @Test func whatAnotherURLLeftIsNeverThrownAway() throws {
    var transfer = make()
    let held = Held(
      entity: EntityTests.entity("\"a\"", nil, 1000), written: ByteRanges([0..<100]), synced: ByteRanges(),
      source: "http://b.test/file")
    let order = try #require(opened(apply(&transfer, .start(held: held))).first)
    let answer = try head(200, "ETag: \"b\"", "Content-Length: 1000")
    let actions = apply(&transfer, .head(order.id, answer, now: 0))
    #expect(!actions.contains(.reset))
    guard case .fail(.otherEntity) = actions.last else {
      Issue.record("\(actions)")
      return
    }
  }

  @Test func anExpiredLinkIsAskedForAnewFromTheUsersURL() throws {
    var transfer = make()
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(302, "Location: http://b.test/signed"), now: 0))
    let hop = try #require(opened(apply(&transfer, .ended(0, .complete(line: "")))).first)
    #expect(hop.url.text == "http://b.test/signed")
    _ = apply(&transfer, .head(hop.id, try head(200, "ETag: \"a\"", "Content-Length: 100000"), now: 0))
    _ = apply(&transfer, .stored(hop.id, position: 40000))
    let lost = TransferError.connectionLost(url: "", reason: "")
    let again = try #require(opened(apply(&transfer, .ended(hop.id, .failed(lost, isPassing: true)))).first)
    #expect(again.url.text == "http://b.test/signed")
    _ = apply(&transfer, .head(again.id, try head(403), now: 0))
    let fresh = try #require(opened(apply(&transfer, .ended(again.id, .complete(line: "")))).first)
    #expect(fresh.url == url && fresh.range == "40000-")
    _ = apply(&transfer, .head(fresh.id, try head(403), now: 0))
    let end = apply(&transfer, .ended(fresh.id, .complete(line: "")))
    #expect(end.last == .fail(.needsURL(status: 403, url: "http://a.test/file")))
  }

  @Test func refusesToLeaveTLS() throws {
    let start = try WebURL("https://a.test/file")
    var transfer = Transfer(source: start, limits: Transfer.Limits())
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(301, "Location: http://a.test/file"), now: 0))
    guard case .fail(.refusedRedirect) = apply(&transfer, .ended(0, .complete(line: ""))).last else {
      Issue.record("it followed")
      return
    }
  }

  @Test func withNoRetriesTheFirstFaultEndsIt() throws {
    var transfer = make { $0.retry = RetryPolicy(retries: 0) }
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(200, "ETag: \"a\"", "Content-Length: 100000"), now: 0))
    _ = apply(&transfer, .stored(0, position: 40000))
    let lost = TransferError.connectionLost(url: "", reason: "")
    let actions = apply(&transfer, .ended(0, .failed(lost, isPassing: true)))
    #expect(actions.last == .fail(lost))
  }

  /// Whatever comes in whatever order, the machine never traps and never says "finished" without every byte.
  @Test(arguments: 0..<200) func survivesAnyOrderOfEvents(seed: UInt64) throws {
    var lots = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func draw(_ most: Int) -> Int {
      lots = lots &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(lots >> 33) % most
    }
    let heads = [
      try head(200, "ETag: \"a\"", "Content-Length: 1000"), try head(200, "Content-Length: 1000"),
      try head(200, "ETag: \"b\""), try head(206, "ETag: \"a\"", "Content-Range: bytes 500-999/1000"),
      try head(206, "Content-Range: bytes 0-999/1000"), try head(416, "Content-Range: bytes */1000"),
      try head(302, "Location: http://b.test/x"), try head(403), try head(404), try head(503, "Retry-After: 1"),
      try head(200, "Content-Encoding: gzip"), try head(200, "Content-Length: -1"), try head(204),
    ]
    var transfer = make()
    var known: [Int] = []
    var now = 0.0
    for order in opened(apply(&transfer, .start(held: nil))) { known.append(order.id) }
    for _ in 0..<300 where !transfer.isEnded {
      now += Double(draw(10)) / 10
      let id = known.isEmpty ? 0 : known[draw(known.count)]
      let event: Transfer.Event =
        switch draw(8) {
        case 0, 1: .head(id, heads[draw(heads.count)], now: 0)
        case 2: .received(id, position: Int64(draw(1000)))
        case 3: .stored(id, position: Int64(draw(1001)))
        case 4: .ended(id, .complete(line: ""))
        case 5: .ended(id, .failed(.stalled(url: "", seconds: 1), isPassing: true))
        case 6: .ended(id, draw(2) == 0 ? .full : .mismatch)
        default: .tick(bytes: Int64(draw(100_000)), room: draw(8))
        }
      let actions = apply(&transfer, event, at: now)
      known += opened(actions).map(\.id)
      if actions.contains(.finish), let total = transfer.entity?.total {
        #expect(transfer.written.contains(0..<total))
      }
    }
  }

  /// A download of two connections, of which the first has 1 of its 8 MiB when it goes quiet; at 4 s another races it.
  private func raced() throws -> (transfer: Transfer, racer: Int) {
    var transfer = make { $0.connections = 2 }
    _ = apply(&transfer, .start(held: nil))
    _ = apply(&transfer, .head(0, try head(200, "ETag: \"a\"", "Content-Length: \(8 * mib)"), now: 0))
    _ = apply(&transfer, .received(0, position: mib), at: 0.5)
    let orders = opened(apply(&transfer, .tick(bytes: mib, room: 7), at: 4))
    #expect(orders.map(\.range) == ["\(mib)-"])
    return (transfer, try #require(orders.first?.id))
  }

  private func answerRacer(_ transfer: inout Transfer, _ racer: Int) throws {
    let fields = ["ETag: \"a\"", "Content-Range: bytes \(mib)-\(8 * mib - 1)/\(8 * mib)"]
    _ = apply(&transfer, .head(racer, try head(206, fields[0], fields[1]), now: 0), at: 4.1)
  }

  @Test func aQuietOneLosesItsRaceToWhoeverBringsBytes() throws {
    var (transfer, racer) = try raced()
    try answerRacer(&transfer, racer)
    let before = apply(&transfer, .tick(bytes: mib, room: 6), at: 4.2)
    #expect(!before.contains(.close(0)))
    _ = apply(&transfer, .received(racer, position: mib + 1000), at: 4.3)
    let after = apply(&transfer, .tick(bytes: mib + 1000, room: 6), at: 4.4)
    #expect(after.contains(.close(0)))
    #expect(transfer.connections == 1)
  }

  @Test func oneThatBringsBytesAgainNeedsNoRacer() throws {
    var (transfer, racer) = try raced()
    _ = apply(&transfer, .received(0, position: 2 * mib), at: 4.1)
    let actions = apply(&transfer, .tick(bytes: 2 * mib, room: 6), at: 4.2)
    #expect(actions.contains(.close(racer)))
    #expect(!actions.contains(.close(0)))
  }

  @Test func aQuietOneIsRacedLessAndLessOften() throws {
    var (transfer, racer) = try raced()
    var moments = [4.0]
    for step in 41..<1500 {
      let now = Double(step) / 10
      if transfer.connections > 1 {
        _ = apply(&transfer, .ended(racer, .failed(.connectionLost(url: "", reason: ""), isPassing: true)), at: now)
      }
      guard let order = opened(apply(&transfer, .tick(bytes: mib, room: 7), at: now)).first else { continue }
      racer = order.id
      moments.append(now)
    }
    #expect((3...7).contains(moments.count), "\(moments)")
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 >= 3 }, "\(moments)")
  }
}
