import Foundation
import Origin
import Testing

/// What surrounds the process: descriptors, limits, environment, folders.
struct SurroundingsTests {
  static let body = Body.random(1, count: 3 << 20)

  static func shell(_ script: String, limit: Duration = .seconds(30)) async throws -> Download {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.shell(script.replacing("URL", with: origin.url("/f.bin")), in: folder, limit: limit)
    return Download(folder: folder, run: run, log: origin.log)
  }

  @Test(
    "Closed standard descriptors: no message ends up in the file",
    arguments: ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"], ["", "-v", "--json"])
  func closed(_ descriptors: String, _ option: String) async throws {
    let download = try await Self.shell("\"$SLUICE\" get \(option) URL \(descriptors)")
    #expect(!download.run.isLate, download.story)
    if download.run.status == 0 {
      #expect(download.folder.names == ["f.bin"], download.story)
      download.expectSame(download.folder.read("f.bin"), Self.body)
    } else {
      #expect(download.folder.finalNames == [], download.story)
    }
  }

  @Test("To a standard output that is closed: a failure that says so")
  func closedStream() async throws {
    let download = try await Self.shell("exec \"$SLUICE\" get -o - URL >&-")
    download.expectFailed()
    #expect(download.run.err.contains("standard output"), download.story)
  }

  @Test("Standard error that nobody reads")
  func noReader() async throws {
    let download = try await Self.shell("(\"$SLUICE\" get -v URL; echo $? > ../status) 2>&1 | true")
    #expect(download.folder.text("../status") == "0\n", download.story)
    download.expectSame(download.folder.read("f.bin"), Self.body)
  }

  @Test("An empty environment, and one without a home")
  func environment() async throws {
    let download = try await Self.shell("exec env -i \"$SLUICE\" get URL")
    download.expectDone(Self.body)
    let homeless = try await Self.shell("HOME=/proc/nothing XDG_STATE_HOME=/proc/x exec \"$SLUICE\" get URL")
    homeless.expectDone(Self.body)
  }

  @Test("A limit on the size of files: a failure that says so, not the end by a signal")
  func fileSize() async throws {
    let download = try await Self.shell("ulimit -f 2000; exec \"$SLUICE\" get --retries 1 URL")
    download.expectFailed()
  }

  @Test("Few descriptors, many downloads: all come, or fail without hanging", arguments: [12, 16, 24, 64])
  func descriptors(_ count: Int) async throws {
    let origin = try Origin { .file(Self.body[0..<300_000], for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let urls = (0..<30).map { origin.url("/f\($0)") }.joined(separator: " ")
    let run = try await Sluice.shell(
      "ulimit -n \(count); exec \"$SLUICE\" get -j 30 --connections-per-host 30 --retries 2 \(urls)", in: folder)
    #expect(!run.isLate && run.status <= 1, "\(run.status): \(run.err)")
    if run.status == 0 { #expect(folder.names.count == 30) }
    for name in folder.finalNames { #expect(folder.read(name) == Self.body[0..<300_000].bytes, "\(name)") }
  }

  @Test("A folder behind a symbolic link that the user names")
  func linkedFolder() async throws {
    let download = try await Self.shell("mkdir ../real && ln -s ../real link && exec \"$SLUICE\" get -d link URL")
    #expect(download.run.status == 0, download.story)
    download.expectSame(download.folder.read("../real/f.bin"), Self.body)
  }

  @Test("The file's mode follows the umask", arguments: [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
  func mode(_ umask: Int, _ mode: Int) async throws {
    let download = try await Self.shell("umask \(String(umask, radix: 8)); exec \"$SLUICE\" get URL")
    download.expectDone(Self.body)
    #expect(download.folder.mode("f.bin") == mode, download.story)
  }

  @Test("Another locale: names stay UTF-8")
  func locale() async throws {
    let origin = try Origin { request in
      .file(Self.body, for: request).with("Content-Disposition", "attachment; filename*=UTF-8''%C3%BCber.bin")
    }
    defer { origin.stop() }
    let download = try await Download.get(origin.url("/x"), from: origin, environment: ["LC_ALL": "C"])
    download.expectDone(Self.body, as: "über.bin")
  }

  @Test("Names that are another download's partial file or record: never a wrong file")
  func ownSuffixes() async throws {
    let bodies = ["f.bin": Body.random(1, count: 3 << 20), "f.bin.sluice": .random(2, count: 3 << 20)]
    let record = Body.random(3, count: 3 << 20)
    let origin = try Origin { request in
      .file(bodies[String(request.path.dropFirst())] ?? record, for: request, etag: "\"\(request.path)\"")
        .limited(toBytesPerSecond: 3 << 20)
    }
    defer { origin.stop() }
    for options in [[], ["--overwrite"], ["--rename"]] {
      let folder = try Folder()
      let run = try await Sluice.run(
        ["get", "--retries", "1"] + options
          + ["/f.bin", "/f.bin.sluice", "/f.bin.sluice.plist"].map { origin.url($0) },
        in: folder)
      #expect(run.status <= 1, "\(run.err)")
      let bytes = folder.read("f.bin")
      #expect(bytes == nil || bytes == bodies["f.bin"]?.bytes, "\(options): \(run.err)")
      #expect(bytes != nil || run.status == 1, "\(options): \(run.err)")
      if run.status == 0 {
        #expect(folder.names.count == 3, "\(folder.names)")
        let all = Set(folder.names.map { folder.read($0) ?? [] })
        #expect(all == Set(bodies.values.map(\.bytes) + [record.bytes]), "\(options): \(folder.names)")
      }
    }
  }

  @Test("The folder goes away while it is written to")
  func folderRemoved() async throws {
    let origin = try Origin { request in
      let file = Answer.file(Self.body, for: request)
      return request.number == 1 ? file.stalled(at: 2 << 20) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(
      ["get", origin.url("/f.bin"), "-d", "sub", "--retries", "1", "-x", "1"], in: folder)
    try await folder.wait { $0.size("sub/f.bin.sluice") != nil }
    try await origin.wait { $0.sent == 2 << 20 }
    try folder.remove("sub")
    origin.disconnect()
    let run = await running.finish()
    #expect(run.status == 1 && !run.isLate, "\(run.err)")
  }
}
