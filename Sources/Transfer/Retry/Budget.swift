/// Ends endless loops without ending honest progress: tries that gain nothing, and bytes thrown away.
package struct Budget: Hashable, Sendable {
  /// Tries in a row that brought no byte beyond what some try had brought before.
  package private(set) var fruitless = 0
  package private(set) var wasted: Int64 = 0
  /// How many bytes of the entity were ever held at once.
  private var highWater: Int64 = 0
  /// The most that was ever held of any entity.
  private var largest: Int64 = 0
  /// What `highWater` was when the last try ended.
  private var before: Int64 = 0

  package init() {}

  /// - Parameter held: bytes of the entity held now.
  package mutating func gained(held: Int64) -> Bool {
    guard held > highWater else { return false }
    highWater = held
    largest = max(largest, held)
    return true
  }

  /// A try has ended without the whole. One that gained next to nothing still costs a short wait.
  package mutating func failed() {
    let gain = highWater - before
    before = highWater
    fruitless = gain == 0 ? fruitless + 1 : gain < 16 * 1024 ? 1 : 0
  }

  /// - Parameter other: what comes next is another entity, for which nothing was ever held.
  package mutating func threwAway(_ bytes: Int64, other: Bool) {
    wasted = wasted.addingReportingOverflow(bytes).overflow ? .max : wasted + bytes
    guard other else { return }
    highWater = 0
    before = 0
  }

  /// Three whole files' worth.
  package func isSpent(total: Int64?) -> Bool { wasted / 3 > max(total ?? 0, largest, 64 * 1024) }
}
