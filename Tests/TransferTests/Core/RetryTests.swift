import Testing
import Transfer

@Suite struct RetryPolicyTests {
  @Test(arguments: [
    (0, 0.9, 0.0), (1, 0.0, 0.0), (1, 0.999, 0.4995), (2, 0.5, 0.5), (3, 0.5, 1.0), (8, 0.5, 15.0), (60, 0.5, 15.0),
  ])
  func backsOffWithFullJitter(fruitless: Int, chance: Double, seconds: Double) throws {
    let delay = try #require(RetryPolicy(retries: 100).delay(fruitless: fruitless, chance: chance))
    #expect(abs(delay / .seconds(1) - seconds) < 0.001)
  }

  @Test func givesUpAfterSoMany() {
    #expect(RetryPolicy(retries: 2).delay(fruitless: 2, chance: 0.5) != nil)
    #expect(RetryPolicy(retries: 2).delay(fruitless: 3, chance: 0.5) == nil)
    #expect(RetryPolicy(retries: 0).delay(fruitless: 1, chance: 0.5) == nil)
  }

  @Test func knowsWhichStatusesPass() {
    let passing = Set((100...999).filter { RetryPolicy.isPassing(status: $0) })
    #expect(passing.subtracting(500...599) == [408, 425, 429])
    #expect(passing.isSuperset(of: [500, 502, 503, 504, 520, 521]))
    #expect(passing.isDisjoint(with: [501, 505]))
  }
}

@Suite struct BudgetTests {
  @Test func triesThatGainStartTheCountAnew() {
    var budget = Budget()
    budget.failed()
    budget.failed()
    #expect(budget.fruitless == 2)
    let isGain = budget.gained(held: 100_000)
    #expect(isGain)
    budget.failed()
    #expect(budget.fruitless == 0)
    budget.failed()
    #expect(budget.fruitless == 1)
  }

  @Test func nextToNothingCostsAShortWait() {
    var budget = Budget()
    for held in Int64(1)...50 {
      let isGain = budget.gained(held: held)
      #expect(isGain)
      budget.failed()
      #expect(budget.fruitless == 1)
    }
  }

  /// An origin without ranges that always cuts at the same place gains nothing after the first time.
  @Test func bytesThrownAwayEndIt() {
    var budget = Budget()
    var tries = 0
    while !budget.isSpent(total: 1_000_000), tries < 100 {
      _ = budget.gained(held: 600_000)
      budget.failed()
      budget.threwAway(600_000, other: false)
      tries += 1
    }
    #expect(tries == 6)
    #expect(budget.fruitless == 5)
  }
}
