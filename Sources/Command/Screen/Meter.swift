import Glibc

/// How fast bytes come, smoothed over some seconds. Fed with bytes that came now, never with those of an earlier run.
struct Meter: Hashable, Sendable {
  /// What was measured this long ago counts 1/e of what is measured now.
  static let span = 3.0
  /// Shorter samples are put together: they tell about buffers, not about speed.
  private static let sample = 0.1
  /// Nothing is told before this much was seen.
  private static let least = 0.5
  /// Silence longer than this counts as such.
  private static let silence = 1.0

  private var average = 0.0
  /// How much of `average` rests on samples: it starts at nothing.
  private var weight = 0.0
  private var pending: Int64 = 0
  private var last: Duration
  private let start: Duration

  init(start: Duration) {
    self.start = start
    last = start
  }

  mutating func add(_ bytes: Int64, now: Duration) {
    pending = pending.addingReportingOverflow(max(0, bytes)).partialValue
    let time = (now - last) / .seconds(1)
    guard time >= Meter.sample else { return }
    (average, weight) = blended(over: time)
    pending = 0
    last = now
  }

  /// In bytes per second; nil while too little was seen.
  func rate(now: Duration) -> Double? {
    guard (now - start) / .seconds(1) >= Meter.least else { return nil }
    let time = (now - last) / .seconds(1)
    let (average, weight) = time > Meter.silence || self.weight == 0 ? blended(over: time) : (average, weight)
    return weight > 0 ? average / weight : nil
  }

  private func blended(over time: Double) -> (Double, Double) {
    guard time > 0 else { return (average, weight) }
    let share = 1 - exp(-time / Meter.span)
    return (average + share * (Double(pending) / time - average), weight + share * (1 - weight))
  }
}
