import Origin
import Testing

/// The words of the command: what is right, what is wrong, and what is said then.
struct CommandTests {
  static let body = Body.random(1, count: 50_000)

  struct Wrong: Sendable, CustomTestStringConvertible {
    let words: [String]
    /// All of these stand in the message.
    let told: [String]
    var testDescription: String { words.joined(separator: " ") }
    init(_ words: String, _ told: String...) {
      self.words = words.split(separator: " ").map(String.init)
      self.told = told
    }
  }

  static let url = "http://127.0.0.1:1/f"

  @Test(
    "A wrong word is named, and the near one suggested",
    arguments: [
      Wrong("get --conections 4 \(url)", "--conections", "--connections"),
      Wrong("get --chekcsum x \(url)", "--chekcsum", "--checksum"),
      Wrong("get --overwrit \(url)", "--overwrit", "--overwrite"),
      Wrong("get --stall-time 3 \(url)", "--stall-time", "--stall-timeout"),
      Wrong("get --skip-existin \(url)", "--skip-existin", "--skip-existing"),
      Wrong("get --zzzzzzzz \(url)", "--zzzzzzzz"),
      Wrong("get -Z \(url)", "-Z"),
      Wrong("gte \(url)", "gte", "get"),
      Wrong("get"),
      Wrong("get -x \(url)"),
      Wrong("get -x abc \(url)", "abc"),
      Wrong("get -x 0 \(url)", "0"),
      Wrong("get -x -3 \(url)", "-3"),
      Wrong("get -x 99999999999999999999 \(url)", "99999999999999999999"),
      Wrong("get -j 0 \(url)", "0"),
      Wrong("get --retries many \(url)", "many"),
      Wrong("get --retries -1 \(url)", "-1"),
      Wrong("get --stall-timeout soon \(url)", "soon"),
      Wrong("get --max-time \(url)"),
      Wrong("get --http-version 9 \(url)", "9"),
      Wrong("get --progress loud \(url)", "loud"),
      Wrong("get --output \(url)"),
      Wrong("get -o f \(url) \(url)", "-o"),
      Wrong("get --sync=yes \(url)", "--sync"),
    ])
  func wrong(_ example: Wrong) async throws {
    let folder = try Folder()
    let run = try await Sluice.run(example.words, in: folder, limit: .seconds(20))
    #expect(run.status == 2, "\(run.err)")
    #expect(run.out.isEmpty, "\(run.outText)")
    #expect(!run.err.isEmpty)
    for word in example.told { #expect(run.err.contains(word), "\(run.err)") }
    #expect(folder.names == [])
  }

  @Test("No words at all: usage")
  func nothing() async throws {
    let run = try await Sluice.run([], in: try Folder())
    #expect(run.status == 2)
    #expect((run.err + run.outText).contains("get"))
  }

  @Test("Help and version go to standard output", arguments: [["--version"], ["help"], ["help", "get"]])
  func help(_ words: [String]) async throws {
    let run = try await Sluice.run(words, in: try Folder())
    #expect(run.status == 0, "\(run.err)")
    #expect(run.outText.contains("sluice"))
    #expect(run.err.isEmpty, "\(run.err)")
  }

  @Test("help get names every option")
  func helpGet() async throws {
    let run = try await Sluice.run(["help", "get"], in: try Folder())
    for option in [
      "-o", "--output", "-d", "--dir", "-i", "--input", "-j", "--jobs", "-x", "--connections",
      "--connections-per-host", "--checksum", "-H", "--header", "-u", "--user", "--cacert", "--insecure",
      "--user-agent", "--http-version", "--retries", "--connect-timeout", "--stall-timeout", "--max-time",
      "--url-command", "--overwrite", "--rename", "--skip-existing", "--restart", "--sync", "--progress", "--json",
      "-q",
      "--quiet", "-v", "--verbose",
    ] {
      #expect(run.outText.contains(option), "\(option)")
    }
  }

  @Test("Long options with a space or an equals sign; words in any order; -- ends the options")
  func forms() async throws {
    for words in [["--output=f.bin", "URL"], ["URL", "--output", "f.bin"], ["-o", "f.bin", "--", "URL"]] {
      let origin = try Origin { .file(Self.body, for: $0) }
      defer { origin.stop() }
      let folder = try Folder()
      let run = try await Sluice.run(
        ["get"] + words.map { $0 == "URL" ? origin.url("/x") : $0 }, in: folder)
      Download(folder: folder, run: run, log: origin.log).expectDone(Self.body)
    }
  }

  @Test(
    "What is no URL, or none of ours",
    arguments: ["ftp6://x/y", "file:///etc/passwd", "nonsense", "http://", "http://[::1/f"])
  func noURL(_ url: String) async throws {
    let folder = try Folder()
    let run = try await Sluice.run(["get", url, "--retries", "0"], in: folder, limit: .seconds(20))
    #expect(run.status == 1 || run.status == 2, "\(run.err)")
    #expect(!run.err.isEmpty)
    #expect(folder.names == [])
  }

  @Test("All done: 0; one failed: 1, with which and why")
  func statuses() async throws {
    let origin = try Origin { $0.path == "/bad" ? .status(410) : .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let done = try await Sluice.run(["get", origin.url("/a"), origin.url("/b")], in: folder)
    #expect(done.status == 0, "\(done.err)")
    let failed = try await Sluice.run(["get", origin.url("/c"), origin.url("/bad"), origin.url("/d")], in: folder)
    #expect(failed.status == 1)
    #expect(failed.err.contains("/bad") && failed.err.contains("410"), "\(failed.err)")
    #expect(folder.names == ["a", "b", "c", "d"])
  }

  @Test("--quiet is quiet where all goes well, and not where something fails")
  func quiet() async throws {
    let good = try await Download.get("/f.bin", "-q") { .file(Self.body, for: $0) }
    good.expectDone(Self.body)
    #expect(good.run.err.isEmpty && good.run.out.isEmpty, good.story)
    let bad = try await Download.get("/f.bin", "-q") { _ in .status(404) }
    bad.expectFailed()
  }

  @Test("Without a terminal no control sequences", arguments: ["auto", "plain", "none"])
  func plain(_ progress: String) async throws {
    let download = try await Download.get("/f.bin", "--progress", progress) { .file(Self.body, for: $0) }
    download.expectDone(Self.body)
    #expect(!download.run.err.contains("\u{1b}") && !download.run.err.contains("\r"), download.story)
  }
}
