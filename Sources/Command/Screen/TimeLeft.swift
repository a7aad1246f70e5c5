import Glibc

/// How long a download still takes: counts down like a clock, and leans towards what the speed says now.
struct TimeLeft: Hashable, Sendable {
  /// It has come 1/e closer after this long.
  private static let span = 4.0
  /// More than this is no forecast.
  private static let most = 100.0 * 86400

  private var seconds: Double?
  private var last: Duration = .zero

  /// Nil while nothing can be said.
  var shown: Duration? { seconds.map { .seconds(Int64($0.rounded(.up))) } }

  /// - Parameters:
  ///   - left: bytes still to come; nil when unknown.
  ///   - rate: in bytes per second.
  mutating func update(left: Int64?, rate: Double?, now: Duration) {
    guard let left, let rate, rate > 0, Double(max(0, left)) / rate < TimeLeft.most else {
      seconds = nil
      return
    }
    let forecast = Double(max(0, left)) / rate
    defer { last = now }
    guard let seconds else {
      self.seconds = forecast
      return
    }
    let time = max(0, (now - last) / .seconds(1))
    let counted = max(0, seconds - time)
    self.seconds = max(0, counted + (forecast - counted) * (1 - exp(-time / TimeLeft.span)))
  }
}
