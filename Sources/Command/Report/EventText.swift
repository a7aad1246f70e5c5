import Transfer

/// Events as lines for people.
enum EventText {
  /// How much is said.
  enum Amount: Comparable, Sendable {
    case errors
    /// What must be known, such as that bytes were thrown away.
    case notes
    /// What has ended, too.
    case ends
    case all
  }

  /// Nil when there is nothing to say. No control characters, no end of line.
  static func line(_ event: TransferEvent, _ row: Board.Row, _ amount: Amount, now: Duration) -> String? {
    guard let least = least(event), amount >= least else { return nil }
    return text(event, row, now: now).map { Columns.harmless($0) }
  }

  /// Asked before the words are put together: most events are said to nobody.
  private static func least(_ event: TransferEvent) -> Amount? {
    switch event {
    case .progress: nil
    case .started, .resumed, .redirected, .waiting: .all
    case .entityChanged, .discarded, .needsURL: .notes
    case .ended(.failed): .errors
    case .ended: .ends
    }
  }

  private static func text(_ event: TransferEvent, _ row: Board.Row, now: Duration) -> String? {
    let title = row.title
    switch event {
    case .progress: return nil
    case .started(let name, let total):
      let length = total.map { ", \(Format.bytes($0))" } ?? ", of unknown length"
      return "\(row.url) is fetched as \(name)\(length)"
    case .resumed(let bytes): return "\(title): goes on at \(Format.bytes(bytes))"
    case .redirected(let target): return "\(row.url) leads to \(WebURL.redact(target))"
    case .waiting(let seconds, let why):
      return "\(title): again in \(Format.duration(Duration(capped: seconds))): \(why)"
    case .entityChanged:
      return "\(title): the file has changed at its origin; what was held is dropped, starting at zero"
    case .discarded(let why): return "\(title): starting at zero: \(why)"
    case .needsURL(let why): return "\(title): \(why)"
    case .ended(.completed(let path, let bytes)):
      return "\(path ?? title): \(Format.bytes(bytes))\(pace(row, bytes, now))"
    case .ended(.skipped(let path)): return "\(path) is there already: left as it is"
    case .ended(.failed(let error, let partial)): return failure(title, error, partial)
    case .ended(.stopped(let partial)):
      let kept = partial.map { "; \(Format.bytes(row.received)) kept in \($0)" } ?? ""
      return "\(title): stopped\(kept)"
    }
  }

  /// Why, and what is left of it.
  static func reason(_ error: TransferError, _ partial: String?) -> String {
    "\(error)" + (partial.map { " (what came is kept in \($0))" } ?? "")
  }

  private static func failure(_ title: String, _ error: TransferError, _ partial: String?) -> String {
    let why = reason(error, partial)
    return why.contains(title) ? why : "\(title): \(why)"
  }

  /// Time and speed, where it took long enough to tell.
  private static func pace(_ row: Board.Row, _ bytes: Int64, _ now: Duration) -> String {
    let time = now - row.since
    guard time >= .milliseconds(100) else { return "" }
    let new = max(0, bytes.subtractingReportingOverflow(row.resumed).partialValue)
    let earlier = row.resumed > 0 ? ", \(Format.bytes(row.resumed)) of it from earlier" : ""
    return " in \(Format.duration(time)) (\(Format.rate(Double(new) / (time / .seconds(1))))\(earlier))"
  }
}
