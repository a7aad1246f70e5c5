import Origin
import Testing

/// The bytes of a request.
struct RequestTests {
  static let body = Body.random(1, count: 100_000)

  @Test("The first request is a plain GET: no HEAD, no probe, no range, no coding")
  func first() async throws {
    let download = try await Download.get("/f.bin?a=1&b=%20c") { .file(Self.body, for: $0) }
    download.expectDone(Self.body)
    #expect(download.log.count == 1, download.story)
    #expect(download.log.connections == 1, download.story)
    let request = try #require(download.log.requests.first)
    #expect(request.method == "GET")
    #expect(request.version == "HTTP/1.1")
    #expect(request.target == "/f.bin?a=1&b=%20c")
    #expect(request["Accept-Encoding"] == "identity")
    #expect(request["Range"] == nil)
    #expect(request["If-Range"] == nil)
    #expect(request["Cookie"] == nil)
    #expect(request["Authorization"] == nil)
    #expect(request["User-Agent"]?.hasPrefix("sluice") == true)
    #expect(request["Host"]?.hasPrefix("127.0.0.1:") == true)
    #expect(request.fields.count { $0.name.lowercased() == "host" } == 1)
  }

  @Test("Own fields and the agent's name, in every request")
  func own() async throws {
    let download = try await Download.get(
      "/f.bin", "-H", "X-One: 1", "--header", "X-Two:  two words ", "--user-agent", "test/1.0", "-x", "1"
    ) { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.cut(at: 50_000) : file
    }
    download.expectDone(Self.body)
    #expect(download.log.count == 2, download.story)
    for request in download.log.requests {
      #expect(request["X-One"] == "1")
      #expect(request["X-Two"] == "two words")
      #expect(request["User-Agent"] == "test/1.0")
    }
  }

  @Test(
    "A field that would break the head is a usage error",
    arguments: ["X: a\r\nY: b", "X: a\nGET / HTTP/1.1", "no colon", ": empty name"])
  func hostileFields(_ field: String) async throws {
    let download = try await Download.get("/f.bin", "-H", field) { .file(Self.body, for: $0) }
    #expect(download.run.status == 2, download.story)
    #expect(download.log.count == 0, download.story)
  }

  @Test("The fragment stays at home")
  func fragment() async throws {
    let download = try await Download.get("/f.bin#section") { .file(Self.body, for: $0) }
    download.expectDone(Self.body)
    #expect(download.log.requests.first?.target == "/f.bin", download.story)
  }

  @Test("A scheme in capitals, IPv6, a name")
  func addresses() async throws {
    let origin = try Origin(.ipv6) { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let six = try await Download.get(origin.url("/f.bin").replacing("http", with: "HTTP"), from: origin)
    six.expectDone(Self.body)
    let second = try Origin { .file(Self.body, for: $0) }
    defer { second.stop() }
    let named = try await Download.get(second.url("/f.bin", host: "localhost"), from: second)
    named.expectDone(Self.body)
  }

  @Test("HTTP/1.1 and 2 where asked for; an origin that speaks 1.1 alone serves both", arguments: ["1.1", "2"])
  func versions(_ version: String) async throws {
    let download = try await Download.get("/f.bin", "--http-version", version) { .file(Self.body, for: $0) }
    download.expectDone(Self.body)
  }
}
