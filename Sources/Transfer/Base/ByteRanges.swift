/// A set of byte offsets, kept as sorted half-open ranges that neither touch nor overlap.
package struct ByteRanges: Hashable, Sendable {
  package private(set) var ranges: [Range<Int64>] = []

  package init() {}

  package init(_ ranges: some Sequence<Range<Int64>>) {
    for range in ranges { insert(range) }
  }

  package var isEmpty: Bool { ranges.isEmpty }
  /// Bytes in all.
  package var count: Int64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }
  package var upperBound: Int64 { ranges.last?.upperBound ?? 0 }

  package mutating func insert(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    // Bytes mostly come right behind the ones before them.
    if let last = ranges.indices.last, ranges[last].upperBound == range.lowerBound {
      ranges[last] = ranges[last].lowerBound..<range.upperBound
      return
    }
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.endIndex
    var end = first
    var union = range
    while end < ranges.endIndex, ranges[end].lowerBound <= range.upperBound {
      union = min(union.lowerBound, ranges[end].lowerBound)..<max(union.upperBound, ranges[end].upperBound)
      end += 1
    }
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(union))
  }

  package func contains(_ range: Range<Int64>) -> Bool {
    range.isEmpty || ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
  }

  /// How many bytes right before `offset` are there.
  package func run(before offset: Int64) -> Int64 {
    guard let range = ranges.last(where: { $0.lowerBound < offset }), range.upperBound >= offset else { return 0 }
    return offset - range.lowerBound
  }

  /// What is missing of `whole`, in order.
  package func gaps(in whole: Range<Int64>) -> [Range<Int64>] {
    var gaps: [Range<Int64>] = []
    var next = whole.lowerBound
    for range in ranges where range.upperBound > next && range.lowerBound < whole.upperBound {
      if range.lowerBound > next { gaps.append(next..<range.lowerBound) }
      next = range.upperBound
    }
    if next < whole.upperBound { gaps.append(next..<whole.upperBound) }
    return gaps
  }
}
