import Origin
import Testing

/// How many connections there are at most.
struct LimitTests {
  static let body = Body.random(1, count: 3 << 20)

  @Test("-x bounds the connections of a download, and a host's bound is kept beside it", arguments: [1, 2, 3, 16])
  func perDownload(_ connections: Int) async throws {
    let download = try await Download.get("/f.bin", "-x", String(connections)) {
      .file(Self.body, for: $0).limited(toBytesPerSecond: 600_000)
    }
    download.expectDone(Self.body)
    #expect(download.log.peakConnections <= min(connections, 8), download.story)
  }

  @Test("--connections-per-host bounds those of all downloads", arguments: [1, 2, 3])
  func perHost(_ connections: Int) async throws {
    let content = Self.body[0..<1_000_000]
    let origin = try Origin { .file(content, for: $0).limited(toBytesPerSecond: 1_500_000) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(
      ["get", "-j", "6", "-x", "4", "--connections-per-host", String(connections)]
        + (0..<6).map { origin.url("/f\($0)") }, in: folder)
    #expect(run.status == 0, "\(run.err)")
    #expect(origin.log.peakConnections <= connections)
    for number in 0..<6 { #expect(folder.read("f\(number)") == content.bytes) }
  }

  @Test("By default a host gets 8 at most")
  func byDefault() async throws {
    let content = Self.body[0..<500_000]
    let origin = try Origin { .file(content, for: $0).limited(toBytesPerSecond: 500_000) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(["get", "-j", "20"] + (0..<20).map { origin.url("/f\($0)") }, in: folder)
    #expect(run.status == 0, "\(run.err)")
    #expect((2...8).contains(origin.log.peakConnections), "\(origin.log.peakConnections)")
    #expect(folder.names.count == 20)
  }

  @Test("-j bounds the downloads at once", arguments: [1, 3])
  func jobs(_ jobs: Int) async throws {
    let content = Self.body[0..<200_000]
    let origin = try Origin { .file(content, for: $0).limited(toBytesPerSecond: 800_000) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(
      ["get", "-x", "1", "-j", String(jobs)] + (0..<8).map { origin.url("/f\($0)") }, in: folder)
    #expect(run.status == 0, "\(run.err)")
    #expect(origin.log.peakRequests <= jobs)
    #expect(folder.names.count == 8)
  }

  @Test("An origin that bears three connections gets along", arguments: ["503", "429", "reset", "403"])
  func origin(_ kind: String) async throws {
    let download = try await Download.get("/f.bin", "-x", "8") { request in
      guard request.concurrent > 3 else { return .file(Self.body, for: request).limited(toBytesPerSecond: 400_000) }
      return kind == "reset" ? .reset : .status(Int(kind) ?? 0)
    }
    download.expectDone(Self.body)
    #expect(download.log.count <= 60, download.story)
  }

  @Test("Many downloads from an origin that bears two connections", arguments: ["503", "429", "reset"])
  func originAndMany(_ kind: String) async throws {
    let content = Self.body[0..<100_000]
    let origin = try Origin { request in
      guard request.concurrent > 2 else {
        return .file(content, for: request).limited(toBytesPerSecond: 2_000_000)
      }
      return kind == "reset" ? .reset : .status(Int(kind) ?? 0)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(["get", "-j", "8"] + (0..<20).map { origin.url("/f\($0)") }, in: folder)
    #expect(run.status == 0, "\(run.err)")
    for number in 0..<20 { #expect(folder.read("f\(number)") == content.bytes) }
  }

  @Test("Connections that the origin closes after each answer, without saying so")
  func closedUnsaid() async throws {
    let content = Body.random(3, count: 5000)
    let origin = try Origin { .file(content, for: $0).cut(at: content.count) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(["get", "-j", "4"] + (0..<60).map { origin.url("/f\($0)") }, in: folder)
    #expect(run.status == 0, "\(run.err)")
    for number in 0..<60 { #expect(folder.read("f\(number)") == content.bytes) }
  }

  @Test("Small files go over few connections, again and again")
  func reuse() async throws {
    let content = Body.random(3, count: 5000)
    let origin = try Origin { .file(content, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let list = (0..<300).map { origin.url("/f\($0)") }.joined(separator: "\n")
    try folder.write("../list", list)
    let run = try await Sluice.run(["get", "-i", "../list"], in: folder)
    #expect(run.status == 0, "\(run.err)")
    #expect(folder.names.count == 300)
    #expect(origin.log.count == 300)
    #expect(origin.log.connections <= 40, "\(origin.log.connections)")
  }
}
