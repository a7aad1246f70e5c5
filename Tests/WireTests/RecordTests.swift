import Foundation
import Origin
import Testing

/// Resume records that are broken, foreign or hostile: a message and a safe start, never a wrong file.
struct RecordTests {
  static let body = Body.random(1, count: 4 << 20)
  static let record = "f.bin.sluice.plist"

  static func interrupted() async throws -> Interrupted {
    try await Interrupted.download { .file(body, for: $0) }
  }

  @Test("It is a property list with Apple's keys, for the user's eyes alone")
  func form() async throws {
    let left = try await Self.interrupted()
    defer { left.origin.stop() }
    let record = try Record(left.folder)
    #expect(record.root["NSURLSessionDownloadURL"] as? String == left.url)
    #expect(record.received == 2_500_000)
    #expect(record.root["NSURLSessionResumeEntityTag"] as? String == "\"v1\"")
    #expect(record.root["SluiceResume"] is [String: Any])
    let bootID = String(decoding: Self.procfs("/proc/sys/kernel/random/boot_id"), as: UTF8.self)
    #expect(record.strings.contains(bootID.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(left.folder.mode(Self.record) == 0o600)
  }

  @Test("XML or binary, both are read", arguments: [true, false])
  func formats(_ binary: Bool) async throws {
    let left = try await Self.interrupted()
    defer { left.origin.stop() }
    try Record(left.folder).write(to: left.folder, format: binary ? .binary : .xml)
    let download = try await left.again("-x", "1")
    download.expectDone(Self.body)
    #expect(download.log.sent <= Self.body.count - 2_500_000 + 65_536, download.story)
  }

  @Test("Broken or foreign: a message, and a safe start", arguments: Damage.allCases)
  func damaged(_ damage: Damage) async throws {
    let left = try await Self.interrupted()
    defer { left.origin.stop() }
    let old = try #require(left.folder.read(Self.record))
    try left.folder.write(Self.record, damage.bytes(old))
    let download = try await left.again(limit: .seconds(30))
    download.expectDone(Self.body)
    #expect(!download.run.err.isEmpty, download.story)
  }

  enum Lie: String, CaseIterable, Sendable {
    case numbersTenfold, numbersDouble, numbersOneMore, numbersNegative, numbersHuge, numbersZero, numbersAll
    case stringsEmpty, stringsEvil, stringsLong, numbersAsText, everythingArrays

    func tell(_ leaf: Any) -> Any {
      let number = leaf is String ? nil : (leaf as? NSNumber)?.int64Value
      let isText = leaf is String
      return switch self {
      case .numbersTenfold: number.map { $0.multipliedReportingOverflow(by: 10).partialValue } ?? leaf
      case .numbersDouble: number.map { $0.multipliedReportingOverflow(by: 2).partialValue } ?? leaf
      case .numbersOneMore: number.map { $0 &+ 1 } ?? leaf
      case .numbersNegative: number.map { 0 &- $0 } ?? leaf
      case .numbersHuge: number == nil ? leaf : Int64.max
      case .numbersZero: number == nil ? leaf : Int64(0)
      // Everything that is no beginning of a range is the whole length.
      case .numbersAll: number.map { $0 > 1_000_000 ? Int64(RecordTests.body.count) : $0 } ?? leaf
      case .stringsEmpty: isText ? "" : leaf
      case .stringsEvil: isText ? "../../evil\r\nX-Evil: 1" : leaf
      case .stringsLong: isText ? String(repeating: "x", count: 100_000) : leaf
      case .numbersAsText: number.map { String($0) } ?? leaf
      case .everythingArrays: [leaf]
      }
    }
  }

  @Test("Hostile: never a wrong file", arguments: Lie.allCases)
  func hostile(_ lie: Lie) async throws {
    let left = try await Self.interrupted()
    defer { left.origin.stop() }
    try Record(left.folder).mapping(lie.tell).write(to: left.folder, format: .xml)
    let download = try await left.again("--retries", "2", limit: .seconds(30))
    download.expectDoneOrFailed(Self.body)
    #expect(download.log.requests.allSatisfy { $0["X-Evil"] == nil }, download.story)
  }

  @Test("Hostile, and the file ends before what is claimed", arguments: [0, 1, 1_000_000])
  func claimsMore(_ count: Int) async throws {
    let left = try await Self.interrupted()
    defer { left.origin.stop() }
    let partial = try #require(left.folder.read("f.bin.sluice"))
    try left.folder.write("f.bin.sluice", Array(partial[..<count]))
    let download = try await left.again()
    download.expectDoneOrFailed(Self.body)
  }

  @Test("Any key may be missing")
  func missing() async throws {
    let left = try await Self.interrupted()
    defer { left.origin.stop() }
    let record = try Record(left.folder)
    let partial = try #require(left.folder.read("f.bin.sluice"))
    for path in record.keyPaths {
      let folder = try Folder()
      try folder.write("f.bin.sluice", partial)
      try record.removing(path).write(to: folder, format: .xml)
      let download = try await Download.get(
        left.url, ["--retries", "2"], from: left.origin, in: folder, limit: .seconds(30))
      download.expectDoneOrFailed(Self.body)
      #expect(download.run.status == 0 || download.run.status == 1, "without \(path): \(download.run.err)")
    }
  }

  @Test("After another boot only what was synced counts: right bytes")
  func otherBoot() async throws {
    let left = try await Self.interrupted()
    defer { left.origin.stop() }
    let bootID = String(decoding: Self.procfs("/proc/sys/kernel/random/boot_id"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let other = "00000000-1111-2222-3333-444444444444"
    try Record(left.folder).mapping { ($0 as? String) == bootID ? other : $0 }.write(to: left.folder, format: .xml)
    let download = try await left.again()
    download.expectDone(Self.body)
  }

  /// Foundation stops after the first piece of a file of procfs.
  private static func procfs(_ path: String) -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else { return [] }
    return Array(handle.readData(ofLength: 4096))
  }
}
