/// How many connections a download uses: others join while they pay.
///
/// Each step doubles the number, measures, and keeps the new ones only where the total rate grew. Behind a step that
/// multiplied the rate as it did the number, the next is to four times as many.
package struct Growth: Sendable {
  /// How many there should be.
  package private(set) var target = 1
  private var before: (target: Int, rate: Double)?
  private var window: (since: Duration, bytes: Int64)?
  /// No step before this moment.
  private var frozen: Duration = .zero
  private var freeze = Duration.seconds(10)

  /// A step must bring at least this much more, however large it is.
  static let pays = 1.25
  /// Each connection brings at least this part of what each brought before: more of them surely pay.
  static let paysFully = 0.9
  /// Origins that cap a connection often send in bursts, one a second: a shorter look sees noise.
  static let look = Duration.milliseconds(1000)
  /// Only a longer look shows that a step did not pay.
  static let longLook = Duration.milliseconds(3500)
  /// A download that ends sooner than this is left alone: a new connection would not have paid by then.
  static let worthwhile = 2.0

  package init() {}

  /// Called a few times a second.
  ///
  /// - Parameters:
  ///   - bytes: all that has come so far in this run.
  ///   - receiving: connections that bring bytes now.
  ///   - left: bytes still to come.
  ///   - most: the number never to go beyond.
  package mutating func measure(now: Duration, bytes: Int64, receiving: Int, left: Int64, most: Int) {
    target = min(target, max(1, most))
    guard receiving == target else {
      window = nil
      return
    }
    guard let start = window else {
      window = (now, bytes)
      return
    }
    let time = now - start.since
    guard time >= Growth.look else { return }
    var rate = Double(bytes - start.bytes) / (time / .seconds(1))
    var factor = 2
    if let before, before.target < target {
      if rate < before.rate * Growth.pays {
        guard time >= Growth.longLook else { return }
        target = before.target
        self.before = nil
        frozen = now + freeze
        freeze = freeze * 2
        window = nil
        return
      }
      // Twice the connections bring twice the rate at most; what looks like more is a burst.
      let full = before.rate * Double(target) / Double(before.target)
      rate = min(rate, full)
      if rate >= full * Growth.paysFully { factor = 4 }
    }
    window = (now, bytes)
    guard now >= frozen, target < most, rate > 0, Double(left) / rate > Growth.worthwhile else { return }
    before = (target, rate)
    target = min(target * factor, most)
    window = nil
  }

  /// One that was to join got nothing: the origin bears no more than these.
  package mutating func joinFailed(receiving: Int, now: Duration) {
    target = max(1, receiving)
    before = nil
    window = nil
    frozen = now + freeze
    freeze = freeze * 2
  }

  /// One connection, for good.
  package mutating func stop() {
    target = 1
    frozen = .seconds(Int64.max / 4)
  }
}
