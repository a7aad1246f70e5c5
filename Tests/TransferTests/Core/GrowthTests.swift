import Testing

@testable import Transfer

@Suite struct GrowthTests {
  /// Runs a download whose origin gives `rate(connections)` bytes a second, and tells how many it ends with.
  private func settle(most: Int, seconds: Int = 30, total: Double = 1e12, rate: (Int) -> Double) -> Int {
    var growth = Growth()
    var bytes = 0.0
    var receiving = 1
    for step in 0..<seconds * 10 {
      bytes += rate(receiving) / 10
      receiving = growth.target
      growth.measure(
        now: .milliseconds(step * 100), bytes: Int64(bytes), receiving: receiving, left: Int64(max(0, total - bytes)),
        most: most)
    }
    return growth.target
  }

  @Test(arguments: [1, 2, 3, 8, 16]) func usesAllWhereEachIsCapped(most: Int) {
    #expect(settle(most: most) { Double($0) * 1e6 } == most)
  }

  /// The numbers that a download goes through whose origin gives `rate(connections)` bytes a second.
  private func steps(most: Int, rate: (Int) -> Double) -> [Int] {
    var growth = Growth()
    var bytes = 0.0
    var steps = [growth.target]
    for step in 0..<90 {
      let receiving = growth.target
      bytes += rate(receiving) / 10
      growth.measure(
        now: .milliseconds(step * 100), bytes: Int64(bytes), receiving: receiving, left: 1 << 40, most: most)
      if growth.target != receiving { steps.append(growth.target) }
    }
    return steps
  }

  @Test func leapsOnlyWhereAStepPaidFully() {
    #expect(steps(most: 32) { Double($0) * 1e6 } == [1, 2, 8, 32])
    #expect(steps(most: 6) { Double($0) * 1e6 } == [1, 2, 6])
    // Each doubling brings half as much again.
    let halves = [1: 1e6, 2: 1.5e6, 4: 2.25e6, 8: 3.375e6, 16: 5.0625e6]
    #expect(steps(most: 16) { halves[$0] ?? 0 } == [1, 2, 4, 8, 16])
    // Eight bring twice what two bring, not four times: no leap follows.
    #expect(steps(most: 16) { min(Double($0), 4) * 1e6 }.prefix(4) == [1, 2, 8, 16])
  }

  @Test func staysAtOneWhereTheLineIsFull() {
    #expect(settle(most: 8) { _ in 1e6 } == 1)
  }

  @Test func stopsWhereMoreNoLongerPay() {
    let connections = settle(most: 16) { min(Double($0), 4) * 1e6 }
    #expect((4...8).contains(connections))
  }

  @Test func leavesAQuickDownloadAlone() {
    #expect(settle(most: 8, seconds: 2, total: 2.5e6) { Double($0) * 1e6 } == 1)
  }

  /// An origin that sends each connection's share once a second.
  @Test func isNotFooledByBursts() {
    var growth = Growth()
    var bytes: Int64 = 0
    var receiving = 1
    for step in 0..<200 {
      if step % 10 == 0 { bytes += Int64(receiving) * 1_000_000 }
      receiving = growth.target
      growth.measure(now: .milliseconds(step * 100), bytes: bytes, receiving: receiving, left: 1 << 40, most: 8)
    }
    #expect(growth.target == 8)
  }

  @Test func waitsAfterAJoinThatFailed() {
    var growth = Growth()
    for step in 0..<15 {
      growth.measure(
        now: .milliseconds(step * 100), bytes: Int64(step) * 100_000, receiving: 1, left: 1 << 40, most: 8)
    }
    #expect(growth.target == 2)
    growth.joinFailed(receiving: 1, now: .milliseconds(1500))
    for step in 15..<100 {
      growth.measure(
        now: .milliseconds(step * 100), bytes: Int64(step) * 100_000, receiving: 1, left: 1 << 40, most: 8)
      #expect(growth.target == 1)
    }
  }
}
