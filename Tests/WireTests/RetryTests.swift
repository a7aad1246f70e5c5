import Origin
import Testing

/// Again, or not.
struct RetryTests {
  static let body = Body.random(1)

  @Test("A passing status is tried again", arguments: [408, 425, 429, 500, 502, 503, 504, 520, 521])
  func passing(_ status: Int) async throws {
    let download = try await Download.get { request in
      request.number == 1 ? .status(status) : .file(Self.body, for: request)
    }
    download.expectDone(Self.body)
    #expect(download.log.count == 2, download.story)
  }

  @Test("A passing status in the middle is tried again, and nothing is lost", arguments: [408, 429, 500, 503, 521])
  func passingInTheMiddle(_ status: Int) async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      switch request.number {
      case 1: .file(Self.body, for: request).cut(at: 400_000)
      case 2: .status(status, page: String(repeating: "<p>not now</p>\n", count: 20))
      default: .file(Self.body, for: request)
      }
    }
    download.expectDone(Self.body)
    #expect(download.log.exchanges.filter { $0.status < 400 }.reduce(0) { $0 + $1.sent } == Self.body.count)
  }

  @Test(
    "A final status is not",
    arguments: [400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 414, 415, 418, 431, 451, 501, 505])
  func final(_ status: Int) async throws {
    let download = try await Download.get { _ in .status(status) }
    download.expectFailed()
    #expect(download.folder.names == [], download.story)
    #expect(download.log.count == 1, download.story)
    #expect(download.run.err.contains(String(status)), download.story)
  }

  @Test("A connection fault is tried again", arguments: ["reset", "hang up", "reset in head", "garbage in part"])
  func fault(_ kind: String) async throws {
    let download = try await Download.get { request in
      guard request.number == 1 else { return .file(Self.body, for: request) }
      switch kind {
      case "reset": return .reset
      case "hang up": return .hangUp
      case "reset in head": return .raw("HTTP/1.1 200 OK\r\nContent-Le")
      default: return Answer.file(Self.body, for: request).chunked().reset(at: 1000)
      }
    }
    download.expectDone(Self.body)
  }

  @Test("--retries N: N after the first that gain nothing", arguments: [0, 1, 2])
  func count(_ retries: Int) async throws {
    let download = try await Download.get("/f.bin", "--retries", String(retries)) { _ in .status(500) }
    download.expectFailed()
    #expect(download.log.count == retries + 1, download.story)
    #expect(download.folder.names == [], download.story)
  }

  @Test("--retries 0 with each fault", arguments: ["reset", "hang up", "cut", "503"])
  func none(_ kind: String) async throws {
    let download = try await Download.get("/f.bin", "--retries", "0") { request in
      switch kind {
      case "reset": .reset
      case "hang up": .hangUp
      case "cut": .file(Self.body, for: request, ranges: false).cut(at: 400_000)
      default: .status(503)
      }
    }
    download.expectFailed()
    #expect(download.log.count <= 2, download.story)
  }

  @Test("Tries that gain nothing add up to the end, in the middle too", arguments: ["503", "cut at zero", "416"])
  func noGain(_ kind: String) async throws {
    let download = try await Download.get("/f.bin", "--retries", "2", "-x", "1") { request in
      let file = Answer.file(Self.body, for: request)
      guard request.number > 1 else { return file.cut(at: 400_000) }
      switch kind {
      case "503": return .status(503)
      case "cut at zero": return file.cut(at: 0)
      default: return .status(416)
      }
    }
    download.expectFailed()
    #expect(download.log.count <= 8, download.story)
  }

  @Test("Bytes thrown away add up to the end", arguments: [0.6, 0.999])
  func waste(_ part: Double) async throws {
    let download = try await Download.get(limit: .seconds(110)) { request in
      .file(Self.body, for: request, ranges: false).cut(at: Int(Double(Self.body.count) * part))
    }
    download.expectFailed()
    #expect((2...10).contains(download.log.count), download.story)
  }

  @Test("An entity that changes all the time is given up")
  func alwaysOther() async throws {
    let download = try await Download.get("/f.bin", "-x", "1", limit: .seconds(110)) { request in
      .file(Body.random(UInt64(request.number)), for: request, etag: "\"\(request.number)\"").cut(at: 600_000)
    }
    download.expectFailed()
    #expect(download.log.count <= 20, download.story)
  }

  @Test("An error's body never reaches the file, its first line at most the message")
  func errorBody() async throws {
    let page = "<html>Quota is used up</html>\nSECOND LINE " + String(repeating: "x", count: 50_000)
    for status in [404, 500, 416] {
      let download = try await Download.get("/f.bin", "--retries", "1") { _ in .status(status, page: page) }
      download.expectFailed()
      #expect(download.folder.names == [], download.story)
      #expect(!download.run.err.contains("SECOND LINE"), download.story)
    }
  }

  @Test("Control characters of an error's body don't reach the terminal")
  func hostileErrorBody() async throws {
    let download = try await Download.get { _ in .status(404, page: "\u{1b}]0;owned\u{7}\u{1b}[2Jgone\u{9b}31m\n") }
    download.expectFailed()
    #expect(!download.run.err.contains("\u{1b}]0;"), download.story)
    #expect(!download.run.err.contains("\u{1b}[2J"), download.story)
    #expect(!download.run.err.contains("\u{9b}"), download.story)
  }

  @Test("A refused connection: the message names host and port")
  func refused() async throws {
    // Held but not listened on, so that no other test gets the port meanwhile.
    let port = try Listener(listens: false)
    let folder = try Folder()
    let run = try await Sluice.run(["get", "http://127.0.0.1:\(port.port)/f.bin", "--retries", "1"], in: folder)
    #expect(run.status == 1 && folder.names == [])
    #expect(run.err.contains("127.0.0.1:\(port.port)"), "\(run.err)")
    withExtendedLifetime(port) {}
  }

  @Test("A name that isn't there: the message names it")
  func unresolved() async throws {
    let folder = try Folder()
    let run = try await Sluice.run(["get", "http://no-such-host.invalid/f.bin", "--retries", "0"], in: folder)
    #expect(run.status == 1)
    #expect(run.err.contains("no-such-host.invalid"), "\(run.err)")
    #expect(folder.names == [])
  }

  @Test("Half of many files err at first: all come", arguments: [503, 0])
  func half(_ status: Int) async throws {
    let origin = try Origin { request in
      let number = Int(request.path.dropFirst(2)) ?? 0
      guard number.isMultiple(of: 2), request.pathNumber == 1 else {
        return .file(Body.random(UInt64(number), count: 50_000), for: request)
      }
      return status == 0 ? .reset : .status(status)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(["get"] + (0..<20).map { origin.url("/f\($0)") }, in: folder)
    #expect(run.status == 0, "\(run.err)")
    for number in 0..<20 {
      #expect(folder.read("f\(number)") == Body.random(UInt64(number), count: 50_000).bytes, "f\(number)")
    }
    #expect(folder.names.count == 20)
  }
}
