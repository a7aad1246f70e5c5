/// The block of lines at the terminal's bottom, redrawn in place; what has ended scrolls away above it.
///
/// The cursor stays visible, and rests at the end of the last line: whatever ends the process leaves the terminal in order.
struct Screen: Sendable {
  /// How wide each line of the block is that is there now.
  private var widths: [Int] = []

  /// The bytes that take the terminal from the last frame to this one.
  ///
  /// - Parameters:
  ///   - finished: lines to put above the block, for good.
  ///   - lines: the new block; none at the end.
  ///   - columns: the terminal's width now.
  mutating func frame(finished: [String], lines: [String], columns: Int) -> String {
    // Row by row on the way up: rows once wrapped stay tied together otherwise when the terminal grows, and erasing a
    // whole screen at once moves it into the history of some.
    var text = "\r\u{1B}[2K" + String(repeating: "\u{1B}[A\u{1B}[2K", count: max(0, height(columns) - 1))
    for line in finished { text += line + "\r\n" }
    text += lines.joined(separator: "\r\n")
    widths = lines.map(Columns.count)
    return text
  }

  /// The block is no longer there: something else was written below it.
  mutating func forget() { widths = [] }

  /// Rows that the block takes now: a terminal that became narrower has wrapped its lines.
  private func height(_ columns: Int) -> Int {
    widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
  }
}
