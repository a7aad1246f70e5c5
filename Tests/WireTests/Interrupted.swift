import Origin
import Testing

/// A download that was cut off, in a folder that keeps its partial file; the origin is still there.
struct Interrupted: Sendable {
  let origin: Origin
  let folder: Folder
  let name: String
  let url: String

  /// - Parameters:
  ///   - count: bytes of the body that came.
  ///   - file: the origin's honest answer; the first is cut, and nothing more comes in this run.
  static func download(
    _ target: String = "/f.bin", keeping count: Int = 2_500_000, name: String = "f.bin", options: [String] = [],
    in folder: Folder? = nil, at place: SourceLocation = #_sourceLocation,
    file: @escaping Origin.Script
  ) async throws -> Interrupted {
    let origin = try Origin { request in request.number == 1 ? file(request).cut(at: count) : .reset }
    let url = origin.url(target)
    let first = try await Download.get(url, ["--retries", "0", "-x", "1"] + options, from: origin, in: folder)
    first.expectKept(name, at: place)
    origin.answer(with: file)
    return Interrupted(origin: origin, folder: first.folder, name: name, url: url)
  }

  /// The same command once more, or another.
  func again(_ options: String..., url other: String? = nil, limit: Duration = .seconds(60)) async throws -> Download {
    try await Download.get(other ?? url, options, from: origin, in: folder, limit: limit)
  }
}
