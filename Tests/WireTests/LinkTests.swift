import Origin
import Testing

/// Links that expire while the file lives.
struct LinkTests {
  static let body = Body.random(1, count: 4 << 20)
  static let other = Body.random(2, count: 4 << 20)
  static let held = 2_500_000

  @Test("The redirect's target has expired: the user's URL is asked again", arguments: [401, 403, 404, 410])
  func redirectTarget(_ status: Int) async throws {
    let download = try await Download.get("/a", "-x", "1", "-o", "f.bin") { request in
      if request.path == "/a" { return .redirect(to: "/s?t=\(request.pathNumber)") }
      guard request.query == "t=1" else { return .file(Self.body, for: request) }
      return request.pathNumber == 1 ? .file(Self.body, for: request).cut(at: Self.held) : .status(status)
    }
    download.expectDone(Self.body)
    #expect(download.log.requests(for: "/a").count >= 2, download.story)
    #expect(download.log.sent <= Self.body.count + 100_000, download.story)
  }

  @Test("Tokens that live for 700 ms, on connections that take seconds")
  func shortTokens() async throws {
    let began = ContinuousClock.now
    let download = try await Download.get("/a", "-o", "f.bin", "-x", "4") { request in
      let now = Int(began.duration(to: .now) / .milliseconds(1))
      if request.path == "/a" { return .redirect(to: "/s?until=\(now + 700)") }
      let until = Int(request.query?.dropFirst(6) ?? "") ?? 0
      guard now <= until else { return .status(403) }
      return .file(Self.body, for: request).limited(toBytesPerSecond: 1 << 20).cut(at: 1_500_000)
    }
    download.expectDone(Self.body)
    #expect(download.log.requests(for: "/s").count { $0.number > 0 } < 60, download.story)
  }

  @Test("The target changes, the new one is smaller: start at zero")
  func smaller() async throws {
    let small = Self.other[0..<1_000_000]
    let download = try await Download.get("/a", "-o", "f.bin", "-x", "1") { request in
      switch request.path {
      case "/a": .redirect(to: request.pathNumber == 1 ? "/v1" : "/v2")
      case "/v1" where request.pathNumber == 1: .file(Self.body, for: request).cut(at: Self.held)
      case "/v1": .status(410)
      default: .file(small, for: request, etag: "\"v2\"")
      }
    }
    download.expectDone(small)
  }

  @Test("The user's own URL has expired: everything is kept, and a new URL goes on", arguments: [401, 403, 404, 410])
  func newURL(_ status: Int) async throws {
    let left = try await Self.expired(status)
    defer { left.origin.stop() }
    let download = try await left.again("-o", "f.bin", "-x", "1", url: left.origin.url("/new?sig=2"))
    download.expectDone(Self.body)
    #expect(download.log.requests.contains { ($0.rangeStart ?? 0) > 0 }, download.story)
    #expect(download.log.requests.allSatisfy { $0.path == "/new" }, download.story)
  }

  @Test("The new URL proves sameness by the overlap alone", arguments: [true, false])
  func newURLWithoutValidators(_ same: Bool) async throws {
    let left = try await Self.expired(403)
    defer { left.origin.stop() }
    left.origin.answer { OverlapTests.plain(same ? Self.body : Self.other, $0) }
    let download = try await left.again("-o", "f.bin", "-x", "1", url: left.origin.url("/new"))
    if same {
      download.expectDone(Self.body)
      #expect(download.log.sent < Self.body.count, download.story)
    } else {
      download.expectKept()
    }
  }

  @Test("A new URL of another entity is refused, and what is there stays", arguments: ["etag", "length", "missing"])
  func otherEntity(_ kind: String) async throws {
    let left = try await Self.expired(403)
    defer { left.origin.stop() }
    let partial = try #require(left.folder.read("f.bin.sluice"))
    left.origin.answer { request in
      switch kind {
      case "etag": .file(Self.other, for: request, etag: "\"v2\"")
      case "length": .file(Self.other[0..<3_000_000], for: request)
      default: .status(404)
      }
    }
    let download = try await left.again("-o", "f.bin", "--retries", "1", url: left.origin.url("/new"))
    download.expectKept()
    #expect(left.folder.read("f.bin.sluice")?[0..<1_000_000] == partial[0..<1_000_000], download.story)
    // And the partial file is still good.
    left.origin.answer { .file(Self.body, for: $0) }
    let last = try await left.again("-o", "f.bin", "-x", "1")
    last.expectDone(Self.body)
  }

  @Test("--url-command gives the new URL, with the old one in its environment")
  func command() async throws {
    let origin = try Origin { request in
      if request.path == "/new" { return .file(Self.body, for: request) }
      return request.pathNumber == 1 ? .file(Self.body, for: request).cut(at: Self.held) : .status(403)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let script = "printf %s \"$SLUICE_URL\" > ../seen; echo '\(origin.url("/new?x=1&y=2"))'"
    let download = try await Download.get(
      origin.url("/old?sig=1"), ["-o", "f.bin", "-x", "1", "--url-command", script], from: origin, in: folder)
    download.expectDone(Self.body)
    #expect(folder.text("../seen") == origin.url("/old?sig=1"))
    #expect(origin.log.requests(for: "/new").contains { ($0.rangeStart ?? 0) > Self.held - 100_000 }, download.story)
    #expect(origin.log.requests(for: "/new").allSatisfy { $0.query == "x=1&y=2" }, download.story)
  }

  @Test("--url-command runs with signals as a shell expects them, and no descriptor but its three")
  func commandSurroundings() async throws {
    let origin = try Origin { request in
      if request.path == "/new" { return .file(Self.body, for: request) }
      return request.pathNumber == 1 ? .file(Self.body, for: request).cut(at: Self.held) : .status(403)
    }
    defer { origin.stop() }
    let folder = try Folder()
    // What is ignored at its start, a shell can't change: the inner one would live on.
    let script = """
      sh -c 'kill -PIPE $$; echo lives'; sh -c 'kill -XFSZ $$; echo lives'; ls /proc/self/fd | wc -l >&2
      grep SigBlk /proc/self/status >&2
      """
    let download = try await Download.get(
      origin.url("/old"),
      ["-o", "f.bin", "-x", "1", "--url-command", "(\(script)) > ../told 2>&1; echo \(origin.url("/new"))"],
      from: origin, in: folder)
    download.expectDone(Self.body)
    let told = try #require(folder.text("../told"))
    #expect(!told.contains("lives"), "\(told)")
    // The fourth is the one that ls reads the folder by.
    #expect(told.contains("\n4\n") || told.hasPrefix("4\n"), "\(told)")
    #expect(told.contains("SigBlk:\t0000000000000000"), "\(told)")
  }

  @Test(
    "--url-command that doesn't help: kept, and an end",
    arguments: ["false", "true", "echo nonsense", "echo file:///etc/passwd", "echo URL", "kill -9 $$", "exit 3"])
  func commandFails(_ command: String) async throws {
    let origin = try Origin { request in
      request.pathNumber == 1 && request.path == "/old"
        ? .file(Self.body, for: request).cut(at: Self.held) : .status(403)
    }
    defer { origin.stop() }
    let script = command.replacing("URL", with: origin.url("/dead"))
    let download = try await Download.get(
      origin.url("/old"), ["-o", "f.bin", "-x", "1", "--retries", "2", "--url-command", script], from: origin)
    download.expectKept()
    #expect(download.log.count <= 12, download.story)
  }

  @Test("--url-command that gives another entity: no mixture")
  func commandOther() async throws {
    let origin = try Origin { request in
      if request.path == "/new" { return .file(Self.other, for: request, etag: "\"v2\"") }
      return request.pathNumber == 1 ? .file(Self.body, for: request).cut(at: Self.held) : .status(403)
    }
    defer { origin.stop() }
    let download = try await Download.get(
      origin.url("/old"), ["-o", "f.bin", "-x", "1", "--url-command", "echo \(origin.url("/new"))"], from: origin)
    download.expectDoneOrFailed(Self.other)
  }

  /// A partial file whose URL answers `status`; a fresh URL of the same is at /new.
  private static func expired(_ status: Int) async throws -> Interrupted {
    let origin = try Origin { request in
      if request.path == "/new" { return .file(body, for: request) }
      return request.pathNumber == 1 ? .file(body, for: request).cut(at: held) : .status(status)
    }
    let url = origin.url("/old?sig=1")
    let download = try await Download.get(url, ["-o", "f.bin", "-x", "1"], from: origin)
    download.expectKept()
    #expect(download.run.err.contains(String(status)), download.story)
    #expect(download.log.requests(for: "/old").count <= 3, download.story)
    return Interrupted(origin: origin, folder: download.folder, name: "f.bin", url: url)
  }
}
