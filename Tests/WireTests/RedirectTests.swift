import Origin
import Testing

/// Following, and where it stops.
struct RedirectTests {
  static let body = Body.random(1)

  @Test("Each kind is followed, with GET", arguments: [301, 302, 303, 307, 308])
  func kinds(_ status: Int) async throws {
    let download = try await Download.get("/start") { request in
      request.path == "/start" ? .redirect(status, to: "/end.bin") : .file(Self.body, for: request)
    }
    download.expectDone(Self.body, as: "end.bin")
    #expect(download.log.requests.map(\.method) == ["GET", "GET"], download.story)
  }

  @Test(
    "Where Location may point",
    arguments: [
      "/a/b/end.bin", "end.bin", "./end.bin", "../x/end.bin", "?end.bin", "/x/./y/../end.bin", "//HOST/end.bin",
      "http://HOST/end.bin", "HTTP://HOST/end.bin", "/end.bin#part",
    ])
  func locations(_ location: String) async throws {
    let download = try await Download.get("/x/start", "-o", "f.bin") { request in
      guard request.target == "/x/start" else { return .file(Self.body, for: request) }
      return .redirect(to: location.replacing("HOST", with: request["Host"] ?? ""))
    }
    download.expectDone(Self.body)
    #expect(download.log.requests.allSatisfy { !$0.target.contains("#") }, download.story)
  }

  @Test("20 are followed, not one more", arguments: [20, 21])
  func twenty(_ hops: Int) async throws {
    let download = try await Download.get("/0", "-o", "f.bin", "--retries", "1") { request in
      let hop = Int(request.path.dropFirst()) ?? 0
      return hop < hops ? .redirect(to: "/\(hop + 1)") : .file(Self.body, for: request)
    }
    if hops == 20 {
      download.expectDone(Self.body)
      #expect(download.log.count == 21, download.story)
    } else {
      download.expectFailed()
      #expect(!download.log.paths.contains("/21"), download.story)
    }
  }

  @Test("A loop ends")
  func loop() async throws {
    let download = try await Download.get("/a", "-o", "f.bin", "--retries", "0") { request in
      .redirect(to: request.path == "/a" ? "/b" : "/a")
    }
    download.expectFailed()
    #expect(download.log.count <= 21, download.story)
  }

  @Test(
    "What isn't followed",
    arguments: [
      "file:///etc/passwd", "file://localhost/etc/passwd", "data:text/plain,hello", "gopher://HOST/1x", "dict://HOST/x",
      "javascript:1", "", "http://", "http:///f.bin", "://", "http://HOST:99999/f.bin",
    ])
  func refused(_ location: String) async throws {
    let download = try await Download.get("/start", "-o", "f.bin", "--retries", "0") { request in
      .redirect(to: location.replacing("HOST", with: request["Host"] ?? ""))
    }
    download.expectFailed()
  }

  @Test("A redirect without Location is a failure")
  func noLocation() async throws {
    let download = try await Download.get("/start", "-o", "f.bin", "--retries", "0") { _ in
      .status(302, page: "See elsewhere")
    }
    download.expectFailed()
  }

  @Test("4 KiB of Location")
  func longLocation() async throws {
    let query = String(repeating: "0123456789abcdef", count: 256)
    let download = try await Download.get("/start") { request in
      request.path == "/start" ? .redirect(to: "/end.bin?sig=\(query)") : .file(Self.body, for: request)
    }
    download.expectDone(Self.body, as: "end.bin")
    #expect(download.log.requests.last?.query == "sig=\(query)", download.story)
    #expect(!download.run.err.contains(query), download.story)
  }

  @Test("A cut behind a redirect is resumed, with validator and range")
  func resumes() async throws {
    let download = try await Download.get("/start", "-x", "1") { request in
      guard request.path != "/start" else { return .redirect(to: "/end.bin") }
      let file = Answer.file(Self.body, for: request)
      return request.pathNumber == 1 ? file.cut(at: 400_000) : file
    }
    download.expectDone(Self.body, as: "end.bin")
    #expect(download.log.sent <= Self.body.count + 1000, download.story)
  }

  @Test("A redirect in the middle of ranges, to another origin that holds the same")
  func moved() async throws {
    let second = try Origin { .file(Self.body, for: $0) }
    defer { second.stop() }
    let place = second.url("/end.bin")
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      request.number == 1 ? .file(Self.body, for: request).cut(at: 400_000) : .redirect(to: place)
    }
    download.expectDone(Self.body)
    #expect(second.log.requests.contains { $0.rangeStart == 400_000 }, download.story)
  }

  @Test("The other origin holds something else: never a mixture")
  func movedToOther() async throws {
    let other = Body.random(2)
    let second = try Origin { .file(other, for: $0, etag: "\"v2\"") }
    defer { second.stop() }
    let place = second.url("/end.bin")
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      request.number == 1 ? .file(Self.body, for: request).cut(at: 400_000) : .redirect(to: place)
    }
    download.expectDoneOrFailed(other)
  }
}
