import Foundation
import Origin
import Testing

/// `--json`: one event a line.
struct EventTests {
  static let body = Body.random(1, count: 4 << 20)

  /// Every line of standard output as an object; the test fails where one is none.
  static func events(
    _ download: Download, at place: SourceLocation = #_sourceLocation
  ) throws -> [[String: Any]] {
    let lines = download.run.outText.split(separator: "\n")
    #expect(!lines.isEmpty, download.story, sourceLocation: place)
    return try lines.map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)", sourceLocation: place)
    }
  }

  @Test("Each line is an object, secrets are cut out", arguments: [200, 404])
  func form(_ status: Int) async throws {
    let download = try await Download.get("/f.bin?sig=s1gnature", "--json") { request in
      status == 200 ? .file(Self.body, for: request) : .status(status, page: "\"quotes\" \\ and \u{1}control\n")
    }
    #expect(download.run.status == (status == 200 ? 0 : 1), download.story)
    #expect(try !Self.events(download).isEmpty)
    #expect(!download.run.outText.contains("s1gnature"))
  }

  @Test("After a resume what came earlier counts as there, not as transferred")
  func resumed() async throws {
    let held = 3_800_000
    let left = try await Interrupted.download(keeping: held) { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    let download = try await left.again("--json", "-x", "1")
    download.expectDone(Self.body)
    for event in try Self.events(download) {
      if let transferred = event["transferred"] as? Int {
        #expect(transferred <= Self.body.count - held + 65_536, download.story)
      }
    }
  }

  @Test("There is never more than the whole, whatever is thrown away and fetched again")
  func neverMore() async throws {
    let download = try await Download.get("/f.bin", "--json", "-x", "4") { request in
      let file = Answer.file(Self.body, for: request, ranges: request.number % 3 != 2)
        .limited(toBytesPerSecond: 2 << 20)
      return request.number == 1 ? file.cut(at: 2_000_000) : file
    }
    download.expectDone(Self.body)
    for event in try Self.events(download) {
      if let received = event["received"] as? Int {
        #expect((0...Self.body.count).contains(received), download.story)
      }
    }
  }

  @Test("Without a length nothing is divided by it")
  func unknownLength() async throws {
    let download = try await Download.get("/f.bin", "--json") { request in
      .file(Self.body, for: request).framed(.close).limited(toBytesPerSecond: 4 << 20)
    }
    download.expectDone(Self.body)
    _ = try Self.events(download)
  }
}
