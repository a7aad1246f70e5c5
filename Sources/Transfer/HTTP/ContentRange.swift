/// The value of Content-Range (RFC 9110 §14.4), in bytes from the start of the representation.
package enum ContentRange: Hashable, Sendable {
  /// Never empty, and inside the total. `total` is nil for `*`.
  case range(Range<Int64>, total: Int64?)
  /// `*/N`: the range asked for lies outside.
  case unsatisfied(total: Int64)

  /// Nil for another unit than bytes, and for anything malformed or impossible.
  package init?(_ value: String) {
    let value = value.withoutBlanks
    guard let blank = value.firstIndex(of: " "), value[..<blank].isSameWord("bytes") else { return nil }
    let parts = value[blank...].withoutBlanks.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    var total: Int64?
    if parts[1] != "*" {
      guard let number = Int64(digits: parts[1]) else { return nil }
      total = number
    }
    if parts[0] == "*" {
      guard let total else { return nil }
      self = .unsatisfied(total: total)
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int64(digits: ends[0]), let last = Int64(digits: ends[1]), first <= last,
      last < total ?? .max
    else { return nil }
    // The last byte is counted in on the wire.
    self = .range(first..<last + 1, total: total)
  }
}
