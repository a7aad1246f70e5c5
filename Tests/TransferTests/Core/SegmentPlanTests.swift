import Testing
import Transfer

@Suite struct SegmentPlanTests {
  private func active(_ id: Int, _ left: Range<Int64>, rate: Double = 1_000_000) -> SegmentPlan.Active {
    .init(id: id, left: left, from: left.lowerBound, end: left.upperBound, rate: rate)
  }

  private let mib: Int64 = 1 << 20

  @Test func takesTheLargestGapFirst() {
    let written = ByteRanges([0..<10, 20..<50, 100..<110])
    #expect(
      SegmentPlan.next(written: written, total: 120, active: [active(0, 10..<20)], best: 0) == .gap(50..<100))
  }

  @Test func takesTheSecondHalfOfTheLargestRange() {
    let plan = SegmentPlan.next(
      written: ByteRanges(), total: 9 * mib, active: [active(0, 0..<mib), active(1, mib..<9 * mib)], best: 0)
    #expect(plan == .split(id: 1, 5 * mib..<9 * mib))
  }

  @Test func leavesWhatIsTooSmallToHalve() {
    #expect(SegmentPlan.next(written: ByteRanges(), total: 1000, active: [active(0, 0..<1000)], best: 0) == nil)
  }

  @Test func racesAStragglerNearTheEnd() {
    let slow = active(0, 0..<200_000, rate: 10_000)
    #expect(
      SegmentPlan.next(written: ByteRanges(), total: 200_000, active: [slow], best: 1_000_000)
        == .race(id: 0, 0..<200_000))
    let fast = active(0, 0..<200_000, rate: 900_000)
    #expect(SegmentPlan.next(written: ByteRanges(), total: 200_000, active: [fast], best: 1_000_000) == nil)
  }

  @Test func racesNobodyTwice() {
    var slow = active(0, 0..<200_000, rate: 10_000)
    slow.isRaced = true
    #expect(SegmentPlan.next(written: ByteRanges(), total: 200_000, active: [slow], best: 1_000_000) == nil)
  }

  /// Bytes that have come but are not in the file yet are nobody else's to fetch.
  @Test func racesAQuietOneForAllThatItHasBeforeIt() {
    var quiet = active(1, 1_000_000..<9_000_000)
    quiet.isQuiet = true
    let lively = active(2, 9_000_000..<10_000_000)
    var written = ByteRanges([0..<1_000_000])
    func next(_ active: [SegmentPlan.Active]) -> SegmentPlan? {
      SegmentPlan.next(written: written, total: 10_000_000, active: active, best: 1_000_000)
    }
    #expect(next([quiet, lively]) == .race(id: 1, 1_000_000..<9_000_000))
    quiet.isRaced = true
    #expect(next([quiet, lively]) == .split(id: 2, 9_500_000..<10_000_000))
    written.insert(9_000_000..<10_000_000)
    #expect(next([quiet]) == nil)
    quiet.isRaced = false
    #expect(next([quiet]) == .race(id: 1, 1_000_000..<9_000_000))
  }

  @Test func leavesBytesInABlockAlone() {
    let one = SegmentPlan.Active(id: 0, left: 600..<1000, from: 100, end: 1000, rate: 1)
    #expect(SegmentPlan.next(written: ByteRanges([0..<100]), total: 1000, active: [one], best: 0) == nil)
  }
}
