import Foundation
import Origin
import Testing

/// One `sluice get`, what it left, and what its origin saw.
struct Download: Sendable {
  let folder: Folder
  let run: Run
  /// What was asked in this run.
  let log: Log

  /// Runs `sluice get` once against a fresh origin.
  static func get(
    _ target: String = "/f.bin", _ options: String..., limit: Duration = .seconds(60),
    script: @escaping Origin.Script
  ) async throws -> Download {
    let origin = try Origin(script: script)
    defer { origin.stop() }
    return try await get(origin.url(target), options, from: origin, limit: limit)
  }

  /// Runs `sluice get` against an origin that stays.
  static func get(
    _ url: String, _ options: [String] = [], from origin: Origin, in folder: Folder? = nil,
    environment: [String: String] = [:], limit: Duration = .seconds(60)
  ) async throws -> Download {
    let folder = try folder ?? Folder()
    let before = origin.log.count
    let run = try await Sluice.run(["get", url] + options, in: folder, environment: environment, limit: limit)
    return Download(folder: folder, run: run, log: origin.log.after(before))
  }

  /// For a failed expectation: all that is known.
  var story: Comment {
    let exchanges = log.exchanges.prefix(40).map { exchange in
      let asked = ["Range", "If-Range"].compactMap { name in exchange.request[name].map { "\(name): \($0)" } }
      return "  \(exchange.request.method) \(exchange.request.target) \(asked) → \(exchange.status), "
        + "\(exchange.sent) bytes, connection \(exchange.request.connection)"
    }
    return Comment(
      rawValue: "status \(run.status)\(run.isLate ? " (killed: over its time limit)" : ""); folder \(folder.names)\n"
        + "stderr:\n\(run.err.suffix(2000))\nrequests (\(log.count)):\n" + exchanges.joined(separator: "\n"))
  }

  // MARK: Expectations

  /// Exit 0, and the folder holds this one file, of these very bytes.
  func expectDone(_ body: Body, as name: String = "f.bin", at place: SourceLocation = #_sourceLocation) {
    #expect(run.status == 0, story, sourceLocation: place)
    #expect(folder.names == [name], story, sourceLocation: place)
    expectSame(folder.read(name), body, at: place)
  }

  /// Exit 1, a message, and nothing under a final name.
  func expectFailed(at place: SourceLocation = #_sourceLocation) {
    #expect(run.status == 1, story, sourceLocation: place)
    #expect(!run.isLate, story, sourceLocation: place)
    #expect(!run.err.isEmpty, story, sourceLocation: place)
    #expect(folder.finalNames == [], story, sourceLocation: place)
  }

  /// As above, and what came is kept for later.
  func expectKept(_ name: String = "f.bin", at place: SourceLocation = #_sourceLocation) {
    expectFailed(at: place)
    #expect(folder.names == ["\(name).sluice", "\(name).sluice.plist"], story, sourceLocation: place)
  }

  /// Either is right where the origin can't be understood for sure; a wrong file never is.
  func expectDoneOrFailed(_ body: Body, as name: String = "f.bin", at place: SourceLocation = #_sourceLocation) {
    if run.status == 0 {
      expectDone(body, as: name, at: place)
    } else {
      expectFailed(at: place)
    }
  }

  func expectSame(_ bytes: [UInt8]?, _ body: Body, at place: SourceLocation = #_sourceLocation) {
    let wanted = body.bytes
    guard let bytes else {
      Issue.record("no file\n\(story)", sourceLocation: place)
      return
    }
    // Bytes are compared, not digests: a difference is then named.
    if bytes != wanted {
      let place1 = zip(bytes, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(bytes.count, wanted.count)
      Issue.record(
        "\(bytes.count) bytes, wanted \(wanted.count); first difference at \(place1)\n\(story)", sourceLocation: place)
    }
  }
}
