import Origin
import Testing

/// `-o -`: in order, to standard output.
struct StreamTests {
  static let body = Body.random(1, count: 3 << 20)
  static let other = Body.random(2, count: 3 << 20)

  static func expectStreamed(_ download: Download, _ body: Body, at place: SourceLocation = #_sourceLocation) {
    #expect(download.run.status == 0, download.story, sourceLocation: place)
    #expect(download.folder.names == [], download.story, sourceLocation: place)
    download.expectSame(download.run.out, body, at: place)
  }

  @Test("Whole", arguments: [Answer.Framing.length, .chunked, .close])
  func whole(_ framing: Answer.Framing) async throws {
    let download = try await Download.get("/f.bin", "-o", "-") { .file(Self.body, for: $0).framed(framing) }
    Self.expectStreamed(download, Self.body)
  }

  @Test("Nothing")
  func empty() async throws {
    let download = try await Download.get("/f.bin", "-o", "-") { .file(.empty, for: $0) }
    Self.expectStreamed(download, .empty)
  }

  @Test("Cut: goes on where it was, each byte once")
  func cut() async throws {
    let download = try await Download.get("/f.bin", "-o", "-", "-x", "1") { request in
      let file = Answer.file(Self.body, for: request)
      return request.number < 4 ? file.cut(at: 700_001) : file
    }
    Self.expectStreamed(download, Self.body)
  }

  @Test("On several connections it is still in order")
  func parallel() async throws {
    let download = try await Download.get("/f.bin", "-o", "-", "-x", "8") {
      .file(Self.body, for: $0).limited(toBytesPerSecond: 1 << 20)
    }
    Self.expectStreamed(download, Self.body)
  }

  @Test(
    "Cut without validators: what went out is compared or it fails; never a wrong stream", arguments: [true, false])
  func cutWithoutValidators(_ same: Bool) async throws {
    let download = try await Download.get("/f.bin", "-o", "-", "-x", "1", "--retries", "2") { request in
      request.number == 1
        ? OverlapTests.plain(Self.body, request).cut(at: 1_000_000)
        : OverlapTests.plain(same ? Self.body : Self.other, request)
    }
    Self.expectPrefix(download, same: same)
  }

  @Test("Changed in the middle: what went out can't be taken back, so it fails")
  func changed() async throws {
    let download = try await Download.get("/f.bin", "-o", "-", "-x", "1", "--retries", "2") { request in
      request.number == 1
        ? .file(Self.body, for: request).cut(at: 1_000_000) : .file(Self.other, for: request, etag: "\"v2\"")
    }
    Self.expectPrefix(download, same: false)
  }

  @Test("Without ranges, cut: right or failed, and no byte twice")
  func cutWithoutRanges() async throws {
    let download = try await Download.get("/f.bin", "-o", "-", "--retries", "2") { request in
      let file = Answer.file(Self.body, for: request, ranges: false)
      return request.number == 1 ? file.cut(at: 1_000_000) : file
    }
    Self.expectPrefix(download, same: true)
  }

  @Test("A failure sends no error page")
  func failed() async throws {
    let download = try await Download.get("/f.bin", "-o", "-", "--retries", "1") { _ in .status(500) }
    #expect(download.run.status == 1, download.story)
    #expect(download.run.out.isEmpty)
    #expect(download.folder.names == [])
  }

  @Test("The reader goes away: an end, soon", arguments: [Answer.Framing.length, .chunked])
  func closed(_ framing: Answer.Framing) async throws {
    let big = Body.random(3, count: 64 << 20)
    let origin = try Origin { .file(big, for: $0).framed(framing) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.shell(
      "\"$SLUICE\" get -o - \(origin.url("/f.bin")) | head -c 1000", in: folder, limit: .seconds(15))
    #expect(!run.isLate)
    #expect(run.out == big[0..<1000].bytes)
    #expect(folder.names == [])
  }

  @Test("Ctrl-C: a true beginning, status 130")
  func interrupted() async throws {
    let origin = try Origin { .file(Self.body, for: $0).stalled(at: 1_000_000) }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", "-o", "-", origin.url("/f.bin")], in: folder)
    try await origin.wait { $0.sent == 1_000_000 }
    running.signal(2)
    let run = await running.finish()
    #expect(run.status == 130, "\(run.err)")
    #expect(run.out == Self.body[0..<run.out.count].bytes)
    #expect(folder.names == [])
  }

  @Test("A slow reader gets everything")
  func slowReader() async throws {
    let big = Body.random(3, count: 32 << 20)
    let origin = try Origin { .file(big, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.shell(
      "\"$SLUICE\" get -q -o - \(origin.url("/f.bin")) | (sleep 1; sha256sum)", in: folder)
    #expect(run.outText.hasPrefix(Digest.sha256.hex(of: big.bytes)), "\(run.err)")
  }

  @Test("A right checksum and a wrong one", arguments: [true, false])
  func checksum(_ right: Bool) async throws {
    let hex = Digest.sha256.hex(of: (right ? Self.body : Self.other).bytes)
    let download = try await Download.get("/f.bin", "-o", "-", "--checksum", "sha-256=\(hex)") {
      .file(Self.body, for: $0)
    }
    if right {
      Self.expectStreamed(download, Self.body)
    } else {
      #expect(download.run.status == 1, download.story)
      #expect(!download.run.err.isEmpty)
    }
  }

  /// Success with the whole, or failure with a true beginning.
  private static func expectPrefix(_ download: Download, same: Bool) {
    let out = download.run.out
    #expect(out == body[0..<out.count].bytes, download.story)
    #expect(out.count >= 900_000 && out.count <= body.count, download.story)
    if download.run.status == 0 {
      #expect(same && out.count == body.count, download.story)
    } else {
      #expect(download.run.status == 1, download.story)
    }
    #expect(download.folder.names == [], download.story)
  }
}
