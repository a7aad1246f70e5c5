import Testing
import Transfer

@testable import Command

@Suite struct ArgumentsTests {
  private func parse(_ words: String...) throws -> GetCommand { try GetCommand(words[...]) }

  @Test func `without options there are defaults`() throws {
    let command = try parse("http://a/b")
    #expect(command.urls == ["http://a/b"])
    #expect(command.jobs == 8)
    #expect(command.connectionsPerHost == 8)
    #expect(command.options.connections == 8)
    #expect(command.options.retries == 8)
    #expect(command.options.connectTimeout == .seconds(15))
    #expect(command.options.stallTimeout == .seconds(60))
    #expect(command.options.maxTime == nil)
    #expect(command.options.existing == .refuse)
    #expect(command.options.verifiesPeer)
    #expect(!command.options.allowsDowngrade)
    #expect(command.destination == .folder("."))
  }

  @Test(arguments: [
    ["-qv", "-j4", "u"], ["-q", "-v", "-j", "4", "u"], ["u", "-vqj4"], ["--quiet", "--verbose", "--jobs=4", "u"],
    ["--quiet", "--verbose", "--jobs", "4", "--", "u"],
  ])
  func `an option can be written in several ways`(words: [String]) throws {
    let command = try GetCommand(words[...])
    #expect(command.quiet && command.verbose)
    #expect(command.jobs == 4)
    #expect(command.urls == ["u"])
  }

  @Test func `every option of the table does what it says`() throws {
    let command = try parse(
      "--dir", "d", "-i", "list", "-j3", "-x5", "--connections-per-host", "7", "-H", "A: b", "--header=C:d ", "-u",
      "me:p:w", "--cacert=ca.pem", "--insecure", "--user-agent", "x/1", "--http-version", "2", "--retries", "0",
      "--connect-timeout", "0.5", "--stall-timeout=2", "--max-time", "90", "--url-command", "echo x",
      "--skip-existing", "--restart", "--sync", "--progress", "plain", "--json", "-q", "-v", "--allow-downgrade", "u",
      "v")
    #expect(command.folder == "d")
    #expect(command.list == "list")
    #expect(command.jobs == 3)
    #expect(command.options.connections == 5)
    #expect(command.connectionsPerHost == 7)
    #expect(command.options.headers == [HeaderField(name: "A", value: "b"), HeaderField(name: "C", value: "d")])
    #expect(command.options.credential == .init(user: "me", password: "p:w"))
    #expect(command.options.caFile == "ca.pem")
    #expect(!command.options.verifiesPeer)
    #expect(command.options.userAgent == "x/1")
    #expect(command.options.httpVersion == .http2)
    #expect(command.options.retries == 0)
    #expect(command.options.connectTimeout == .milliseconds(500))
    #expect(command.options.stallTimeout == .seconds(2))
    #expect(command.options.maxTime == .seconds(90))
    #expect(command.options.urlCommand == "echo x")
    #expect(command.options.existing == .skip)
    #expect(command.options.restarts && command.options.syncs && command.options.allowsDowngrade)
    #expect(command.progress == .plain)
    #expect(command.json && command.quiet && command.verbose)
    #expect(command.urls == ["u", "v"])
  }

  @Test(
    arguments: [
      ("f", nil, .file(folder: ".", name: "f")), ("f", "d", .file(folder: "d", name: "f")),
      ("a/b/f", nil, .file(folder: "a/b", name: "f")), ("a/f", "d", .file(folder: "d/a", name: "f")),
      ("/f", nil, .file(folder: "/", name: "f")), ("/a/f", "d", .file(folder: "/a", name: "f")),
      ("./-f", nil, .file(folder: ".", name: "-f")), ("-", nil, .stream(descriptor: 1)),
      (nil, "d", .folder("d")),
    ] as [(String?, String?, TransferRequest.Destination)])
  func `the destination follows from -o and -d`(
    output: String?, folder: String?, expected: TransferRequest.Destination
  ) throws {
    let words = (output.map { ["-o", $0] } ?? []) + (folder.map { ["-d", $0] } ?? []) + ["u"]
    #expect(try GetCommand(words[...]).destination == expected)
  }

  @Test(arguments: ["sha-256", "sha256", "SHA-256", "Sha256"])
  func `checksums have aliases`(name: String) throws {
    let hex = String(repeating: "aB", count: 32)
    let command = try parse("--checksum", "\(name)=\(hex)", "u")
    #expect(command.options.checksum == Checksum(algorithm: .sha256, hex: hex))
  }

  @Test func `a time-out of 0 is no limit`() throws {
    let command = try parse("--stall-timeout", "0", "--max-time", "0", "u")
    #expect(command.options.stallTimeout >= .seconds(1_000_000))
    #expect(command.options.maxTime == nil)
  }

  /// Words, and what the message must have.
  @Test(
    arguments: [
      (["--ouput", "f", "u"], ["--ouput", "--output"]), (["--outpt=f", "u"], ["--outpt", "--output"]),
      (["-Z", "u"], ["-Z"]), (["-jobs=3", "u"], ["--jobs"]), (["-output", "f", "u"], ["--output"]),
      (["--quiet=yes", "u"], ["--quiet", "no value"]), (["u", "-o"], ["-o", "FILE"]),
      (["u", "--dir"], ["--dir", "DIR"]),
      (["--jobs", "0", "u"], ["--jobs", "\"0\"", "1"]), (["-j", "x", "u"], ["--jobs", "\"x\""]),
      (["-x", "-1", "u"], ["--connections", "\"-1\""]), (["--retries", "1e3", "u"], ["--retries", "1e3"]),
      (["--jobs", "99999999999999999999", "u"], ["--jobs"]), (["--max-time", "-1", "u"], ["--max-time", "-1"]),
      (["--max-time", "inf", "u"], ["--max-time", "inf"]), (["--max-time", "1.2.3", "u"], ["--max-time"]),
      (["--stall-timeout", "0x10", "u"], ["--stall-timeout", "0x10"]), (["--max-time", ".", "u"], ["--max-time"]),
      (["--progress", "barr", "u"], ["--progress", "barr", "did you mean bar"]),
      (["--http-version", "3", "u"], ["--http-version", "\"3\""]),
      (["--checksum", "sha257=00", "u"], ["sha257", "sha-256"]), (["--checksum", "md5=00", "u"], ["md5", "32"]),
      (["--checksum", "md5", "u"], ["ALG=HEX"]), (["-H", "nothing", "u"], ["--header", "colon"]),
      (["-H", "a b: c", "u"], ["--header"]), (["-H", ": c", "u"], ["--header"]),
      (["-H", "A: b\r\nC: d", "u"], ["--header", "A"]), (["-H", "Range: bytes=1-2", "u"], ["Range"]),
      (["-H", "accept-encoding: gzip", "u"], ["accept-encoding"]), (["--user-agent", "a\nb", "u"], ["--user-agent"]),
      (["-u", ":pw", "u"], ["--user"]), (["--overwrite", "--rename", "u"], ["--rename", "--overwrite"]),
      (["-o", "f", "u", "v"], ["--output", "single"]), (["-o", "f", "-i", "list"], ["--output", "single"]),
      (["--checksum", "md5=d41d8cd98f00b204e9800998ecf8427e", "u", "v"], ["--checksum", "single"]),
      (["-o", "dir/", "u"], ["dir/", "--dir"]), (["-o", "..", "u"], ["..", "--dir"]), (["-o", "", "u"], ["--output"]),
      (["--json", "-o", "-", "u"], ["--json", "--output -"]), ([], ["URL"]), (["-q"], ["URL"]), ([""], ["empty"]),
    ] as [([String], [String])])
  func `what can't be followed is named`(words: [String], parts: [String]) {
    let error = #expect(throws: UsageError.self) { try GetCommand(words[...]) }
    for part in parts { #expect(error?.message.contains(part) == true, "\(error?.message ?? "")") }
  }

  @Test(arguments: [
    ["-H", "Authorization s3cret", "u"], ["-H", "bad name: s3cret", "u"], ["-H", "A: s3cret\n", "u"],
    ["--usr=me:s3cret", "u"], ["-user=me:s3cret", "u"], ["-u", ":s3cret", "u"], ["--header=Range: s3cret", "u"],
  ])
  func `messages never show a secret`(words: [String]) {
    let error = #expect(throws: UsageError.self) { try GetCommand(words[...]) }
    #expect(error?.message.contains("s3cret") == false)
  }

  @Test(
    arguments: [
      ([], "help"), (["help"], "help"), (["--help"], "help"), (["-h"], "help"), (["help", "get"], "get"),
      (["get", "--help"], "get"), (["get", "u", "-h"], "get"), (["--version"], "version"),
    ] as [([String], String)])
  func `help and version are found`(words: [String], expected: String) throws {
    let found =
      switch try Invocation(["sluice"] + words) {
      case .nothing: "help"
      case .help(let text): text == Help.get ? "get" : "help"
      case .version: "version"
      case .get: "a download"
      }
    #expect(found == expected)
  }

  @Test(
    arguments: [
      (["gte", "u"], "get"), (["hlep"], "help"), (["help", "gett"], "get"), (["--versoin"], "--version"),
      (["https://example.org/a"], "sluice get URL"),
    ] as [([String], String)])
  func `a wrong command suggests the near one`(words: [String], meant: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(["sluice"] + words) }
    #expect(error?.message.contains(meant) == true)
  }
}
