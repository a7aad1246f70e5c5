/// Which bytes an idle connection fetches next.
package enum SegmentPlan: Hashable, Sendable {
  /// Nobody fetches these.
  case gap(Range<Int64>)
  /// The second half of what this one has before it.
  case split(id: Int, Range<Int64>)
  /// The same bytes as a straggler, or as one that has gone quiet: whoever is first wins.
  case race(id: Int, Range<Int64>)

  /// Halves smaller than this are not worth a request.
  package static let smallest: Int64 = 256 * 1024

  package struct Active: Hashable, Sendable {
    package var id: Int
    /// What it has before it.
    package var left: Range<Int64>
    /// Where its bytes begin that are not in the file yet, and where they end: nobody else's.
    package var from: Int64
    package var end: Int64
    /// In bytes per second; 0 when unknown.
    package var rate: Double
    package var isRaced: Bool
    /// It brings nothing at all.
    package var isQuiet: Bool

    package init(
      id: Int, left: Range<Int64>, from: Int64, end: Int64, rate: Double, isRaced: Bool = false, isQuiet: Bool = false
    ) {
      self.id = id
      self.left = left
      self.from = from
      self.end = end
      self.rate = rate
      self.isRaced = isRaced
      self.isQuiet = isQuiet
    }
  }

  /// - Parameters:
  ///   - written: what the file has.
  ///   - total: its length in bytes.
  ///   - active: the connections at work.
  ///   - best: the highest rate that any connection of this download has shown, in bytes per second.
  package static func next(written: ByteRanges, total: Int64, active: [Active], best: Double) -> SegmentPlan? {
    var taken = written
    for one in active where one.from < one.end { taken.insert(one.from..<one.end) }
    if let gap = taken.gaps(in: 0..<total).max(by: { $0.count < $1.count }) { return .gap(gap) }
    // All that a quiet one has before it, since nothing says that it will bring its half.
    if let quiet = active.first(where: { $0.isQuiet && !$0.isRaced && !$0.left.isEmpty }) {
      return .race(id: quiet.id, quiet.left)
    }
    if let victim = active.filter({ !$0.isQuiet }).max(by: { $0.left.count < $1.left.count }),
      Int64(victim.left.count) >= 2 * smallest
    {
      let middle = victim.left.lowerBound + Int64(victim.left.count) / 2
      return .split(id: victim.id, middle..<victim.left.upperBound)
    }
    // Racing sends bytes twice: only against one that needs at least twice as long, and a while at that.
    let stragglers = active.filter { one in
      let time = Double(one.left.count) / max(one.rate, 1)
      return !one.isRaced && !one.isQuiet && !one.left.isEmpty && best > 0 && one.rate * 2 < best && time > 0.3
    }
    if let slow = stragglers.max(by: { $0.left.count < $1.left.count }) { return .race(id: slow.id, slow.left) }
    return nil
  }
}
