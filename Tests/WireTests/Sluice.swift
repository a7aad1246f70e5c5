import Foundation

/// The built command.
enum Sluice {
  /// `SLUICE_BINARY`, else the product beside the test bundle.
  static let binary: String = {
    if let given = ProcessInfo.processInfo.environment["SLUICE_BINARY"] { return given }
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("sluice").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    fatalError("no sluice beside \(bundle): build it, or name it in SLUICE_BINARY")
  }()

  /// Runs `sluice` with these words to its end.
  static func run(
    _ words: [String], in folder: Folder, environment: [String: String] = [:], input: String? = nil,
    limit: Duration = .seconds(60)
  ) async throws -> Run {
    await gate.enter()
    defer { Task { await gate.leave() } }
    return try await start(words, in: folder, environment: environment, input: input, limit: limit).finish()
  }

  static func start(
    _ words: [String], in folder: Folder, environment: [String: String] = [:], input: String? = nil,
    limit: Duration = .seconds(60)
  ) throws -> Running {
    try Running([binary] + words, in: folder, environment: environment, input: input, limit: limit)
  }

  /// Runs a shell script that knows the binary as `$SLUICE`.
  static func shell(
    _ script: String, in folder: Folder, environment: [String: String] = [:], limit: Duration = .seconds(60)
  ) async throws -> Run {
    await gate.enter()
    defer { Task { await gate.leave() } }
    let all = environment.merging(["SLUICE": binary]) { $1 }
    return try await Running(["/bin/sh", "-c", script], in: folder, environment: all, limit: limit).finish()
  }

  /// Time limits mean something only while not everything runs at once.
  private static let gate = Gate(places: 8)
}

private actor Gate {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  func enter() async {
    guard places == 0 else {
      places -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty {
      places += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
