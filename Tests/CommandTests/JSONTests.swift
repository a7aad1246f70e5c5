import CLinux
import Foundation
import Testing
import Transfer

@testable import Command

@Suite struct JSONTests {
  private func object(_ line: String) throws -> [String: Any] {
    #expect(line.hasSuffix("}\n"))
    #expect(line.dropLast().allSatisfy { !$0.isNewline })
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    "", "plain", "quote \" backslash \\ slash /", "line\nend\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}", "\u{2028}\u{2029}",
    "ü 日本 🎬 e\u{301}", "\u{FFFF}\u{10FFFF}",
  ])
  func `every string comes back as it was`(text: String) throws {
    var object = JSONObject()
    object.add(text, text)
    let read = try self.object(object.line)
    #expect(read.count == 1)
    #expect(read[text] as? String == text)
  }

  @Test func `numbers, seconds and null`() throws {
    var object = JSONObject()
    object.add("most", Int64.max)
    object.add("none", Int64?.none)
    object.add("no text", String?.none)
    object.add("time", seconds: .milliseconds(1234))
    let read = try self.object(object.line)
    #expect(read["most"] as? Int64 == .max)
    #expect(read["none"] is NSNull)
    #expect(read["no text"] is NSNull)
    #expect(read["time"] as? Double == 1.234)
  }

  /// Each kind of event, its name, and the members beyond those of all.
  static let events: [(TransferEvent, String, [String])] = [
    (.started(name: "f", total: nil), "started", ["name", "total"]), (.resumed(bytes: 5), "resumed", ["bytes"]),
    (.entityChanged, "entityChanged", []), (.redirected(to: "http://a:b@h/?sig=s3cret"), "redirected", ["to"]),
    (.waiting(seconds: 1.5, why: .unresolved(host: "h")), "waiting", ["wait", "error", "message"]),
    (.discarded(why: "w"), "discarded", ["message"]),
    (.needsURL(.needsURL(status: 403, url: "u")), "needsURL", ["error", "message"]),
    (
      .progress(.init(received: 1, total: 2, transferred: 1, connections: 1)), "progress",
      ["received", "total", "transferred", "connections"]
    ), (.ended(.completed(path: nil, bytes: 1)), "completed", ["path", "bytes"]),
    (.ended(.skipped(path: "p")), "skipped", ["path"]),
    (.ended(.failed(.streamClosed, partial: nil)), "failed", ["error", "message", "partial"]),
    (.ended(.stopped(partial: "p")), "stopped", ["partial"]),
  ]

  @Test(arguments: events.indices)
  func `events have their members, and no secrets`(index: Int) throws {
    let (event, name, members) = JSONTests.events[index]
    let row = Board.Row(id: 3, source: "http://me:s3cret@h/f?token=s3cret", now: .zero)
    let line = EventJSON.line(event, row, at: .seconds(1))
    let read = try object(line)
    #expect(read["event"] as? String == name)
    #expect(read["id"] as? Int == 3)
    #expect(Set(read.keys) == Set(members + ["event", "id", "seconds", "url"]))
    #expect(!line.contains("s3cret"))
  }

  @Test func `the README tells of every event and member`() throws {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../README.md").standardized
    let readme = try String(contentsOf: file, encoding: .utf8)
    for (_, name, members) in JSONTests.events {
      let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }, "\(name)")
      for member in members { #expect(row.contains("`\(member)`"), "\(name): \(member)") }
    }
  }

  @Test func `the summary and a fault of the list are objects, too`() throws {
    let counts = Board.Counts(added: 3, completed: 1, skipped: 1, failed: 1, stopped: 0, bytes: 9, transferred: 10)
    let summary = try object(EventJSON.summary(counts, at: .seconds(2)))
    #expect(summary["event"] as? String == "summary")
    #expect(summary["completed"] as? Int == 1)
    #expect(summary["transferred"] as? Int == 10)
    let fault = try object(EventJSON.line(listLine: 7, reason: "r", at: .zero))
    #expect(fault["event"] as? String == "failed")
    #expect(fault["line"] as? Int == 7)
  }
}
