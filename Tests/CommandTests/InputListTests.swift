import Foundation
import Testing

@testable import Command

@Suite struct InputListTests {
  private func entries(_ bytes: [UInt8]) throws -> [InputList.Entry] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let list = try InputList(path: file.path)
    var entries: [InputList.Entry] = []
    while let entry = list.next() { entries.append(entry) }
    #expect(list.next() == nil)
    return entries
  }

  @Test(
    arguments: [
      ("", []), ("\n\n\r\n  \n", []), ("http://a", ["http://a"]), ("http://a\n", ["http://a"]),
      ("# one\nhttp://a\r\n  http://b \t\n#two\n\nhttp://c?d#e", ["http://a", "http://b", "http://c?d#e"]),
      ("  # indented\nhttp://a", ["http://a"]), ("\u{FEFF}http://a\n", ["http://a"]), ("http://ü/日", ["http://ü/日"]),
    ] as [(String, [String])])
  func `lines are URLs, but for blank ones and comments`(text: String, urls: [String]) throws {
    #expect(try entries(Array(text.utf8)) == urls.map { .url($0) })
  }

  @Test func `a line that is too long is told with its number, and passed over`() throws {
    let most = [UInt8](repeating: UInt8(ascii: "x"), count: InputList.longestLine)
    let text = Array("a\n".utf8) + most + Array("y\nb\n".utf8) + most + Array("\nc\n".utf8) + most + Array("z".utf8)
    let found = try entries(text)
    #expect(
      found == [
        .url("a"), .fault(line: 2, reason: "it is longer than 64 KiB"), .url("b"),
        .url(String(decoding: most, as: UTF8.self)), .url("c"), .fault(line: 6, reason: "it is longer than 64 KiB"),
      ])
  }

  @Test func `bytes that are no text are told`() throws {
    let found = try entries([0x61, 0x0A, 0xFF, 0xFE, 0x0A, 0x62])
    #expect(found == [.url("a"), .fault(line: 2, reason: "it is not UTF-8"), .url("b")])
  }

  @Test func `lines across the reader's blocks are whole`() throws {
    let urls = (0..<20_000).map { "http://host/\($0)" }
    #expect(try entries(Array(urls.joined(separator: "\n").utf8)) == urls.map { .url($0) })
  }

  @Test func `a file that is not there is named at once`() {
    let error = #expect(throws: UsageError.self) { try InputList(path: "/nowhere/list") }
    #expect(error?.message.contains("/nowhere/list") == true)
  }

  @Test func `a folder is a fault, and the end`() throws {
    let list = try InputList(path: "/")
    guard case .fault(1, _) = list.next() else {
      Issue.record("no fault")
      return
    }
    #expect(list.next() == nil)
  }

  @Test func `reading ends when asked to stop, though the writer holds on`() throws {
    var data: [Int32] = [-1, -1]
    var stop: [Int32] = [-1, -1]
    #expect(pipe(&data) == 0 && pipe(&stop) == 0)
    defer { for end in data + stop { close(end) } }
    let list = try InputList(path: "/proc/self/fd/\(data[0])", stopDescriptor: stop[0])
    #expect(write(data[1], "http://a\nhttp://b", 17) == 17)
    #expect(list.next() == .url("http://a"))
    #expect(write(stop[1], "x", 1) == 1)
    _ = list.next()
    #expect(list.next() == nil)
  }
}
