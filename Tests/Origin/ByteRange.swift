/// One range of a `Range` field (RFC 9110 §14.1.2).
package enum ByteRange: Hashable, Sendable {
  case from(Int)
  case closed(Int, Int)
  case suffix(Int)

  /// Nil for several ranges, other units and what is malformed.
  package init?(_ value: String) {
    guard value.hasPrefix("bytes=") else { return nil }
    let parts = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch (Int(parts[0]), Int(parts[1])) {
    case (let first?, let last?) where first <= last: self = .closed(first, last)
    case (let first?, nil) where parts[1].isEmpty: self = .from(first)
    case (nil, let length?) where parts[0].isEmpty: self = .suffix(length)
    default: return nil
    }
  }

  package var start: Int? {
    switch self {
    case .from(let first), .closed(let first, _): first
    case .suffix: nil
    }
  }

  /// Nil when nothing of it is inside.
  package func resolved(in count: Int) -> Range<Int>? {
    switch self {
    case .from(let first): first < count ? first..<count : nil
    case .closed(let first, let last): first < count ? first..<min(last + 1, count) : nil
    case .suffix(let length): length > 0 && count > 0 ? max(0, count - length)..<count : nil
    }
  }
}
