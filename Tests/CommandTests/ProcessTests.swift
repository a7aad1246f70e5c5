import Foundation
import Testing

/// The built command as a process: statuses, outputs, and what other processes see of it.
@Suite struct ProcessTests {
  private struct Ended {
    var status: Int32
    var output: String
    var errors: String
  }

  /// A running `sluice`, its standard input a pipe that stays open until `end` is called.
  private final class Running {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ words: [String], environment: [String: String] = [:]) throws {
      process.executableURL = try Running.binary
      process.arguments = words
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    /// Beside the test bundle.
    private static var binary: URL {
      get throws {
        var folder = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        repeat {
          folder.deleteLastPathComponent()
        } while folder.path != "/"
          && !FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("sluice").path)
        try #require(folder.path != "/", "sluice is not built")
        return folder.appendingPathComponent("sluice")
      }
    }

    func end(input text: String = "") throws -> Ended {
      input.fileHandleForWriting.write(Data(text.utf8))
      try input.fileHandleForWriting.close()
      return finish()
    }

    func finish() -> Ended {
      let output = output.fileHandleForReading.readDataToEndOfFile()
      let errors = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Ended(
        status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
        errors: String(decoding: errors, as: UTF8.self))
    }

    /// What procfs shows, once it shows that the command has begun its work.
    func procfs(_ name: String, until condition: (String) -> Bool) throws -> String {
      for _ in 0..<2000 {
        let data = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(process.processIdentifier)/\(name)"))
          .readToEnd()
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        if condition(text) { return text }
        usleep(5000)
      }
      Issue.record("/proc/…/\(name) never showed what it should")
      return ""
    }
  }

  private func run(_ words: String..., environment: [String: String] = [:], input: String = "") throws -> Ended {
    try Running(words, environment: environment).end(input: input)
  }

  @Test func `help and version go to standard output`() throws {
    let version = try run("--version")
    #expect(version.status == 0)
    #expect(version.output.hasPrefix("sluice "))
    let help = try run("help", "get")
    #expect(help.status == 0)
    #expect(help.output.contains("--output FILE"))
    #expect(help.errors.isEmpty)
  }

  @Test func `alone, it explains itself and fails`() throws {
    let ended = try run()
    #expect(ended.status == 2)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.contains("sluice get"))
  }

  @Test func `a wrong word is named, with status 2`() throws {
    let ended = try run("get", "--ouput", "f", "http://127.0.0.1/")
    #expect(ended.status == 2)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.contains("--ouput") && ended.errors.contains("--output"))
  }

  @Test func `files that it is told to read are looked for first`() throws {
    let list = try run("get", "-i", "/nowhere/list")
    #expect(list.status == 2 && list.errors.contains("/nowhere/list"))
    let certificates = try run("get", "--cacert", "/nowhere/ca.pem", "https://127.0.0.1/")
    #expect(certificates.status == 2 && certificates.errors.contains("/nowhere/ca.pem"))
  }

  @Test func `what can't be fetched is told, with status 1, and nothing on standard output`() throws {
    let ended = try run("get", "nowhere://h/f", "gopher://me:s3cret@h/f")
    #expect(ended.status == 1)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.contains("nowhere") && ended.errors.contains("gopher"))
    #expect(!ended.errors.contains("s3cret"))
  }

  @Test func `quiet says errors only`() throws {
    let nothing = try run("get", "-q", "-i", "-")
    #expect(nothing.status == 0)
    #expect(nothing.output.isEmpty && nothing.errors.isEmpty)
    let failed = try run("get", "-q", "nowhere://h/f")
    #expect(failed.status == 1)
    #expect(failed.errors.split(separator: "\n").count == 1)
  }

  @Test func `json is on standard output, one object a line, the summary last`() throws {
    let ended = try run(
      "get", "--json", "-i", "-", input: "nowhere://h/f\n\u{1}\n" + String(repeating: "x", count: 70_000))
    #expect(ended.status == 1)
    let lines = ended.output.split(separator: "\n")
    let events = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["event"] as? String
    }
    #expect(events.last == "summary")
    #expect(events.filter { $0 == "failed" }.count == 3)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a signal ends it, and the command that goes on is said`(signal: Int32, status: Int32) throws {
    let running = try Running(["get", "-u", "me:s3cret", "-i", "-"])
    _ = try running.procfs("cmdline") { $0.contains("me:******") }
    kill(running.process.processIdentifier, signal)
    let ended = running.finish()
    #expect(ended.status == status)
    #expect(ended.errors.contains("get --user me --input -"))
    #expect(!ended.errors.contains("s3cret"))
  }

  @Test func `secrets on the command line don't stay visible to others`() throws {
    let running = try Running([
      "get", "-u", "me:s3cret", "--header=X-Token: s3cret", "-qi", "-", "http://me:s3cret@127.0.0.1:1/?sig=s3cret",
      "--retries=0",
    ])
    let line = try running.procfs("cmdline") { !$0.contains("s3cret") && $0.contains("--retries=0") }
    #expect(line.contains("-u\0me:******\0") && line.contains("--header=X-Token:"))
    #expect(!(try running.end().errors.contains("s3cret")))
  }

  @Test func `a password from the environment is taken out of it`() throws {
    let running = try Running(["get", "-u", "me", "-i", "-"], environment: ["SLUICE_PASSWORD": "s3cret"])
    let environment = try running.procfs("environ") { !$0.contains("s3cret") && !$0.isEmpty }
    #expect(environment.contains("SLUICE_PASSWORD="))
    #expect(try running.end().status == 0)
  }
}
