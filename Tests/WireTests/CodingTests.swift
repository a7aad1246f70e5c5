import Origin
import Testing

/// Content codings that nobody asked for.
struct CodingTests {
  static let body = Body.random(1, count: 600_000)

  @Test("Decoded as it comes", arguments: ["gzip", "x-gzip", "deflate", "GZIP"])
  func decoded(_ coding: String) async throws {
    let coded = coding == "deflate" ? Self.body.deflated : Self.body.gzipped
    for framing in [Answer.Framing.length, .chunked, .close] {
      let download = try await Download.get("/f.bin", "-x", "4") { request in
        .file(Self.body, for: request).coded(coding, as: coded).framed(framing)
      }
      download.expectDone(Self.body)
    }
  }

  @Test("No ranges of a coded body: cut once, it starts at zero")
  func cutOnce() async throws {
    let download = try await Download.get { request in
      let file = Answer.file(Self.body, for: request, ranges: false).gzipped()
      return request.number == 1 ? file.cut(at: 200_000) : file
    }
    download.expectDone(Self.body)
    #expect(download.log.requests.allSatisfy { $0.range == nil }, download.story)
  }

  @Test("Coded after a cut where it was not before, and the other way round", arguments: [1, 2])
  func codedAt(_ number: Int) async throws {
    // An origin that codes whole answers, and cuts ranges out of what it coded.
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let coded = request.number == number
      let content = coded ? Self.body.gzipped : Self.body
      let file = Answer.file(content, for: request)
      let answer = coded ? file.with("Content-Encoding", "gzip") : file
      return request.number == 1 ? answer.cut(at: 200_000) : answer
    }
    download.expectDone(Self.body)
  }

  @Test("A gzip file that is sent as one stays one", arguments: ["application/gzip", "application/x-gzip"])
  func gzipFile(_ type: String) async throws {
    let archive = Self.body.gzipped
    let download = try await Download.get("/f.tar.gz") { request in
      .file(archive, for: request, type: type).with("Content-Encoding", "gzip")
    }
    download.expectDone(archive, as: "f.tar.gz")
  }

  @Test("Broken in itself: a failure", arguments: ["checksum", "length", "middle", "not gzip", "truncated"])
  func broken(_ kind: String) async throws {
    var coded = Self.body.gzipped
    switch kind {
    case "checksum": coded = coded.flipping(coded.count - 8..<coded.count - 4)
    case "length": coded = coded.flipping(coded.count - 4..<coded.count)
    case "middle": coded = coded.flipping(65_555..<65_560)
    case "not gzip": coded = Self.body
    default: coded = coded[0..<coded.count - 100_000]
    }
    let content = coded
    let download = try await Download.get("/f.bin", "--retries", "1") { request in
      .file(content, for: request, ranges: false).with("Content-Encoding", "gzip")
    }
    download.expectFailed()
  }

  @Test("A coding that nobody knows: a failure, never raw bytes")
  func unknown() async throws {
    let download = try await Download.get("/f.bin", "--retries", "0") { request in
      .file(Self.body, for: request).with("Content-Encoding", "rot13")
    }
    download.expectFailed()
  }

  @Test("identity is no coding")
  func identity() async throws {
    let download = try await Download.get { request in
      let file = Answer.file(Self.body, for: request).with("Content-Encoding", "identity")
      return request.number == 1 ? file.cut(at: 200_000) : file
    }
    download.expectDone(Self.body)
  }

  @Test("Two codings, one in the other")
  func twice() async throws {
    let download = try await Download.get("/f.bin", "--retries", "0") { request in
      .file(Self.body, for: request).coded("gzip, gzip", as: Self.body.gzipped.gzipped)
    }
    download.expectDoneOrFailed(Self.body)
  }
}
