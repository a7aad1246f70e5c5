import Origin
import Testing

/// Several connections for one file. The origin limits each one, so that more pay.
struct SegmentTests {
  static let body = Body.random(1, count: 6 << 20)
  static let other = Body.random(2, count: 6 << 20)
  static let rate = 1 << 20

  @Test("More connections join, and the bytes are right")
  func join() async throws {
    let download = try await Download.get { .file(Self.body, for: $0).limited(toBytesPerSecond: Self.rate) }
    download.expectDone(Self.body)
    #expect(download.log.peakRequests >= 2, download.story)
    #expect(download.log.requests.first?.range == nil, download.story)
    #expect(download.log.requests.dropFirst().allSatisfy { $0["If-Range"] == "\"v1\"" }, download.story)
  }

  @Test(
    "Without validators each join is proved by the overlap, or there is none",
    arguments: OverlapTests.Validators.allCases)
  func joinWithoutValidators(_ validators: OverlapTests.Validators) async throws {
    let download = try await Download.get { request in
      validators.apply(OverlapTests.plain(Self.body, request), number: request.number)
        .limited(toBytesPerSecond: Self.rate)
    }
    download.expectDone(Self.body)
  }

  /// What joining connections get in place of an honest part.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: @Sendable (RecordedRequest) -> Answer
  }

  private static func part(_ request: RecordedRequest, early: Int = 0, late: Int = 0, total: Int? = nil) -> Answer {
    guard let asked = request.range?.resolved(in: body.count) else { return .file(body, for: request) }
    let range = max(0, asked.lowerBound - early)..<min(body.count, asked.upperBound + late)
    return Answer.partial(body, range, total: total).with("ETag", "\"v1\"").with("Date", HTTPDate.now())
  }

  static let wrong: [Case] = [
    Case(testDescription: "403") { _ in .status(403) },
    Case(testDescription: "404") { _ in .status(404) },
    Case(testDescription: "416") { _ in .status(416) },
    Case(testDescription: "429") { _ in .status(429, retryAfter: "1") },
    Case(testDescription: "503") { _ in .status(503) },
    Case(testDescription: "reset") { _ in .reset },
    Case(testDescription: "closed") { _ in .hangUp },
    Case(testDescription: "silence") { _ in .silence },
    Case(testDescription: "garbage") { _ in .raw("garbage\r\n\r\n") },
    Case(testDescription: "200 always") { .file(body, for: $0, ranges: false) },
    Case(testDescription: "200 to If-Range") { .file(body, for: $0, ranges: $0["If-Range"] == nil) },
    Case(testDescription: "200 at the third request alone") { .file(body, for: $0, ranges: $0.number != 3) },
    Case(testDescription: "503 at the third request alone") { $0.number == 3 ? .status(503) : part($0) },
    Case(testDescription: "starts early") { part($0, early: 50_000) },
    Case(testDescription: "goes on too long") { part($0, late: 300_000) },
    Case(testDescription: "always to the end") { part($0, late: body.count) },
    Case(testDescription: "wrong total") { part($0, total: body.count + 1) },
    Case(testDescription: "no Content-Range") { part($0).without("Content-Range") },
    Case(testDescription: "no validator") { part($0).without("ETag") },
    Case(testDescription: "weak form of the validator") { part($0).with("ETag", "W/\"v1\"") },
    Case(testDescription: "multipart") { request in
      request.range?.resolved(in: body.count).map { .multipart(body, [$0]) } ?? part(request)
    },
    Case(testDescription: "cut") { part($0).cut(at: 100_000) },
    Case(testDescription: "reset in the middle") { part($0).reset(at: 100_000) },
    Case(testDescription: "stalled") { part($0).stalled(at: 100_000) },
    Case(testDescription: "gzip") { part($0).gzipped() },
    Case(testDescription: "chunked, without its end") { part($0).chunked().cut(at: 200_000) },
    Case(testDescription: "HTTP/1.0") { part($0).http10() },
  ]

  @Test("Joining connections that get something else do no harm", arguments: wrong)
  func joinFails(_ example: Case) async throws {
    let download = try await Download.get("/f.bin", "--stall-timeout", "1") { request in
      let answer =
        request.number == 1 || request.range == nil ? .file(Self.body, for: request) : example.answer(request)
      return answer.limited(toBytesPerSecond: Self.rate)
    }
    // What says that the entity is another one may end the download, by the budget, but not go on for ever.
    if ["416", "wrong total"].contains(example.testDescription) {
      download.expectDoneOrFailed(Self.body)
    } else {
      download.expectDone(Self.body)
    }
    #expect((2...120).contains(download.log.count), download.story)
  }

  @Test("A part of something else: start again or fail, never a mixture", arguments: [true, false], [true, false])
  func changes(_ honest: Bool, _ etags: Bool) async throws {
    let download = try await Download.get { request in
      let isNew = request.number > 2
      let content = isNew ? Self.other : Self.body
      let etag = etags ? (isNew ? "\"v2\"" : "\"v1\"") : nil
      if honest || request.range == nil {
        return .file(content, for: request, etag: etag).limited(toBytesPerSecond: Self.rate)
      }
      let plain = OverlapTests.plain(content, request)
      return (etag.map { plain.with("ETag", $0) } ?? plain).limited(toBytesPerSecond: Self.rate)
    }
    #expect(download.run.status <= 1, download.story)
    if download.run.status == 0 {
      let bytes = download.folder.read("f.bin")
      let isNew = download.log.count > 2
      if etags || !isNew {
        download.expectDone(isNew ? Self.other : Self.body)
      } else {
        // No validator: what the first request brought may stand alone, if nothing of the rest was mixed in.
        #expect(bytes == Self.body.bytes || bytes == Self.other.bytes, download.story)
      }
    } else {
      download.expectFailed()
    }
  }

  @Test("A file that grows while it is fetched is never padded, never a mixture", arguments: [true, false])
  func grows(_ etags: Bool) async throws {
    let download = try await Download.get("/f.bin", "--retries", "3") { request in
      let count = (1 << 20) + request.number * 65_536
      let content = Self.body[0..<count]
      let answer = request.range?.resolved(in: count).map { Answer.partial(content, $0) } ?? Answer(200, body: content)
      return (etags ? answer.with("ETag", "\"\(count)\"") : answer).limited(toBytesPerSecond: 500_000)
        .cut(at: request.number < 4 ? 400_000 : .max)
    }
    if download.run.status == 0 {
      let bytes = try #require(download.folder.read("f.bin"))
      #expect(bytes == Self.body[0..<bytes.count].bytes, download.story)
      #expect((bytes.count - (1 << 20)) % 65_536 == 0 && bytes.count > 1 << 20, download.story)
    } else {
      download.expectFailed()
    }
  }

  @Test("A straggler doesn't hold the end", arguments: [1, 2, 3])
  func straggler(_ slow: Int) async throws {
    // Alone the slow connection would take minutes for its share.
    let download = try await Download.get("/f.bin", "-x", "4", limit: .seconds(45)) { request in
      .file(Self.body, for: request).limited(toBytesPerSecond: request.connection == slow ? 10_000 : Self.rate)
    }
    download.expectDone(Self.body)
  }

  @Test("A connection that stalls near the end doesn't hold it")
  func stalledTail() async throws {
    let download = try await Download.get("/f.bin", "-x", "4", "--stall-timeout", "2") { request in
      let file = Answer.file(Self.body, for: request).limited(toBytesPerSecond: Self.rate)
      return request.number == 1 ? file.stalled(at: Self.body.count - 1000) : file
    }
    download.expectDone(Self.body)
  }

  @Test("Killed on several connections, then the same command", arguments: 1...4)
  func killed(_ round: Int) async throws {
    // Each connection ends in a stall, so that the process can't be done before it is killed.
    let origin = try Origin { request in
      .file(Self.body, for: request).limited(toBytesPerSecond: Self.rate / 2).stalled(at: 400_000 * round)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "4"], in: folder)
    try await origin.wait { $0.sent >= 500_000 * round }
    running.signal(9)
    _ = await running.finish()
    #expect(folder.finalNames == [])
    origin.answer { .file(Self.body, for: $0).limited(toBytesPerSecond: Self.rate) }
    let download = try await Download.get(origin.url("/f.bin"), ["-x", "4"], from: origin, in: folder)
    download.expectDone(Self.body)
  }
}
