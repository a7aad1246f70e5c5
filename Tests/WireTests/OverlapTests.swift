import Origin
import Testing

/// Where no validator proves sameness, the last 64 KiB held are asked for again and compared.
struct OverlapTests {
  static let body = Body.random(1)
  static let other = Body.random(2)
  static let held = 400_000
  static let overlap = 65_536
  static let old = HTTPDate.now(-86_400)

  enum Validators: String, CaseIterable, Sendable {
    case none, weak, rotating, weakDate, dateInTheFuture

    func apply(_ answer: Answer, number: Int) -> Answer {
      let plain = answer.without("ETag").without("Last-Modified")
      return switch self {
      case .none: plain
      case .weak: plain.with("ETag", "W/\"w1\"")
      case .rotating: plain.with("ETag", "\"token-\(number)\"").with("Last-Modified", OverlapTests.old)
      // Changed within the second in which it was sent: RFC 9110 §8.8.2.2.
      case .weakDate: plain.with("Date", OverlapTests.old).with("Last-Modified", OverlapTests.old)
      case .dateInTheFuture: plain.with("Last-Modified", OverlapTests.future)
      }
    }
  }

  static let future = HTTPDate.now(86_400)

  @Test("Same content: goes on, from 64 KiB before", arguments: Validators.allCases)
  func same(_ validators: Validators) async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = validators.apply(Self.plain(Self.body, request), number: request.number)
      return request.number == 1 ? file.cut(at: Self.held) : file
    }
    download.expectDone(Self.body)
    #expect(download.log.requests.contains { $0.rangeStart == Self.held - Self.overlap }, download.story)
    // An answer that is dropped at its head was on its way: what the kernel's buffers hold.
    #expect(download.log.sent <= Self.body.count + 2 * Self.overlap + 500_000, download.story)
    // None of these may be used as a condition (RFC 9110 §13.1.5).
    if validators != .rotating {
      #expect(download.log.requests.allSatisfy { $0["If-Range"] == nil }, download.story)
    }
  }

  @Test("Other content of the same length: start at zero", arguments: Validators.allCases)
  func changed(_ validators: Validators) async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = validators.apply(
        Self.plain(request.number == 1 ? Self.body : Self.other, request), number: request.number)
      return request.number == 1 ? file.cut(at: Self.held) : file
    }
    download.expectDone(Self.other)
  }

  @Test("One byte of the overlap differs: start at zero", arguments: [held - overlap, held - 30_000, held - 1])
  func oneByte(_ offset: Int) async throws {
    let changed = Self.body.flipping(offset..<offset + 1)
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = Self.plain(request.number == 1 ? Self.body : changed, request)
      return request.number == 1 ? file.cut(at: Self.held) : file
    }
    download.expectDone(changed)
  }

  @Test("Less than the overlap is held", arguments: [1, 1000, overlap - 1, overlap])
  func little(_ held: Int) async throws {
    for changes in [false, true] {
      let now = changes ? Self.other : Self.body
      let download = try await Download.get("/f.bin", "-x", "1") { request in
        let file = Self.plain(request.number == 1 ? Self.body : now, request)
        return request.number == 1 ? file.cut(at: held) : file
      }
      download.expectDone(now)
    }
  }

  @Test("A date that is strong in the RFC's sense is a condition")
  func strongDate() async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = Answer.file(Self.body, for: request, etag: nil, lastModified: Self.old)
      return request.number == 1 ? file.cut(at: Self.held) : file
    }
    download.expectDone(Self.body)
    let second = try #require(download.log.requests.dropFirst().first, download.story)
    #expect(second["If-Range"] == Self.old, download.story)
    #expect(second.rangeStart == Self.held, download.story)
  }

  @Test("A date that is strong, and another one: start at zero, If-Range honoured or not", arguments: [true, false])
  func strongDateChanged(_ honest: Bool) async throws {
    let new = HTTPDate.now(-60)
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      guard request.number > 1 else {
        return .file(Self.body, for: request, etag: nil, lastModified: Self.old).cut(at: Self.held)
      }
      return honest
        ? .file(Self.other, for: request, etag: nil, lastModified: new)
        : Self.plain(Self.other, request).with("Last-Modified", new)
    }
    download.expectDone(Self.other)
  }

  @Test("Rotating tags from an origin that honours If-Range, content the same", arguments: [true, false])
  func rotatingHonest(_ same: Bool) async throws {
    let now = same ? Self.body : Self.other
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = Answer.file(
        request.number == 1 ? Self.body : now, for: request, etag: "\"t\(request.number)\"", lastModified: Self.old)
      return request.number == 1 ? file.cut(at: Self.held) : file
    }
    download.expectDone(now)
  }

  @Test("In a new run the overlap decides too", arguments: Validators.allCases, [true, false])
  func newRun(_ validators: Validators, _ same: Bool) async throws {
    let left = try await Interrupted.download(keeping: Self.held) { request in
      validators.apply(Self.plain(Self.body, request), number: request.number)
    }
    defer { left.origin.stop() }
    let now = same ? Self.body : Self.other
    left.origin.answer { request in validators.apply(Self.plain(now, request), number: request.number) }
    let download = try await left.again("-x", "1")
    download.expectDone(now)
  }

  /// Honours Range, whatever If-Range says.
  static func plain(_ body: Body, _ request: RecordedRequest) -> Answer {
    guard let part = request.range?.resolved(in: body.count) else {
      return .file(body, for: request, etag: nil).with("Accept-Ranges", "bytes")
    }
    return Answer.partial(body, part).with("Date", HTTPDate.now())
  }
}
