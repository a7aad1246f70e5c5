import Foundation
import Glibc
import Origin
import Testing

/// The partial file, and what others do to it.
struct PartialFileTests {
  static let body = Body.random(1, count: 4 << 20)

  enum Meddling: String, CaseIterable, Sendable {
    case removed, emptied, truncated, appended, replaced, altered, zeroed, recordRemoved, bothRemoved, swapped, folder

    func act(_ folder: Folder) throws {
      let name = "f.bin.sluice"
      let bytes = folder.read(name) ?? []
      switch self {
      case .removed: try folder.remove(name)
      case .emptied: try folder.write(name, [UInt8]())
      case .truncated: try Self.inPlace(folder.path(name)) { try $0.truncate(atOffset: 1_000_000) }
      case .appended:
        try Self.inPlace(folder.path(name)) { handle in
          try handle.seekToEnd()
          try handle.write(contentsOf: Data(Body.random(8, count: 100_000).bytes))
        }
      case .replaced:
        try folder.remove(name)
        try folder.write(name, Body.random(8, count: bytes.count).bytes)
      case .altered: try Self.overwrite(folder.path(name), at: 1_000_000, Body.random(8, count: 1000).bytes)
      case .zeroed: try Self.overwrite(folder.path(name), at: 0, [UInt8](repeating: 0, count: 1_500_000))
      case .recordRemoved: try folder.remove(name + ".plist")
      case .bothRemoved:
        try folder.remove(name)
        try folder.remove(name + ".plist")
      case .swapped: try folder.write(name, Array(bytes.reversed()))
      case .folder:
        try folder.remove(name)
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
      }
    }

    private static func overwrite(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
      try inPlace(path) { handle in
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(bytes))
      }
    }

    private static func inPlace(_ path: String, _ change: (FileHandle) throws -> Void) throws {
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try change(handle)
      try handle.close()
    }
  }

  @Test("Changed by others between two runs: never a wrong file", arguments: Meddling.allCases)
  func between(_ meddling: Meddling) async throws {
    let left = try await Interrupted.download { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    try meddling.act(left.folder)
    let download = try await left.again("--retries", "1")
    download.expectDoneOrFailed(Self.body)
    if meddling == .removed || meddling == .bothRemoved { download.expectDone(Self.body) }
    if meddling != .bothRemoved { #expect(!download.run.err.isEmpty, download.story) }
  }

  @Test("And what helps is said: --restart", arguments: [Meddling.altered, .replaced, .truncated])
  func restart(_ meddling: Meddling) async throws {
    let left = try await Interrupted.download { .file(Self.body, for: $0) }
    defer { left.origin.stop() }
    try meddling.act(left.folder)
    let download = try await left.again("--restart")
    download.expectDone(Self.body)
  }

  @Test("Removed while it is written: a failure, or the right file", arguments: ["f.bin.sluice", "f.bin.sluice.plist"])
  func removedMeanwhile(_ name: String) async throws {
    let download = try await Self.meanwhile { try? $0.remove(name) }
    download.expectDoneOrFailed(Self.body)
  }

  @Test("Replaced while it is written: the other's file gets no final name")
  func replacedMeanwhile() async throws {
    let download = try await Self.meanwhile { folder in
      try folder.remove("f.bin.sluice")
      try folder.write("f.bin.sluice", Body.random(8, count: Self.body.count).bytes)
    }
    download.expectDoneOrFailed(Self.body)
  }

  /// Something happens while the first connection stalls; then it ends, and the download goes on.
  private static func meanwhile(_ act: (Folder) throws -> Void) async throws -> Download {
    let origin = try Origin { request in
      let file = Answer.file(body, for: request)
      return request.number == 1 ? file.stalled(at: 3 << 20) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1", "--retries", "1"], in: folder)
    try await folder.wait { ($0.size("f.bin.sluice") ?? 0) > 0 }
    try await origin.wait { $0.sent == 3 << 20 }
    try act(folder)
    origin.disconnect()
    return Download(folder: folder, run: await running.finish(), log: origin.log)
  }

  @Test("A partial file of somebody else's making, without a record: not used as ours")
  func foreign() async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    try folder.write("f.bin.sluice", Body.random(8, count: 1_000_000).bytes)
    let download = try await Download.get(origin.url("/f.bin"), from: origin, in: folder)
    download.expectDoneOrFailed(Self.body)
  }

  @Test("The finished file leaves nothing beside it, with --sync too")
  func clean() async throws {
    let download = try await Download.get("/f.bin", "--sync") { .file(Self.body, for: $0) }
    download.expectDone(Self.body)
  }
}
