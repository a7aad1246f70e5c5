import CLinux
import Testing
import Transfer

@testable import Command

@Suite struct ScreenLinesTests {
  init() { sluice_use_utf8() }

  /// Names that are hard on a layout.
  static let names = [
    "a", "disk.iso", "a-very-long-name-of-a-file-that-fits-nowhere-at-all-2025-01-01.tar.gz",
    "日本語のとても長い名前のファイルです.tar.gz", "e\u{301}te\u{301}.txt", "🎬🎬🎬🎬🎬🎬🎬🎬.mkv", "evil\u{1B}[2J\r\n.bin",
  ]

  private func board(names: [String] = names, total: Int64? = 2 << 30) -> Board {
    var board = Board(jobs: 100, now: .zero)
    for (id, name) in names.enumerated() {
      board.add(id: id, url: "http://h/\(id)")
      board.apply(.started(name: name, total: total), id: id, now: .zero)
      for step in 1...10 {
        let bytes = Int64(step) * 100_000_000
        let progress = TransferProgress(received: bytes, total: total, transferred: bytes, connections: 16)
        board.apply(.progress(progress), id: id, now: .milliseconds(step * 200))
      }
    }
    board.isComplete = true
    board.advance(now: .seconds(2))
    return board
  }

  @Test(arguments: [nil, 2 << 30, 0] as [Int64?])
  func `no line is wider than the terminal, nor has a control character`(total: Int64?) {
    let board = board(total: total)
    for columns in 1...240 {
      for line in ScreenLines.lines(board, columns: columns, rows: 24, now: .seconds(2)) {
        #expect(Columns.count(line) < max(2, columns), "\(columns): \(line)")
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(line.last != " ")
      }
    }
  }

  @Test func `a wide terminal shows everything`() throws {
    let line = try #require(
      ScreenLines.lines(board(names: ["disk.iso"]), columns: 100, rows: 24, now: .seconds(2)).first)
    for part in ["disk.iso", "[====", "46%", "0.93/2.00 GiB", "MiB/s", "0:0", "x16"] {
      #expect(line.contains(part), "\(part) in \(line)")
    }
  }

  @Test func `80 columns have room for all of it, too`() throws {
    let line = try #require(
      ScreenLines.lines(board(names: ["disk.iso"]), columns: 80, rows: 24, now: .seconds(2)).first)
    for part in ["disk.iso", "[===", "46%", "0.93/2.00 GiB", "MiB/s", "0:0", "x16"] {
      #expect(line.contains(part), "\(part) in \(line)")
    }
  }

  @Test func `20 columns still show the name and how far it is`() throws {
    let line = try #require(
      ScreenLines.lines(board(names: ["disk.iso"]), columns: 20, rows: 24, now: .seconds(2)).first)
    #expect(line.contains("disk.iso"))
    #expect(line.contains("46%"))
  }

  @Test func `a length of zero or none at all has a line`() {
    for total in [nil, 0] as [Int64?] {
      #expect(ScreenLines.lines(board(names: ["x"], total: total), columns: 80, rows: 24, now: .seconds(2)).count == 2)
    }
  }

  @Test func `the columns of all rows stand below each other`() {
    let board = board(names: ["disk.iso", "日本語.iso"])
    let lines = ScreenLines.lines(board, columns: 90, rows: 24, now: .seconds(2)).prefix(2)
    let starts = lines.map { line in line.firstIndex(of: "[").map { Columns.count(String(line[..<$0])) } }
    #expect(starts[0] != nil)
    #expect(starts[0] == starts[1])
  }

  @Test(arguments: 1...12)
  func `more downloads than rows: those that fit, and the line for all`(rows: Int) throws {
    let names = (0..<10).map { "file\($0)" }
    let lines = ScreenLines.lines(board(names: names), columns: 120, rows: rows, now: .seconds(2))
    #expect(lines.count <= max(1, rows - 1))
    let last = try #require(lines.last)
    #expect(last.contains("0 of 10 done"))
    let hidden = 10 - (lines.count - 1)
    #expect(last.contains("\(hidden) more running") == (hidden > 0))
  }

  @Test func `waiting says until when, and why`() {
    var board = Board(jobs: 1, now: .zero)
    board.add(id: 0, url: "http://h/f")
    board.apply(.waiting(seconds: 12, why: .unreachable(host: "h", port: 80, reason: "refused")), id: 0, now: .zero)
    let line = ScreenLines.lines(board, columns: 100, rows: 24, now: .seconds(2))[0]
    #expect(line.contains("again in 0:10"))
    #expect(line.contains("refused"))
  }
}
