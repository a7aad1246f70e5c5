import Testing

@testable import Command

@Suite struct MeterTests {
  /// Feeds bytes per second for so many seconds, in steps of a tenth.
  private func feed(_ meter: inout Meter, _ rate: Int64, from: Double, to: Double) {
    var time = from
    while time < to - 0.05 {
      time += 0.1
      meter.add(rate / 10, now: .seconds(time))
    }
  }

  @Test func `nothing is told too early`() {
    var meter = Meter(start: .zero)
    meter.add(1_000_000, now: .milliseconds(200))
    #expect(meter.rate(now: .milliseconds(300)) == nil)
  }

  @Test func `a steady rate is told as it is from the first second on`() throws {
    var meter = Meter(start: .seconds(100))
    feed(&meter, 1000, from: 100, to: 101)
    let rate = try #require(meter.rate(now: .seconds(101)))
    #expect(abs(rate - 1000) < 20)
  }

  @Test func `a burst moves it little, a new rate arrives within seconds`() throws {
    var meter = Meter(start: .zero)
    feed(&meter, 1000, from: 0, to: 20)
    meter.add(400, now: .seconds(20.1))
    #expect(try #require(meter.rate(now: .seconds(20.1))) < 1200)
    feed(&meter, 5000, from: 20.1, to: 32)
    #expect(abs(try #require(meter.rate(now: .seconds(32))) - 5000) < 150)
  }

  @Test func `silence brings it down`() throws {
    var meter = Meter(start: .zero)
    feed(&meter, 1000, from: 0, to: 10)
    #expect(try #require(meter.rate(now: .seconds(10.5))) > 950)
    #expect(try #require(meter.rate(now: .seconds(20))) < 50)
  }

  @Test func `many small pieces count as much as few large ones`() throws {
    var meter = Meter(start: .zero)
    for step in 1...2000 { meter.add(1, now: .milliseconds(step)) }
    #expect(abs(try #require(meter.rate(now: .seconds(2))) - 1000) < 30)
  }

  @Test func `absurd counts do not trap`() {
    var meter = Meter(start: .zero)
    meter.add(.max, now: .milliseconds(1))
    meter.add(.max, now: .milliseconds(2))
    meter.add(-5, now: .seconds(-1))
    _ = meter.rate(now: .seconds(3))
  }

  @Test func `the time left counts down and does not jump`() throws {
    var left = TimeLeft()
    left.update(left: 10_000, rate: 100, now: .zero)
    #expect(left.shown == .seconds(100))
    left.update(left: 9_900, rate: 100, now: .seconds(1))
    #expect(left.shown == .seconds(99))
    // For an instant the rate is double: the forecast halves, what is shown moves a little.
    left.update(left: 9_890, rate: 200, now: .seconds(1.1))
    #expect(try #require(left.shown) > .seconds(96))
    for step in 1...300 {
      left.update(left: 9_890 - Int64(step) * 20, rate: 200, now: .seconds(1.1 + Double(step) / 10))
    }
    let forecast = Duration.seconds((9_890.0 - 6000) / 200)
    #expect(abs((try #require(left.shown) - forecast) / .seconds(1)) < 2)
  }

  @Test(arguments: [(nil, 100), (100, nil), (100, 0), (Int64.max, 1)] as [(Int64?, Double?)])
  func `where nothing can be said, nothing is`(bytes: Int64?, rate: Double?) {
    var left = TimeLeft()
    left.update(left: bytes, rate: rate, now: .zero)
    #expect(left.shown == nil)
  }
}
