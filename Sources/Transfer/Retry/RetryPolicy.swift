/// When to try again: exponential back-off with full jitter, so that many clients don't come back in step.
package struct RetryPolicy: Hashable, Sendable {
  /// Tries in a row that gain nothing, after the first.
  package var retries: Int
  package var base = Duration.milliseconds(500)
  package var cap = Duration.seconds(30)
  /// An origin may ask for at most this much patience.
  package var patience: Int64 = 24 * 3600

  package init(retries: Int) { self.retries = retries }

  /// The wait before the next try, or nil to give up.
  ///
  /// - Parameters:
  ///   - fruitless: tries in a row that gained no new byte, the last one included; 0 when it gained some.
  ///   - chance: a number in 0..<1, drawn anew each time.
  package func delay(fruitless: Int, chance: Double) -> Duration? {
    guard fruitless > 0 else { return .zero }
    guard fruitless <= retries else { return nil }
    return min(cap, base * (1 << min(fruitless - 1, 16))) * chance
  }

  /// Whether a status is a passing one: those that say so, and all 5xx but 501 and 505, which no waiting mends.
  package static func isPassing(status: Int) -> Bool {
    switch status {
    case 408, 425, 429: true
    case 501, 505: false
    case 500...599: true
    default: false
    }
  }

  /// Whether a status may mean that the link has expired while its file lives.
  package static func mayBeExpired(status: Int) -> Bool { [401, 403, 404, 410].contains(status) }

  /// Whether a status speaks for the whole host: all its downloads wait.
  package static func concernsHost(status: Int) -> Bool { status == 429 || status == 503 }
}
