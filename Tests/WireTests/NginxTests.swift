import Foundation
import Glibc
import Origin
import Testing

/// Against nginx, which nobody here wrote.
struct NginxTests {
  static let body = Body.random(1, count: 24 << 20)

  /// Files f0… of as many bytes as their number says and 5000 more.
  static func many(_ count: Int) throws -> Folder {
    let files = try Folder()
    for index in 0..<count { try files.write("f\(index)", Body.random(UInt64(index), count: 5000 + index).bytes) }
    return files
  }

  static func expectSame(_ folder: Folder, _ files: Folder, _ run: Run, at place: SourceLocation = #_sourceLocation) {
    #expect(run.status == 0, "\(run.err)", sourceLocation: place)
    #expect(folder.names == files.names, sourceLocation: place)
    for name in files.names {
      let isSame = folder.read(name) == files.read(name)
      #expect(isSame, "\(name) differs", sourceLocation: place)
    }
  }

  @Test(
    "A large file, by each version and with TLS; the connections of one file are its own",
    arguments: [(false, "1.1"), (true, "1.1"), (true, "2")])
  func large(_ secure: Bool, _ version: String) async throws {
    let files = try Folder()
    try files.write("f.bin", Self.body.bytes)
    let server = try await Nginx("limit_rate 4m;", files: files)
    let folder = try Folder()
    let certificates = try await Certificates.all
    let run = try await Sluice.run(
      ["get", server.url("f.bin", secure: secure), "--http-version", version, "--cacert", certificates.authority],
      in: folder)
    Self.expectSame(folder, files, run)
    let entries = try await server.entries()
    #expect(entries.allSatisfy { $0.version == (version == "2" ? "HTTP/2.0" : "HTTP/1.1") }, "\(entries)")
    // Slow connections: more of them are faster, over HTTP/2 as well.
    #expect(Set(entries.map(\.connection)).count > 1, "\(entries)")
    // The first asks for all of it, the others for parts: no HEAD, no probe.
    #expect(entries.count { $0.status == 200 } == 1 && entries.allSatisfy { [200, 206].contains($0.status) })
  }

  @Test(
    "Many files over HTTP/2: few connections, although the server ends each after some requests", arguments: [7, 1000])
  func multiplexed(_ requests: Int) async throws {
    let files = try Self.many(200)
    let server = try await Nginx("keepalive_requests \(requests);", files: files)
    let folder = try Folder()
    let certificates = try await Certificates.all
    let run = try await Sluice.run(
      ["get", "-i", "-", "--cacert", certificates.authority], in: folder,
      input: files.names.map { server.url($0, secure: true) }.joined(separator: "\n"))
    Self.expectSame(folder, files, run)
    let entries = try await server.entries()
    #expect(entries.count >= 200 && entries.allSatisfy { $0.version == "HTTP/2.0" })
    // As many as the server's limit makes necessary, and those that were opened before the first answered.
    #expect(Set(entries.map(\.connection)).count <= 200 / requests * 3 + 8)
  }

  @Test(
    "Many files over HTTP/1.1 from a server that ends connections early",
    arguments: ["keepalive_requests 3;", "keepalive_timeout 0;", "lingering_close off; keepalive_requests 2;"])
  func shortLived(_ directives: String) async throws {
    let files = try Self.many(200)
    let server = try await Nginx(directives, files: files)
    let folder = try Folder()
    let run = try await Sluice.run(
      ["get", "-i", "-"], in: folder, input: files.names.map { server.url($0) }.joined(separator: "\n"))
    Self.expectSame(folder, files, run)
    #expect(try await server.entries().count >= 200)
  }

  @Test(
    "The server dies and comes back", arguments: [(false, "1.1", 1), (false, "1.1", 8), (true, "2", 1), (true, "2", 8)])
  func dies(_ secure: Bool, _ version: String, _ connections: Int) async throws {
    let files = try Folder()
    try files.write("f.bin", Self.body.bytes)
    let server = try await Nginx("limit_rate 3m;", files: files)
    let folder = try Folder()
    let certificates = try await Certificates.all
    let running = try Sluice.start(
      [
        "get", server.url("f.bin", secure: secure), "--http-version", version, "--cacert", certificates.authority,
        "-x", "\(connections)",
      ],
      in: folder)
    try await folder.wait { ($0.size("f.bin.sluice") ?? 0) > 6 << 20 }
    await server.kill()
    let next = try await Nginx(files: files, replacing: server)
    Self.expectSame(folder, files, await running.finish())
    // What had come before is not asked for again, but for what a connection may lose. One that joined makes the
    // file long before it is full, so that only a single one tells how much there was.
    let entries = try await next.entries()
    if connections == 1 { #expect(entries.reduce(0) { $0 + $1.bytes } <= Self.body.count - (2 << 20), "\(entries)") }
  }

  @Test("A file that is replaced between a cut and the resume")
  func replaced() async throws {
    let files = try Folder()
    try files.write("f.bin", Self.body.bytes)
    let server = try await Nginx("limit_rate 3m;", files: files)
    let folder = try Folder()
    let running = try Sluice.start(["get", server.url("f.bin")], in: folder)
    try await folder.wait { ($0.size("f.bin.sluice") ?? 0) > 2 << 20 }
    await server.kill()
    let other = Body.random(2, count: Self.body.count)
    try files.write("f.bin", other.bytes)
    let next = try await Nginx(files: files, replacing: server)
    Self.expectSame(folder, files, await running.finish())
    _ = try await next.entries()
  }

  @Test(
    "A certificate that is not to be trusted: an error that says why, at once, and --insecure",
    arguments: [
      (Certificates.Kind.expired, true, "expired"), (.otherHost, true, "127.0.0.1"),
      (.selfSigned, true, "itself"), (.good, false, "issuer"),
    ])
  func untrusted(_ kind: Certificates.Kind, _ knowsAuthority: Bool, _ reason: String) async throws {
    let files = try Self.many(1)
    let server = try await Nginx(certificate: kind, files: files)
    let folder = try Folder()
    let certificates = try await Certificates.all
    let known = knowsAuthority ? ["--cacert", certificates.authority] : []
    let run = try await Sluice.run(["get", server.url("f0", secure: true)] + known, in: folder)
    #expect(run.status == 1)
    #expect(run.err.contains(reason), "\(run.err)")
    #expect(!run.err.contains("again in"), "it was tried again: \(run.err)")
    #expect(folder.names == [])
    let insecure = try await Sluice.run(["get", server.url("f0", secure: true), "--insecure"], in: folder)
    Self.expectSame(folder, files, insecure)
    #expect(try await server.entries().count == 1)
  }

  @Test("A good certificate of a known authority")
  func trusted() async throws {
    let files = try Self.many(1)
    let server = try await Nginx(files: files)
    let folder = try Folder()
    let certificates = try await Certificates.all
    let run = try await Sluice.run(
      ["get", server.url("f0", secure: true), "--cacert", certificates.authority], in: folder)
    Self.expectSame(folder, files, run)
    #expect(try await server.entries().map(\.status) == [200])
  }
}
