import Origin
import Testing

/// `-i`: URLs from a file or standard input.
struct ListTests {
  static let body = Body.random(1, count: 20_000)

  static func run(
    _ list: (Origin) -> String, _ options: [String] = [], stdin: Bool = false
  ) async throws -> (Run, Folder, Log) {
    let origin = try Origin { request in
      request.path.hasPrefix("/missing") ? .status(404) : .file(Self.body, for: request)
    }
    defer { origin.stop() }
    let folder = try Folder()
    try folder.write("../list", list(origin))
    let run = try await Sluice.run(
      ["get", "-i", stdin ? "-" : "../list"] + options, in: folder, input: stdin ? list(origin) : nil)
    return (run, folder, origin.log)
  }

  @Test("Comments, blank lines, spaces and CRLF", arguments: [true, false])
  func forms(_ stdin: Bool) async throws {
    let (run, folder, log) = try await Self.run(
      { origin in
        "# a comment\n\n\(origin.url("/a"))\n   \n\(origin.url("/b?x=1#y"))\r\n\r\n  \(origin.url("/c"))  \n"
          + "#\(origin.url("/no"))\n\(origin.url("/last"))"
      }, stdin: stdin)
    #expect(run.status == 0, "\(run.err)")
    #expect(folder.names == ["a", "b", "c", "last"])
    #expect(log.count == 4)
    for name in folder.names { #expect(folder.read(name) == Self.body.bytes) }
  }

  @Test("One fails: the others come, status 1, and it is named")
  func oneFails() async throws {
    let (run, folder, _) = try await Self.run { origin in
      (0..<10).map { origin.url($0 == 4 ? "/missing4" : "/f\($0)") }.joined(separator: "\n")
    }
    #expect(run.status == 1)
    #expect(folder.names == (0..<10).filter { $0 != 4 }.map { "f\($0)" })
    #expect(run.err.contains("/missing4"), "\(run.err)")
    #expect(run.err.contains("404"), "\(run.err)")
  }

  @Test("A line that is no URL: the others come, status 1, and it is named")
  func nonsense() async throws {
    let (run, folder, _) = try await Self.run { origin in
      "\(origin.url("/a"))\nthis is nonsense\n\(origin.url("/b"))\nhttp://\nfile:///etc/passwd\n"
    }
    #expect(run.status == 1, "\(run.err)")
    #expect(folder.names == ["a", "b"])
    #expect(run.err.contains("nonsense"), "\(run.err)")
  }

  @Test("An empty list is done at once", arguments: ["", "\n\n", "# nothing\n"])
  func empty(_ list: String) async throws {
    let (run, folder, _) = try await Self.run({ _ in list })
    #expect(run.status == 0 || run.status == 2, "\(run.err)")
    #expect(folder.names == [])
  }

  @Test("A list that isn't there")
  func missing() async throws {
    let folder = try Folder()
    let run = try await Sluice.run(["get", "-i", "no-such-list"], in: folder)
    #expect(run.status == 1 || run.status == 2)
    #expect(run.err.contains("no-such-list"), "\(run.err)")
  }

  @Test("A list and URLs beside it, into one folder")
  func both() async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    try folder.write("../list", origin.url("/a"))
    let run = try await Sluice.run(["get", origin.url("/b"), "-i", "../list", "-d", "new"], in: folder)
    #expect(run.status == 0, "\(run.err)")
    #expect(folder.read("new/a") == Self.body.bytes)
    #expect(folder.read("new/b") == Self.body.bytes)
  }

  @Test("The same command again: what is there is skipped, the rest comes")
  func again() async throws {
    let origin = try Origin { request in
      request.path == "/f3" && request.pathNumber == 1 ? .status(404) : .file(Self.body, for: request)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let words = ["get", "--skip-existing"] + (0..<6).map { origin.url("/f\($0)") }
    let first = try await Sluice.run(words, in: folder)
    #expect(first.status == 1)
    #expect(folder.names.count == 5)
    let second = try await Sluice.run(words, in: folder)
    #expect(second.status == 0, "\(second.err)")
    #expect(folder.names.count == 6)
  }

  @Test("Two thousand lines, streamed")
  func many() async throws {
    let (run, folder, log) = try await Self.run(
      { origin in (0..<2000).map { origin.url("/f\($0)") }.joined(separator: "\n") }, ["-q"], stdin: true)
    #expect(run.status == 0, "\(run.err.suffix(500))")
    #expect(folder.names.count == 2000)
    #expect(log.count == 2000)
  }
}
