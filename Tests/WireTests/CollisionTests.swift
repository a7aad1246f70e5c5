import Foundation
import Origin
import Testing

/// The name is taken.
struct CollisionTests {
  static let body = Body.random(1, count: 100_000)
  static let mine = Array("mine, not to be lost".utf8)

  /// How the name comes about.
  enum Naming: String, CaseIterable, Sendable {
    case output, url, disposition

    var options: [String] { self == .output ? ["-o", "f.bin"] : [] }
    var target: String { self == .url ? "/f.bin" : "/x" }

    func answer(_ request: RecordedRequest) -> Answer {
      let file = Answer.file(CollisionTests.body, for: request)
      return self == .disposition ? file.with("Content-Disposition", "attachment; filename=f.bin") : file
    }
  }

  static func get(_ naming: Naming, _ options: String..., existing: [String] = ["f.bin"]) async throws -> Download {
    let origin = try Origin { naming.answer($0) }
    defer { origin.stop() }
    let folder = try Folder()
    for name in existing { try folder.write(name, mine) }
    return try await Download.get(origin.url(naming.target), naming.options + options, from: origin, in: folder)
  }

  @Test("By default: refused, and the ways out are named", arguments: Naming.allCases)
  func refused(_ naming: Naming) async throws {
    let download = try await Self.get(naming)
    #expect(download.run.status == 1, download.story)
    #expect(download.folder.read("f.bin") == Self.mine, download.story)
    #expect(download.folder.finalNames == ["f.bin"], download.story)
    for way in ["--overwrite", "--rename", "--skip-existing"] {
      #expect(download.run.err.contains(way), download.story)
    }
  }

  @Test("--overwrite", arguments: Naming.allCases)
  func overwrite(_ naming: Naming) async throws {
    let download = try await Self.get(naming, "--overwrite")
    download.expectDone(Self.body)
  }

  @Test("--overwrite that fails leaves the old file")
  func overwriteFails() async throws {
    let origin = try Origin { request in
      .file(Self.body, for: request, ranges: false).cut(at: 50_000)
    }
    defer { origin.stop() }
    let folder = try Folder()
    try folder.write("f.bin", Self.mine)
    let download = try await Download.get(
      origin.url("/f.bin"), ["--overwrite", "--retries", "1"], from: origin, in: folder)
    #expect(download.run.status == 1, download.story)
    #expect(folder.read("f.bin") == Self.mine, download.story)
  }

  @Test("--rename keeps both", arguments: Naming.allCases)
  func rename(_ naming: Naming) async throws {
    let download = try await Self.get(naming, "--rename")
    #expect(download.run.status == 0, download.story)
    #expect(download.folder.read("f.bin") == Self.mine, download.story)
    #expect(download.folder.names.count == 2, download.story)
    let name = try #require(download.folder.names.first { $0 != "f.bin" }, download.story)
    #expect(name.hasSuffix(".bin"), download.story)
    download.expectSame(download.folder.read(name), Self.body)
  }

  @Test("--rename again and again; a double extension stays whole")
  func renameTwice() async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    for count in 1...4 {
      let download = try await Download.get(origin.url("/a.tar.gz"), ["--rename"], from: origin, in: folder)
      #expect(download.run.status == 0, download.story)
      #expect(folder.names.count == count, download.story)
    }
    for name in folder.names {
      #expect(name.hasPrefix("a") && name.hasSuffix(".tar.gz"), "\(name)")
      #expect(folder.read(name) == Self.body.bytes)
    }
  }

  @Test("--skip-existing", arguments: Naming.allCases)
  func skip(_ naming: Naming) async throws {
    let download = try await Self.get(naming, "--skip-existing")
    #expect(download.run.status == 0, download.story)
    #expect(download.folder.names == ["f.bin"], download.story)
    #expect(download.folder.read("f.bin") == Self.mine, download.story)
  }

  @Test("None of them matters where the name is free", arguments: ["--overwrite", "--rename", "--skip-existing"])
  func free(_ option: String) async throws {
    let download = try await Self.get(.url, option, existing: [])
    download.expectDone(Self.body)
  }

  @Test("Someone takes the name meanwhile: theirs stays, ours is kept aside")
  func meanwhile() async throws {
    let body = Body.random(1, count: 4 << 20)
    let origin = try Origin { request in
      let file = Answer.file(body, for: request)
      return request.number == 1 ? file.stalled(at: 3 << 20) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"], in: folder)
    try await origin.wait { $0.sent == 3 << 20 }
    try folder.write("f.bin", Self.mine)
    origin.disconnect()
    let run = await running.finish()
    let download = Download(folder: folder, run: run, log: origin.log)
    #expect(run.status == 1, download.story)
    #expect(folder.read("f.bin") == Self.mine, download.story)
    #expect(folder.names.contains("f.bin.sluice"), download.story)
  }

  @Test("A symbolic link is not followed", arguments: ["f.bin", "f.bin.sluice", "f.bin.sluice.plist"], [true, false])
  func link(_ name: String, _ dangling: Bool) async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let target = folder.scratch + "/victim"
    if !dangling { try Data(Self.mine).write(to: URL(fileURLWithPath: target)) }
    try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    let download = try await Download.get(
      origin.url("/f.bin"), ["--overwrite", "--retries", "0"], from: origin, in: folder)
    if dangling {
      #expect(!FileManager.default.fileExists(atPath: target), download.story)
    } else {
      #expect(FileManager.default.contents(atPath: target).map(Array.init) == Self.mine, download.story)
    }
    if download.run.status == 0 { download.expectSame(folder.read("f.bin"), Self.body) }
  }

  @Test("A folder of that name: refused, whatever was said", arguments: ["--overwrite", "--restart"])
  func directory(_ option: String) async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("f.bin"), withIntermediateDirectories: false)
    try folder.write("f.bin/inside", Self.mine)
    let download = try await Download.get(origin.url("/f.bin"), [option], from: origin, in: folder)
    #expect(download.run.status == 1, download.story)
    #expect(folder.read("f.bin/inside") == Self.mine, download.story)
  }

  @Test("Two URLs of one name in one command: two files or a refusal, never a mixture")
  func twins() async throws {
    let origin = try Origin { request in
      .file(Body.random(request.path.hasPrefix("/a") ? 1 : 2), for: request)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(["get", origin.url("/a/f.bin"), origin.url("/b/f.bin")], in: folder)
    #expect(run.status == 1, "\(run.err)")
    #expect(folder.finalNames == ["f.bin"])
    let content = folder.read("f.bin")
    #expect(content == Body.random(1).bytes || content == Body.random(2).bytes)
  }
}
