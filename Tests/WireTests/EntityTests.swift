import Origin
import Testing

/// Every request after the first must prove that it speaks of the same entity.
struct EntityTests {
  static let body = Body.random(1)
  static let other = Body.random(2)
  static let longer = Body.random(3, count: (1 << 20) + 4096)
  static let held = 400_000

  /// What answers come after the first one was cut off, and whose bytes must stand there in the end.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let result: Body
    /// Requests at most, the first included.
    var requests = 8
    let later: @Sendable (RecordedRequest) -> Answer
  }

  static func lines(_ answer: Answer, etag: String = "\"v1\"") -> Answer {
    answer.with("ETag", etag).with("Accept-Ranges", "bytes").with("Date", HTTPDate.now())
  }

  static let cases: [Case] = [
    Case(testDescription: "206 of the same validator: written", result: body, requests: 2) { request in
      .file(body, for: request)
    },
    Case(testDescription: "206 in chunks", result: body, requests: 2) { .file(body, for: $0).chunked() },
    Case(testDescription: "206 that the connection's end delimits", result: body, requests: 2) { request in
      .file(body, for: request).framed(.close)
    },
    Case(testDescription: "206 that the connection's end delimits, cut", result: body) { request in
      .file(body, for: request).framed(.close).cut(at: 200_000)
    },
    Case(testDescription: "206 by HTTP/1.0", result: body, requests: 2) { .file(body, for: $0).http10() },
    Case(testDescription: "206 in another unit: the whole is fetched", result: body) { request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      return lines(.partial(body, start..<body.count)).with("Content-Range", "items \(start)-\(body.count - 1)/*")
    },
    Case(testDescription: "200 of another validator, and empty", result: .empty) { request in
      .file(.empty, for: request, etag: "\"v2\"")
    },
    Case(testDescription: "206 of another validator, If-Range ignored: start at zero", result: other) { request in
      lines(request.rangeStart.map { .partial(other, $0..<other.count) } ?? .file(other, for: request), etag: "\"v2\"")
    },
    Case(testDescription: "206 of another total: start at zero", result: longer) { request in
      lines(request.rangeStart.map { .partial(longer, $0..<longer.count) } ?? .file(longer, for: request))
    },
    Case(testDescription: "206 without its validator, right bytes", result: body) { request in
      request.rangeStart.map { .partial(body, $0..<body.count) } ?? .file(body, for: request)
    },
    Case(testDescription: "206 without a validator, of other bytes: nothing is proved, start at zero", result: other) {
      request in
      request.rangeStart.map { .partial(other, $0..<other.count) } ?? .file(other, for: request, etag: "\"v2\"")
    },
    Case(testDescription: "206 that brings less than it says", result: body) { request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      let end = min(start + 150_000, body.count)
      return lines(.partial(body, start..<end, claiming: start..<body.count))
    },
    Case(testDescription: "206 that starts earlier: the part asked for is used, or the whole is fetched", result: body)
    {
      request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      return lines(.partial(body, max(0, start - 100_000)..<body.count))
    },
    Case(testDescription: "206 that starts later: the whole is fetched", result: body) { request in
      guard let start = request.rangeStart, start > 0 else { return .file(body, for: request) }
      return lines(.partial(body, (start + 100_000)..<body.count))
    },
    Case(testDescription: "206 that ends too early: resumed from there", result: body) { request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      return lines(.partial(body, start..<min(start + 200_000, body.count)))
    },
    Case(testDescription: "206 of bytes from zero on, said so", result: body) { request in
      request.rangeStart == nil ? .file(body, for: request) : lines(.partial(body, 0..<body.count))
    },
    Case(testDescription: "206 without Content-Range: the whole is fetched", result: body) { request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      return lines(.partial(body, start..<body.count)).without("Content-Range")
    },
    Case(testDescription: "206 in multipart/byteranges: the whole is fetched", result: body) { request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      return lines(.multipart(body, [start..<body.count]))
    },
    Case(testDescription: "206 in a malformed Content-Range: the whole is fetched", result: body) { request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      return lines(.partial(body, start..<body.count)).with("Content-Range", "bytes \(start)-18446744073709551616/*")
    },
    Case(testDescription: "206 of unknown total, same validator", result: body) { request in
      guard let start = request.rangeStart else { return .file(body, for: request) }
      return lines(.partial(body, start..<body.count)).with("Content-Range", "bytes \(start)-\(body.count - 1)/*")
    },
    Case(testDescription: "200 to If-Range of another validator: this very response", result: other, requests: 2) {
      request in .file(other, for: request, etag: "\"v2\"")
    },
    Case(testDescription: "200 to If-Range of another validator and length", result: longer, requests: 2) {
      request in .file(longer, for: request, etag: "\"v2\"")
    },
    Case(testDescription: "200 to If-Range of the same validator: asked again with plain Range", result: body) {
      request in .file(body, for: request, ranges: request["If-Range"] == nil)
    },
    Case(testDescription: "200 to plain Range: no ranges, start at zero", result: body) { request in
      .file(body, for: request, ranges: false)
    },
    Case(testDescription: "200 to plain Range of another entity", result: other) { request in
      .file(other, for: request, etag: "\"v2\"", ranges: false)
    },
    Case(testDescription: "416 of a shorter entity: start at zero", result: other[0..<300_000]) { request in
      let shorter = other[0..<300_000]
      return request.rangeStart == nil
        ? .file(shorter, for: request, etag: "\"v2\"")
        : .unsatisfied(total: shorter.count, body: .text(String(repeating: "<p>no</p>\n", count: 30)))
    },
    Case(testDescription: "416 without any length: start at zero", result: body) { request in
      request.rangeStart == nil ? .file(body, for: request) : .status(416)
    },
  ]

  @Test(arguments: cases)
  func afterACut(_ example: Case) async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      request.number == 1 ? .file(Self.body, for: request).cut(at: Self.held) : example.later(request)
    }
    download.expectDone(example.result)
    #expect(download.log.count <= example.requests, download.story)
    #expect(download.log.requests.allSatisfy { $0.method == "GET" }, download.story)
  }

  /// The same, where a run has ended in between.
  @Test(arguments: cases)
  func inANewRun(_ example: Case) async throws {
    let left = try await Interrupted.download(keeping: Self.held, options: ["-o", "f.bin"]) {
      .file(Self.body, for: $0)
    }
    defer { left.origin.stop() }
    left.origin.answer(with: example.later)
    let download = try await left.again("-o", "f.bin", "-x", "1")
    download.expectDone(example.result)
    #expect(download.log.requests.allSatisfy { $0.method == "GET" }, download.story)
  }

  @Test("A resumed request asks for what is missing, on condition of the validator")
  func conditions() async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.cut(at: Self.held) : file
    }
    download.expectDone(Self.body)
    let second = try #require(download.log.requests.dropFirst().first, download.story)
    #expect(second.rangeStart == Self.held, download.story)
    #expect(second["If-Range"] == "\"v1\"", download.story)
    #expect(download.log.sent == Self.body.count, download.story)
  }

  @Test("Without ranges the second answer is taken whole, by one connection")
  func noRanges() async throws {
    let download = try await Download.get { request in
      let file = Answer.file(Self.body, for: request, ranges: false)
      return request.number == 1 ? file.cut(at: Self.held) : file
    }
    download.expectDone(Self.body)
    #expect(download.log.peakRequests == 1, download.story)
  }

  @Test(
    "What is held is whole already: 416 says so, where validator and length agree",
    arguments: ["same", "no validator", "other validator", "other length"])
  func complete(_ kind: String) async throws {
    // The last chunk never comes, so that all bytes are there and nobody knows.
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = Answer.file(Self.body, for: request)
      if request.number == 1 { return file.chunked().cut(at: Self.body.count) }
      guard request.rangeStart == Self.body.count else {
        return kind == "other validator" ? .file(Self.other, for: request, etag: "\"v2\"") : file
      }
      switch kind {
      case "same": return .unsatisfied(total: Self.body.count).with("ETag", "\"v1\"")
      case "no validator": return .unsatisfied(total: Self.body.count)
      case "other validator": return .unsatisfied(total: Self.body.count).with("ETag", "\"v2\"")
      default: return .unsatisfied(total: Self.body.count - 1).with("ETag", "\"v1\"")
      }
    }
    download.expectDone(kind == "other validator" ? Self.other : Self.body)
  }

  @Test("A cut that always gains something is no failure, however often it comes")
  func manyCuts() async throws {
    let download = try await Download.get("/f.bin", "-x", "1", "--retries", "2") { request in
      .file(Self.body, for: request).cut(at: 100_000)
    }
    download.expectDone(Self.body)
    #expect(download.log.count == 11, download.story)
    #expect(download.log.sent == Self.body.count, download.story)
  }
}
