import CLinux
import Testing

@testable import Command

/// A terminal that knows what `Screen` sends, and re-wraps its lines when its width changes.
private struct Terminal {
  private struct Line {
    var cells: [Character] = []
    /// It goes on in the next row.
    var isWrapped = false
  }

  var columns: Int
  private var lines = [Line()]
  private var row = 0
  private var column = 0

  init(columns: Int) { self.columns = columns }

  var text: [String] { lines.map { String($0.cells) } }

  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\r\n":
        column = 0
        down()
      case "\r": column = 0
      case "\u{1B}": rest = escape(rest)
      default: put(character)
      }
    }
  }

  private mutating func escape(_ rest: Substring) -> Substring {
    if rest.hasPrefix("[2K") {
      lines[row] = Line()
      if row > 0 { lines[row - 1].isWrapped = false }
      return rest.dropFirst(3)
    }
    if rest.hasPrefix("[A") {
      row = max(0, row - 1)
      return rest.dropFirst(2)
    }
    Issue.record("not known: \(rest.prefix(8).debugDescription)")
    return rest
  }

  private mutating func put(_ character: Character) {
    if column == columns {
      lines[row].isWrapped = true
      column = 0
      down()
    }
    while lines[row].cells.count <= column { lines[row].cells.append(" ") }
    lines[row].cells[column] = character
    column += 1
  }

  private mutating func down() {
    row += 1
    if row == lines.count { lines.append(Line()) }
  }

  /// The cursor is at the end of all there is, as it is whenever `Screen` has drawn.
  mutating func resize(_ columns: Int) {
    self.columns = columns
    // What was erased below the cursor is nothing to wrap.
    while lines.count > row + 1, lines[lines.count - 1].cells.isEmpty { lines.removeLast() }
    var whole: [[Character]] = [[]]
    for line in lines {
      whole[whole.count - 1] += line.cells
      if !line.isWrapped { whole.append([]) }
    }
    whole.removeLast()
    lines = []
    for cells in whole {
      var left = cells[...]
      repeat {
        lines.append(Line(cells: Array(left.prefix(columns)), isWrapped: left.count > columns))
        left = left.dropFirst(columns)
      } while !left.isEmpty
    }
    row = lines.count - 1
    column = lines[row].cells.count
  }
}

@Suite struct ScreenTests {
  init() { sluice_use_utf8() }

  @Test func `the block stays at the bottom, what has ended scrolls above it`() {
    var screen = Screen()
    var terminal = Terminal(columns: 40)
    terminal.write(screen.frame(finished: [], lines: ["one", "two", "all"], columns: 40))
    #expect(terminal.text == ["one", "two", "all"])
    terminal.write(screen.frame(finished: ["one is done"], lines: ["two, more", "all"], columns: 40))
    #expect(terminal.text.prefix(3) == ["one is done", "two, more", "all"])
    terminal.write(screen.frame(finished: ["two is done"], lines: [], columns: 40))
    #expect(terminal.text.prefix(2) == ["one is done", "two is done"])
    #expect(terminal.text.dropFirst(2).allSatisfy { $0.isEmpty })
  }

  @Test func `a finished line that is longer than the terminal is whole`() {
    var screen = Screen()
    var terminal = Terminal(columns: 10)
    terminal.write(screen.frame(finished: [], lines: ["123456789", "abcdefghi"], columns: 10))
    terminal.write(screen.frame(finished: ["a line of 24 characters."], lines: ["1", "2"], columns: 10))
    #expect(terminal.text.prefix(5) == ["a line of ", "24 charact", "ers.", "1", "2"])
  }

  @Test(arguments: [5, 7, 12, 19, 39, 40, 80])
  func `after a resize nothing of the old block is left`(columns: Int) {
    var screen = Screen()
    var terminal = Terminal(columns: 40)
    terminal.write(screen.frame(finished: ["before"], lines: [], columns: 40))
    let wide = String(repeating: "x", count: 39)
    terminal.write(screen.frame(finished: [], lines: [wide, wide, "all"], columns: 40))
    terminal.resize(columns)
    terminal.write(screen.frame(finished: [], lines: ["n", "all"], columns: columns))
    terminal.resize(100)
    terminal.write(screen.frame(finished: [], lines: ["n", "all"], columns: 100))
    #expect(terminal.text.filter { !$0.isEmpty } == ["before", "n", "all"])
  }

  @Test func `after others wrote, the next frame leaves theirs alone`() {
    var screen = Screen()
    var terminal = Terminal(columns: 40)
    terminal.write(screen.frame(finished: [], lines: ["one", "all"], columns: 40))
    terminal.write("\r\nshell prompt\r\n")
    screen.forget()
    terminal.write(screen.frame(finished: [], lines: ["one", "all"], columns: 40))
    #expect(terminal.text == ["one", "all", "shell prompt", "one", "all"])
  }
}
