import Origin
import Testing

/// Where a body ends, and what tells so (RFC 9112 §6).
struct FramingTests {
  static let body = Body.random(1)
  static let other = Body.random(2)

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var body = Body.random(1)
    let answer: @Sendable (Answer) -> Answer
  }

  static let wholeBodies: [Case] = [
    Case(testDescription: "Content-Length") { $0 },
    Case(testDescription: "chunked") { $0.chunked() },
    Case(testDescription: "neither, ended by the connection") { $0.framed(.close) },
    Case(testDescription: "HTTP/1.0 with a length") { $0.http10() },
    Case(testDescription: "HTTP/1.0 without") { $0.http10().framed(.close) },
    Case(testDescription: "HTTP/1.0 without, no validator") { $0.http10().framed(.close).without("ETag") },
    Case(testDescription: "chunked beside a right length") { $0.framed(.chunkedClaiming("1048576")) },
    Case(testDescription: "chunked beside a length too small") { $0.framed(.chunkedClaiming("17")) },
    Case(testDescription: "chunked beside a length too big") { $0.framed(.chunkedClaiming("5000000")) },
    Case(testDescription: "after interim answers") {
      $0.preceded(by: "HTTP/1.1 103 Early Hints\r\nLink: </s.css>; rel=preload\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n")
    },
    Case(testDescription: "in small chunks") { $0.chunked().dripping(4096, every: .microseconds(1)) },
    Case(testDescription: "length zero", body: .empty) { $0 },
    Case(testDescription: "length zero, chunked", body: .empty) { $0.chunked() },
    Case(testDescription: "length zero, ended by the connection", body: .empty) { $0.framed(.close) },
    Case(testDescription: "length zero, no ranges", body: .empty) { $0.without("Accept-Ranges").without("ETag") },
    Case(testDescription: "a reason phrase of nothing") { answer in
      var answer = answer
      answer.reason = ""
      return answer
    },
  ]

  @Test(arguments: wholeBodies)
  func wholeBody(_ example: Case) async throws {
    let download = try await Download.get { example.answer(.file(example.body, for: $0)) }
    download.expectDone(example.body)
    #expect(download.log.count == 1, download.story)
  }

  @Test("Lengths around the number of connections", arguments: [1, 2, 3, 7, 8, 9, 65_535, 65_536, 65_537])
  func lengths(_ count: Int) async throws {
    let body = Body.random(4, count: count)
    let download = try await Download.get("/f.bin", "-x", "8") { .file(body, for: $0) }
    download.expectDone(body)
  }

  @Test(
    "A cut is no end, whatever frames the body",
    arguments: [Answer.Framing.length, .chunked, .chunkedClaiming("1048576"), .chunkedClaiming("300000")],
    [Answer.End.cut(300_000), .reset(300_000)])
  func cut(_ framing: Answer.Framing, _ end: Answer.End) async throws {
    let download = try await Download.get { request in
      var answer = Answer.file(Self.body, for: request)
      if request.number == 1 {
        answer.framing = framing
        answer.end = end
      }
      return answer
    }
    download.expectDone(Self.body)
    #expect(download.log.count >= 2, download.story)
  }

  @Test("A reset is no end of a body that the connection's end delimits")
  func resetWithoutLength() async throws {
    let download = try await Download.get { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.framed(.close).reset(at: 300_000) : file
    }
    download.expectDone(Self.body)
    #expect(download.log.count >= 2, download.story)
  }

  @Test("A cut chunked body without ranges starts again")
  func cutChunkedWithoutRanges() async throws {
    let download = try await Download.get { request in
      let file = Answer.file(Self.body, for: request, etag: nil, ranges: false).chunked()
      return request.number == 1 ? file.cut(at: 300_000) : file
    }
    download.expectDone(Self.body)
  }

  @Test("A body that is always cut fails after a few tries", arguments: [Answer.Framing.length, .chunked])
  func alwaysCut(_ framing: Answer.Framing) async throws {
    let download = try await Download.get("/f.bin", "--retries", "3") { request in
      .file(Self.body, for: request, ranges: false).framed(framing).cut(at: 600_000)
    }
    download.expectFailed()
    #expect((2...12).contains(download.log.count), download.story)
  }

  @Test("Whole bytes but no last chunk: not an end")
  func noLastChunk() async throws {
    let download = try await Download.get("/f.bin", "--retries", "2") { request in
      .file(Self.body, for: request, ranges: false).chunked().cut(at: Self.body.count)
    }
    download.expectFailed()
  }

  @Test("More bytes than announced never reach the file", arguments: [false, true])
  func tooMany(_ inRange: Bool) async throws {
    let announced = 700_000
    let download = try await Download.get("/f.bin", "-x", "1", "--retries", "2") { request in
      guard inRange else {
        return .file(Self.body, for: request, ranges: false).framed(.claimed([String(announced)]))
      }
      let entity = Self.body[0..<announced]
      guard let start = request.rangeStart else { return .file(entity, for: request).cut(at: 300_000) }
      return Answer.partial(Self.body, start..<Self.body.count, claiming: start..<announced, total: announced)
        .with("ETag", "\"v1\"").framed(.claimed([String(announced - start)]))
    }
    download.expectDoneOrFailed(Self.body[0..<announced])
  }

  @Test("A range that is longer than it says")
  func rangeTooLong() async throws {
    let download = try await Download.get("/f.bin", "-x", "1", "--retries", "2") { request in
      guard let start = request.rangeStart else { return .file(Self.body, for: request).cut(at: 300_000) }
      return Answer.partial(
        Self.body + Self.other, start..<Self.body.count + 5000, claiming: start..<Self.body.count,
        total: Self.body.count
      ).with("ETag", "\"v1\"")
    }
    download.expectDoneOrFailed(Self.body)
  }

  @Test("A length too big is a cut", arguments: [true, false])
  func tooFew(_ ranges: Bool) async throws {
    let download = try await Download.get("/f.bin", "--retries", "2") { request in
      .file(Self.body, for: request, ranges: ranges).framed(.claimed(["1048577"]))
    }
    download.expectFailed()
  }

  @Test(
    "A length that is no length",
    arguments: [
      ["-1"], ["-1048576"], ["1048576", "1048577"], ["1048577", "1048576"], ["5", "1048576"], ["1048576, 5"],
      ["ten"], [""], ["0x100000"], ["1048576 bytes"], ["99999999999999999999999"], ["9223372036854775807"],
    ])
  func noLength(_ values: [String]) async throws {
    let download = try await Download.get("/f.bin", "--retries", "1") { request in
      .file(Self.body, for: request, ranges: false).framed(.claimed(values))
    }
    download.expectDoneOrFailed(Self.body)
  }

  @Test("Length twice, alike", arguments: [["1048576", "1048576"], ["1048576, 1048576"]])
  func lengthTwice(_ values: [String]) async throws {
    let download = try await Download.get("/f.bin", "--retries", "1") { request in
      .file(Self.body, for: request, ranges: false).framed(.claimed(values))
    }
    download.expectDoneOrFailed(Self.body)
  }

  @Test(
    "What is no HTTP, or no success",
    arguments: [
      "HTTP/1.1 20\r\n\r\n", "garbage\r\n\r\n", "\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/1.1 999 What\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 204 None\r\n\r\n", "HTTP/1.1 304 Same\r\n\r\n",
      "HTTP/1.1 205 Reset\r\n\r\n", "HTTP/1.1 300 Choose\r\nContent-Length: 5\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcdefgh\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc",
    ])
  func noAnswer(_ head: String) async throws {
    let download = try await Download.get("/f.bin", "--retries", "0") { _ in .raw(head, body: .text("hello")) }
    if !head.contains("204") && !head.contains("205") {
      download.expectFailed()
    } else if download.run.status != 0 {
      download.expectFailed()
    }
  }

  @Test("A head without end: a failure, soon")
  func endlessHead() async throws {
    let head =
      "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Fill: \(String(repeating: "x", count: 1000))\r\n", count: 20_000)
    let download = try await Download.get("/f.bin", "--retries", "0", limit: .seconds(30)) { _ in .raw(head) }
    download.expectFailed()
  }

  @Test("An unasked 206 of a part never passes for the whole")
  func unaskedPart() async throws {
    let download = try await Download.get("/f.bin", "--retries", "2") { request in
      request.number == 1 && request.range == nil
        ? Answer.partial(Self.body, 0..<500_000).with("ETag", "\"v1\"")
        : .file(Self.body, for: request)
    }
    download.expectDoneOrFailed(Self.body)
  }
}
