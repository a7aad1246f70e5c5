import Glibc
import Origin
import Testing

/// The same command again, after a run that didn't end well.
struct ResumeTests {
  static let body = Body.random(1, count: 4 << 20)
  static let held = 2_500_000

  @Test("Goes on where it was, and asks for nothing twice")
  func again() async throws {
    let left = try await Interrupted.download { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    let download = try await left.again("-x", "1")
    download.expectDone(Self.body)
    let request = try #require(download.log.requests.first)
    #expect(request.rangeStart == Self.held, download.story)
    #expect(request["If-Range"] == "\"v1\"", download.story)
    #expect(download.log.sent == Self.body.count - Self.held, download.story)
  }

  @Test("At 90 percent, and at nearly all", arguments: [0.9, 0.99999])
  func late(_ part: Double) async throws {
    let count = Int(Double(Self.body.count) * part)
    let left = try await Interrupted.download(keeping: count) { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    let download = try await left.again()
    download.expectDone(Self.body)
    #expect(download.log.sent <= Self.body.count - count + 1000, download.story)
  }

  @Test("A name that only the answer knows", arguments: ["disposition", "redirect"])
  func named(_ kind: String) async throws {
    let left = try await Interrupted.download(kind == "redirect" ? "/end.bin" : "/x", name: "end.bin") { request in
      .file(Self.body, for: request).with("Content-Disposition", "attachment; filename=end.bin")
    }
    defer { left.origin.stop() }
    let download = try await left.again()
    download.expectDone(Self.body, as: "end.bin")
    // The first answer, which tells the name, may bring bytes that are there already: as much as was on its way.
    #expect(download.log.count <= 4, download.story)
  }

  @Test("--restart drops what is there")
  func restart() async throws {
    let left = try await Interrupted.download { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    let download = try await left.again("--restart", "-x", "1")
    download.expectDone(Self.body)
    #expect(download.log.requests.first?.range == nil, download.story)
    #expect(download.log.sent == Self.body.count, download.story)
  }

  @Test("Changed in between: start at zero, whatever the origin does with If-Range", arguments: [true, false])
  func changed(_ honest: Bool) async throws {
    let other = Body.random(2, count: 4 << 20)
    let left = try await Interrupted.download { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    left.origin.answer { request in
      honest
        ? .file(other, for: request, etag: "\"v2\"")
        : OverlapTests.plain(other, request).with("ETag", "\"v2\"")
    }
    let download = try await left.again()
    download.expectDone(other)
  }

  @Test("Interrupted ten times, each byte is fetched once")
  func tenTimes() async throws {
    let origin = try Origin { request in
      .file(Self.body, for: request).cut(at: 400_000)
    }
    defer { origin.stop() }
    let folder = try Folder()
    for _ in 0..<40 where !folder.names.contains("f.bin") {
      let download = try await Download.get(
        origin.url("/f.bin"), ["--retries", "0", "-x", "1"], from: origin, in: folder)
      if download.run.status == 0 { break }
      download.expectKept()
    }
    let download = Download(
      folder: folder, run: Run(status: 0, isLate: false, out: [], err: ""), log: origin.log)
    download.expectDone(Self.body)
    #expect(origin.log.sent == Self.body.count, download.story)
  }

  @Test("Without a length, too")
  func unknownLength() async throws {
    let left = try await Interrupted.download { .file(Self.body, for: $0).chunked() }
    defer { left.origin.stop() }
    let download = try await left.again("-x", "1")
    download.expectDone(Self.body)
    #expect(download.log.requests.first?.rangeStart == Self.held, download.story)
  }

  @Test("All is there already: nothing is fetched again", arguments: [true, false])
  func complete(_ knownLength: Bool) async throws {
    let left = try await Interrupted.download(keeping: Self.body.count) { request in
      let file = Answer.file(Self.body, for: request)
      return knownLength ? file.framed(.claimed(["\(Self.body.count + 1)"])) : file.chunked()
    }
    defer { left.origin.stop() }
    left.origin.answer { .file(Self.body, for: $0) }
    let download = try await left.again("-x", "1")
    download.expectDone(Self.body)
    if !knownLength { #expect(download.log.sent == 0, download.story) }
  }

  @Test("The name was taken and is free again: the whole partial file gets it")
  func nameIsFree() async throws {
    let origin = try Origin { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.stalled(at: Self.held) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"], in: folder)
    try await origin.wait { $0.sent == Self.held }
    try folder.write("f.bin", "in the way")
    origin.disconnect()
    #expect(await running.finish().status == 1)
    try folder.remove("f.bin")
    let download = try await Download.get(origin.url("/f.bin"), ["-x", "1"], from: origin, in: folder)
    download.expectDone(Self.body)
    #expect(download.log.sent <= 65_536, download.story)
  }

  @Test(
    "Coded in the first run, plain in the second: what was decoded is no beginning of it", arguments: [true, false])
  func coded(_ stays: Bool) async throws {
    let origin = try Origin { .file(Self.body, for: $0).gzipped().cut(at: Self.held) }
    defer { origin.stop() }
    let folder = try Folder()
    let first = try await Download.get(origin.url("/f.bin"), ["--retries", "0"], from: origin, in: folder)
    first.expectFailed()
    let other = Body.random(2, count: 4 << 20)
    origin.answer { request in
      stays ? .file(other, for: request).gzipped() : .file(other, for: request)
    }
    let second = try await Download.get(origin.url("/f.bin"), from: origin, in: folder)
    second.expectDone(other)
  }

  @Test("Another URL of the same last component, another entity: refused, what is there stays")
  func sameName() async throws {
    let left = try await Interrupted.download("/a/f.bin") { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    let other = Body.random(2, count: 4 << 20)
    left.origin.answer { request in
      request.path == "/b/f.bin" ? .file(other, for: request, etag: "\"v2\"") : .file(Self.body, for: request)
    }
    let refused = try await left.again(url: left.origin.url("/b/f.bin"))
    refused.expectKept()
    let download = try await left.again("-x", "1")
    download.expectDone(Self.body)
    #expect(download.log.sent == Self.body.count - Self.held, download.story)
  }

  @Test("Held with a failure that is final: kept for later")
  func final() async throws {
    let left = try await Interrupted.download { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    left.origin.answer { _ in .status(404) }
    let failed = try await left.again("--retries", "0")
    failed.expectKept()
    left.origin.answer { .file(Self.body, for: $0) }
    let download = try await left.again("-x", "1")
    download.expectDone(Self.body)
    #expect(download.log.sent == Self.body.count - Self.held, download.story)
  }

  @Test("Without ranges nothing can be kept, and nothing goes wrong")
  func noRanges() async throws {
    let origin = try Origin { request in
      let file = Answer.file(Self.body, for: request, ranges: false)
      return request.number <= 2 ? file.cut(at: Self.held) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let first = try await Download.get(origin.url("/f.bin"), ["--retries", "0"], from: origin, in: folder)
    first.expectFailed()
    origin.answer { .file(Self.body, for: $0, ranges: false) }
    let second = try await Download.get(origin.url("/f.bin"), from: origin, in: folder)
    second.expectDone(Self.body)
  }

  @Test("A download under way: the second process says so and leaves; the first goes on")
  func twoProcesses() async throws {
    let origin = try Origin { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.stalled(at: Self.held) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let first = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"], in: folder)
    try await folder.wait { $0.names.contains("f.bin.sluice") }
    for options in [[], ["--overwrite"], ["--restart"], ["-o", "f.bin"]] {
      let second = try await Sluice.start(["get", origin.url("/f.bin")] + options, in: folder).finish()
      #expect(second.status == 1, "\(options): \(second.err)")
      #expect(!second.err.isEmpty)
      #expect(first.isRunning)
    }
    origin.disconnect()
    let run = await first.finish()
    Download(folder: folder, run: run, log: origin.log).expectDone(Self.body)
  }

  @Test("A process that was killed leaves no lock")
  func noLock() async throws {
    let origin = try Origin { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.stalled(at: 2_000_000) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let first = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"], in: folder)
    try await origin.wait { $0.sent == 2_000_000 }
    first.signal(SIGKILL)
    #expect(await first.finish().status == 128 + SIGKILL)
    let download = try await Download.get(origin.url("/f.bin"), from: origin, in: folder)
    download.expectDone(Self.body)
  }

  @Test("Another URL for the same name: the same entity goes on, another is refused", arguments: [true, false])
  func otherURL(_ same: Bool) async throws {
    let left = try await Interrupted.download(options: ["-o", "f.bin"]) { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    let second = try Origin { request in
      same ? .file(Self.body, for: request) : .file(Body.random(2, count: 4 << 20), for: request, etag: "\"v2\"")
    }
    defer { second.stop() }
    let download = try await Download.get(
      second.url("/mirror.bin"), ["-o", "f.bin", "-x", "1"], from: second, in: left.folder)
    if same {
      download.expectDone(Self.body)
      #expect(second.log.sent <= Self.body.count - Self.held + 65_536, download.story)
    } else {
      download.expectKept()
    }
  }
}
