import Foundation
import Glibc
import Origin
import Testing

/// Signals, and what goes on afterwards.
struct InterruptionTests {
  static let body = Body.random(1, count: 16 << 20)
  static let held = 12 << 20

  /// Starts a download that stalls with `held` bytes there.
  static func stalled(_ options: String..., folder: Folder) async throws -> (Origin, Running) {
    let origin = try Origin { request in
      let file = Answer.file(body, for: request)
      return request.number == 1 ? file.stalled(at: held) : file
    }
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"] + options, in: folder)
    try await origin.wait { $0.sent == held }
    return (origin, running)
  }

  @Test("Ctrl-C and SIGTERM: everything is kept, and the command that goes on is told", arguments: [SIGINT, SIGTERM])
  func stop(_ signal: Int32) async throws {
    let folder = try Folder()
    let (origin, running) = try await Self.stalled(folder: folder)
    defer { origin.stop() }
    running.signal(signal)
    let stopped = await running.finish()
    let first = Download(folder: folder, run: stopped, log: origin.log)
    #expect(stopped.status == 128 + signal, first.story)
    #expect(folder.names == ["f.bin.sluice", "f.bin.sluice.plist"], first.story)
    #expect(stopped.err.contains("sluice get"), first.story)
    #expect(stopped.err.contains(origin.url("/f.bin")), first.story)

    let download = try await Download.get(origin.url("/f.bin"), ["-x", "1"], from: origin, in: folder)
    download.expectDone(Self.body)
    // The kernel may have held what nobody had read yet.
    #expect(download.log.sent <= Self.body.count - Self.held + (4 << 20), download.story)
  }

  @Test("Before the first byte, while waiting, between names", arguments: ["silence", "503", "refused"])
  func stopEarly(_ kind: String) async throws {
    let origin = try Origin { _ in kind == "silence" ? .silence : .status(503, retryAfter: "60") }
    defer { origin.stop() }
    let refusing = try Listener(listens: false)
    defer { withExtendedLifetime(refusing) {} }
    let port = kind == "refused" ? refusing.port : origin.port
    let folder = try Folder()
    let running = try Sluice.start(["get", "-v", "http://127.0.0.1:\(port)/f.bin"], in: folder, limit: .seconds(15))
    if kind == "refused" {
      try await folder.wait { _ in !running.errors.isEmpty }
    } else {
      try await origin.wait { $0.count == 1 }
    }
    running.signal(SIGINT)
    let run = await running.finish()
    #expect(run.status == 130, "\(run.err)")
    #expect(folder.finalNames == [])
  }

  @Test("The command that is told works, in a shell")
  func toldCommand() async throws {
    let folder = try Folder()
    let (origin, running) = try await Self.stalled("-o", "it's here.bin", folder: folder)
    defer { origin.stop() }
    running.signal(SIGINT)
    let stopped = await running.finish()
    let line = try #require(
      stopped.err.split(separator: "\n").first { $0.contains("sluice get") }.map(String.init), "\(stopped.err)")
    let command = line[try #require(line.range(of: "sluice get")?.lowerBound)...]
    let script = "PATH=\"$(dirname \"$SLUICE\"):$PATH\"; \(command)"
    let run = try await Sluice.shell(script, in: folder)
    #expect(run.status == 0, "\(command)\n\(run.err)")
    #expect(folder.names == ["it's here.bin"])
    #expect(folder.read("it's here.bin") == Self.body.bytes)
  }

  @Test("kill -9: at most 4 MiB are fetched again")
  func killed() async throws {
    let folder = try Folder()
    let (origin, running) = try await Self.stalled(folder: folder)
    defer { origin.stop() }
    // The record is renewed for every 4 MiB gained: with 12 MiB there it stands at 8 MiB at least.
    try await folder.wait { ((try? Record($0))?.received ?? 0) >= 8 << 20 }
    running.signal(SIGKILL)
    #expect(await running.finish().status == 128 + SIGKILL)
    #expect(folder.finalNames == [])

    let download = try await Download.get(origin.url("/f.bin"), ["-x", "1"], from: origin, in: folder)
    download.expectDone(Self.body)
    #expect(download.log.sent <= Self.body.count - Self.held + (4 << 20) + 131_072, download.story)
  }

  @Test(
    "Ended at any moment, again and again; then the right bytes", arguments: [SIGKILL, SIGINT, SIGTERM], [1, 4])
  func endedAgain(_ signal: Int32, _ connections: Int) async throws {
    let origin = try Origin { .file(Self.body, for: $0).limited(toBytesPerSecond: 8 << 20) }
    defer { origin.stop() }
    let folder = try Folder()
    // The moments are told where something fails.
    var random = SystemRandomNumberGenerator()
    var moments: [Int] = []
    for _ in 0..<8 where !folder.names.contains("f.bin") {
      let moment = Int.random(in: 0..<3_000_000, using: &random)
      moments.append(moment)
      let before = origin.log.sent
      let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", String(connections)], in: folder)
      try await origin.wait { $0.sent - before >= moment || !running.isRunning }
      running.signal(signal)
      _ = await running.finish()
      #expect(folder.finalNames == [] || folder.read("f.bin") == Self.body.bytes, "\(moments)")
    }
    if folder.finalNames == [] {
      let download = try await Download.get(origin.url("/f.bin"), from: origin, in: folder)
      download.expectDone(Self.body)
    }
    #expect(folder.read("f.bin") == Self.body.bytes, "\(moments)")
    #expect(folder.names == ["f.bin"], "\(moments)")
  }

  @Test("Many downloads are stopped together, and go on together")
  func many() async throws {
    let content = Body.random(3, count: 2 << 20)
    let origin = try Origin { request in
      let file = Answer.file(content, for: request)
      return request.pathNumber == 1 ? file.stalled(at: 1_500_000) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let urls = (0..<5).map { origin.url("/f\($0)") }
    let running = try Sluice.start(["get", "-x", "1"] + urls, in: folder)
    try await origin.wait { $0.sent == 5 * 1_500_000 }
    running.signal(SIGINT)
    let stopped = await running.finish()
    #expect(stopped.status == 130, "\(stopped.err)")
    #expect(folder.finalNames == [])
    let run = try await Sluice.run(["get"] + urls, in: folder)
    #expect(run.status == 0, "\(run.err)")
    for number in 0..<5 { #expect(folder.read("f\(number)") == content.bytes) }
    #expect(folder.names.count == 5)
  }

  @Test("A second Ctrl-C does no harm")
  func twice() async throws {
    let folder = try Folder()
    let (origin, running) = try await Self.stalled(folder: folder)
    defer { origin.stop() }
    running.signal(SIGINT)
    running.signal(SIGINT)
    let run = await running.finish()
    #expect(run.status == 130, "\(run.err)")
    let download = try await Download.get(origin.url("/f.bin"), from: origin, in: folder)
    download.expectDone(Self.body)
  }
}
