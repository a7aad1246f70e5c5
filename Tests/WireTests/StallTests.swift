import Glibc
import Origin
import Testing

/// Connections that bring nothing, or next to nothing.
struct StallTests {
  static let body = Body.random(1)

  @Test("A stalled connection is given up, and the download goes on")
  func once() async throws {
    let download = try await Download.get("/f.bin", "--stall-timeout", "1", "-x", "1") { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.stalled(at: 500_000) : file
    }
    download.expectDone(Self.body)
    #expect(download.log.sent == Self.body.count, download.story)
  }

  @Test(
    "One that goes quiet is not waited for until it counts as stalled",
    arguments: ["the first", "one that joined", "one that joined, before its answer", "for a while"])
  func quiet(_ which: String) async throws {
    let body = Body.random(3, count: 12 << 20)
    let download = try await Download.get("/f.bin", limit: .seconds(40)) { request in
      let file = Answer.file(body, for: request)
      switch (which, request.number) {
      case ("the first", 1): return file.stalled(at: 1 << 20)
      case ("one that joined", 2): return file.limited(toBytesPerSecond: 1 << 20).stalled(at: 100_000)
      case ("one that joined, before its answer", 2): return .silence
      case ("for a while", 1): return file.paused(at: 1 << 20, for: .seconds(5))
      default: return file.limited(toBytesPerSecond: 2 << 20)
      }
    }
    download.expectDone(body)
    #expect(download.log.sent < body.count * 3 / 2, download.story)
  }

  @Test("Before the head too", arguments: [true, false])
  func beforeHead(_ forEver: Bool) async throws {
    let download = try await Download.get("/f.bin", "--stall-timeout", "1") { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? (forEver ? .silence : file.delayed(.seconds(4))) : file
    }
    download.expectDone(Self.body)
  }

  @Test("Always: an end, with what came kept")
  func always() async throws {
    let download = try await Download.get("/f.bin", "--stall-timeout", "1", "--retries", "1", "-x", "1") { request in
      .file(Self.body, for: request).stalled(at: request.number == 1 ? 500_000 : 0)
    }
    download.expectKept()
    #expect(download.log.count <= 3, download.story)
  }

  @Test("What comes late on a connection that was given up reaches no file")
  func lateBurst() async throws {
    let download = try await Download.get("/f.bin", "--stall-timeout", "1", "-x", "2") { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1
        ? file.paused(at: 200_000, for: .milliseconds(2500))
        : file.limited(toBytesPerSecond: 300_000)
    }
    download.expectDone(Self.body)
  }

  @Test("Slow but never still for that long: no stall")
  func slow() async throws {
    let body = Body.random(5, count: 12)
    let download = try await Download.get("/f.bin", "--stall-timeout", "2", "-x", "1") { request in
      .file(body, for: request).dripping(1, every: .milliseconds(250))
    }
    download.expectDone(body)
    #expect(download.log.count == 1, download.story)
  }

  @Test("--max-time ends what drips for ever, and what waits", arguments: ["drip", "silence", "503", "stall"])
  func maxTime(_ kind: String) async throws {
    let download = try await Download.get("/f.bin", "--max-time", "2", limit: .seconds(20)) { request in
      switch kind {
      case "drip": .file(Self.body, for: request).dripping(1, every: .milliseconds(200))
      case "silence": .silence
      case "503": .status(503)
      default: .file(Self.body, for: request).stalled(at: 1000)
      }
    }
    download.expectFailed()
  }

  @Test("--connect-timeout ends what never connects")
  func connect() async throws {
    let hole = try BlackHole()
    defer { hole.close() }
    let folder = try Folder()
    let run = try await Sluice.run(
      ["get", "http://127.0.0.1:\(hole.port)/f.bin", "--connect-timeout", "1", "--retries", "0"], in: folder,
      limit: .seconds(12))
    #expect(run.status == 1, "\(run.err)")
    #expect(!run.isLate)
    #expect(folder.names == [])
  }

  @Test("Stopped by SIGSTOP while the connection ends: goes on after SIGCONT")
  func asleep() async throws {
    let origin = try Origin { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.stalled(at: 500_000) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"], in: folder, limit: .seconds(30))
    try await origin.wait { $0.sent == 500_000 }
    running.signal(SIGSTOP)
    origin.disconnect()
    try await origin.wait { $0.exchanges.first?.isDone == true }
    running.signal(SIGCONT)
    let run = await running.finish()
    Download(folder: folder, run: run, log: origin.log).expectDone(Self.body)
  }
}
