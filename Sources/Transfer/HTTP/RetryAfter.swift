/// The value of Retry-After (RFC 9110 §10.2.3).
package enum RetryAfter {
  /// How many seconds to wait, 0 or more; a number too large to hold counts as the largest. Nil when malformed.
  ///
  /// - Parameter now: seconds since 1970.
  package static func seconds(_ value: String, now: Int64) -> Int64? {
    let value = value.withoutBlanks
    if !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) { return Int64(digits: value) ?? .max }
    guard let date = HTTPDate.seconds(String(value), now: now) else { return nil }
    let (wait, isOver) = date.subtractingReportingOverflow(now)
    return isOver ? (date > now ? .max : 0) : max(0, wait)
  }
}
