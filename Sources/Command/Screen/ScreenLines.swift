/// The board as lines of text: one for each running download and one for all.
enum ScreenLines {
  /// At most this wide is a name while there is room for a longer bar.
  private static let longestName = 40
  private static let shortestName = 8
  private static let longestBar = 30

  /// - Parameters:
  ///   - columns: of the terminal; no line takes the last one, where cursors behave differently.
  ///   - rows: of the terminal; the line for all comes last and always fits.
  static func lines(_ board: Board, columns: Int, rows: Int, now: Duration) -> [String] {
    let width = max(1, columns - 1)
    let running = board.running(now: now)
    let shown = running.prefix(max(0, rows - 2))
    var lines = shown.map { line($0, width, now) }
    lines.append(total(board, hidden: running.count - shown.count, width, now))
    return lines
  }

  static func line(_ row: Board.Row, _ width: Int, _ now: Duration) -> String {
    switch row.phase {
    case .connecting: return said(row, "connecting", width)
    case .waiting(let until, let why):
      return said(row, "again in \(Format.clock(until - now + .milliseconds(999))): \(why)", width)
    case .needsURL: return said(row, "needs a new URL", width)
    case .running: return running(row, width, now)
    }
  }

  private static func said(_ row: Board.Row, _ what: String, _ width: Int) -> String {
    let title = Columns.harmless(row.title)
    let room = max(min(Columns.count(title), shortestName), min(longestName, width / 3))
    return trimmed(Columns.fitted(title, min(room, width)) + "  " + Columns.harmless(what), width)
  }

  /// The name first, then what fits, in the order of its worth, at its own place.
  private static func running(_ row: Board.Row, _ width: Int, _ now: Duration) -> String {
    let rate = row.meter.rate(now: now).map(Format.rate) ?? ""
    let bytes = row.total.map { Format.bytes(row.received, of: $0) } ?? Format.bytes(row.received)
    let percent = row.total.map { "\(Format.percent(row.received, of: $0))%" } ?? ""
    var left = width - shortestName
    func take(_ columns: Int) -> Bool {
      guard left >= columns + 1 else { return false }
      left -= columns + 1
      return true
    }
    let hasPercent = take(4)
    let hasRate = take(10)
    let hasLeft = take(7)
    var bar = take(10) ? 10 : 0
    let hasBytes = take(bytesWidth)
    let hasConnections = take(4)

    let title = Columns.harmless(row.title)
    var name = shortestName
    let longer = min(left, max(0, min(Columns.count(title), longestName) - name))
    name += longer
    left -= longer
    if bar > 0 {
      let wider = min(left, longestBar - bar)
      bar += wider
      left -= wider
    }
    name += left
    var parts = [Columns.fitted(title, min(name, width))]
    if bar > 0 { parts.append(self.bar(row, bar)) }
    if hasPercent { parts.append(padded(percent, 4)) }
    if hasBytes { parts.append(padded(bytes, bytesWidth)) }
    if hasRate { parts.append(padded(rate, 10)) }
    if hasLeft { parts.append(padded(row.left.shown.map(Format.clock) ?? "", 7)) }
    if hasConnections { parts.append(padded(row.connections > 0 ? "x\(row.connections)" : "", 4)) }
    return trimmed(parts.joined(separator: " "), width)
  }

  private static let bytesWidth = 13

  private static func bar(_ row: Board.Row, _ width: Int) -> String {
    let inside = max(0, width - 2)
    guard let total = row.total else { return "[" + String(repeating: "-", count: inside) + "]" }
    let part = total > 0 ? min(1, max(0, Double(row.received) / Double(total))) : 1
    let full = Int(part * Double(inside))
    let head = full < inside && full > 0 ? ">" : ""
    let body = String(repeating: "=", count: full - head.utf8.count)
    return "[" + body + head + String(repeating: " ", count: inside - full) + "]"
  }

  /// The line for all.
  private static func total(_ board: Board, hidden: Int, _ width: Int, _ now: Duration) -> String {
    let counts = board.counts
    let transferred = Format.bytes(counts.transferred)
    var parts = ["\(counts.completed + counts.skipped) of \(counts.added)\(board.isComplete ? "" : "+") done"]
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if let rate = board.meter.rate(now: now) { parts.append(Format.rate(rate)) }
    if let left = board.left.shown { parts.append("\(Format.clock(left)) left") }
    parts.append(transferred)
    if hidden > 0 { parts.append("\(hidden) more running") }
    var line = ""
    for part in parts where line.isEmpty || Columns.count(line) + 2 + Columns.count(part) <= width {
      line += line.isEmpty ? part : ", " + part
    }
    return trimmed(line, width)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }

  /// Cut to the width, without blanks at the end: they would wrap when the terminal becomes narrower.
  private static func trimmed(_ line: String, _ width: Int) -> String {
    let line = Columns.prefix(line, width)
    guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...last])
  }
}
