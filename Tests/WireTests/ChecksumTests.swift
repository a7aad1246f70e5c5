import Origin
import Testing

/// Whole-file digests: the user's and the origin's.
struct ChecksumTests {
  static let body = Body.random(1, count: 2 << 20)
  static let other = Body.random(2, count: 2 << 20)

  @Test("Right", arguments: Digest.allCases, [false, true])
  func right(_ digest: Digest, _ capitals: Bool) async throws {
    let hex = digest.hex(of: Self.body.bytes)
    let download = try await Download.get(
      "/f.bin", "--checksum", "\(digest.rawValue)=\(capitals ? hex.uppercased() : hex)"
    ) { .file(Self.body, for: $0) }
    download.expectDone(Self.body)
  }

  @Test("Wrong: no final name, the bytes are put aside, and both digests are told", arguments: Digest.allCases)
  func wrong(_ digest: Digest) async throws {
    let wanted = digest.hex(of: Self.other.bytes)
    let download = try await Download.get("/f.bin", "--checksum", "\(digest.rawValue)=\(wanted)") {
      .file(Self.body, for: $0)
    }
    download.expectFailed()
    #expect(download.folder.names == ["f.bin.sluice.bad"], download.story)
    download.expectSame(download.folder.read("f.bin.sluice.bad"), Self.body)
    #expect(download.run.err.contains("f.bin.sluice.bad"), download.story)
  }

  @Test("Wrong while an older file is there: that one stays")
  func wrongOverOld() async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    try folder.write("f.bin", "old")
    let download = try await Download.get(
      origin.url("/f.bin"), ["--overwrite", "--checksum", "sha-256=\(Digest.sha256.hex(of: Self.other.bytes))"],
      from: origin, in: folder)
    #expect(download.run.status == 1, download.story)
    #expect(folder.text("f.bin") == "old", download.story)
  }

  @Test("Computed over what an earlier run left, too", arguments: [true, false])
  func resumed(_ right: Bool) async throws {
    let left = try await Interrupted.download(keeping: 1_200_000) { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    let hex = Digest.sha256.hex(of: (right ? Self.body : Self.other).bytes)
    let download = try await left.again("--checksum", "sha-256=\(hex)")
    if right {
      download.expectDone(Self.body)
    } else {
      download.expectFailed()
      #expect(download.folder.names == ["f.bin.sluice.bad"], download.story)
    }
  }

  @Test("Over segments that came out of order")
  func segments() async throws {
    let hex = Digest.sha256.hex(of: Self.body.bytes)
    let download = try await Download.get("/f.bin", "-x", "4", "--checksum", "sha-256=\(hex)") {
      .file(Self.body, for: $0).limited(toBytesPerSecond: 1 << 19)
    }
    download.expectDone(Self.body)
  }

  @Test("Over what was decoded, and over nothing")
  func decodedAndEmpty() async throws {
    let decoded = try await Download.get(
      "/f.bin", "--checksum", "sha-256=\(Digest.sha256.hex(of: Self.body.bytes))"
    ) { .file(Self.body, for: $0).gzipped() }
    decoded.expectDone(Self.body)
    let empty = try await Download.get("/f.bin", "--checksum", "md5=d41d8cd98f00b204e9800998ecf8427e") {
      .file(.empty, for: $0)
    }
    empty.expectDone(.empty)
  }

  @Test(
    "What is no checksum: a usage error",
    arguments: ["sha-256", "sha-256=", "sha-256=abc", "sha-999=00", "=00", "md5=zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"])
  func malformed(_ value: String) async throws {
    let download = try await Download.get("/f.bin", "--checksum", value) { .file(Self.body, for: $0) }
    #expect(download.run.status == 2, download.story)
    #expect(download.log.count == 0, download.story)
  }

  // MARK: The origin's (RFC 9530)

  static let fields = ["Repr-Digest", "Content-Digest"]

  static func value(_ digest: Digest, _ body: Body) -> String {
    "\(digest.rawValue)=:\(Base64.encode(digest.bytes(of: body.bytes))):"
  }

  @Test("Right", arguments: fields, [Digest.sha256, .sha512])
  func originRight(_ field: String, _ digest: Digest) async throws {
    let download = try await Download.get { request in
      .file(Self.body, for: request).with(field, Self.value(digest, Self.body))
    }
    download.expectDone(Self.body)
  }

  @Test("Wrong: bytes flipped on the way are caught", arguments: fields, [Digest.sha256, .sha512])
  func originWrong(_ field: String, _ digest: Digest) async throws {
    let flipped = Self.body.flipping(1_000_000..<1_000_031)
    let download = try await Download.get("/f.bin", "--retries", "1") { request in
      .file(flipped, for: request, ranges: false).with(field, Self.value(digest, Self.body))
    }
    download.expectFailed()
  }

  @Test(
    "What isn't understood is no obstacle",
    arguments: [
      "unixsum=:MTIzNDU=:", "sha-256=:notbase64", "sha-256=abc", "", "md5=:AAAAAAAAAAAAAAAAAAAAAA==:",
    ])
  func originUnknown(_ value: String) async throws {
    let download = try await Download.get { .file(Self.body, for: $0).with("Repr-Digest", value) }
    download.expectDone(Self.body)
  }

  @Test("Content-Digest of a part speaks of the part alone")
  func partial() async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      let file = Answer.file(Self.body, for: request)
      let answer = file.with("Content-Digest", Self.value(.sha256, file.body))
        .with("Repr-Digest", Self.value(.sha256, Self.body))
      return request.number == 1 ? answer.cut(at: 1_000_000) : answer
    }
    download.expectDone(Self.body)
  }
}
