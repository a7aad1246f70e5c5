import Foundation
import Glibc

/// A fresh folder for one test, with one beside it that is no download's business. Removed with the value.
final class Folder: Sendable {
  /// Holds `path` and whatever else a run needs.
  let scratch: String
  let path: String

  init() throws {
    var template = Array("/tmp/sluice-wire-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    scratch = String(cString: made)
    path = scratch + "/downloads"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Names in the folder, sorted, hidden ones included.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// Names that are no partial file, no record and no file put aside.
  var finalNames: [String] {
    names.filter { name in ![".sluice", ".sluice.plist", ".sluice.bad"].contains(where: name.hasSuffix) }
  }

  /// Nil when it is not there.
  func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map(Array.init) }

  func text(_ name: String) -> String? { read(name).map { String(decoding: $0, as: UTF8.self) } }

  func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path(name))) }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  func size(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path(name)))?[.size] as? Int
  }

  /// Bytes that it takes of the disk.
  func occupied(_ name: String) -> Int? {
    var status = stat()
    return stat(path(name), &status) == 0 ? Int(status.st_blocks) * 512 : nil
  }

  /// Permission bits.
  func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path(name)))?[.posixPermissions] as? Int
  }

  /// Waits, at most so long, until the condition holds.
  func wait(upTo limit: Duration = .seconds(20), until condition: (Folder) -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while !condition(self) {
      guard ContinuousClock.now < deadline else { throw WaitedTooLong(names: names) }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  struct WaitedTooLong: Error {
    let names: [String]
  }
}
