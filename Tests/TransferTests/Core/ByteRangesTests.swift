import Testing
import Transfer

@Suite struct ByteRangesTests {
  /// Against a set of single bytes, for every order of three ranges out of a few.
  @Test func agreesWithASetOfBytes() {
    let ranges: [Range<Int64>] = [0..<3, 2..<5, 3..<4, 5..<9, 9..<9, 1..<8, 7..<10]
    for a in ranges {
      for b in ranges {
        for c in ranges {
          let set = ByteRanges([a, b, c])
          let bytes = Set(a).union(b).union(c)
          #expect(set.count == Int64(bytes.count))
          #expect(Set(set.ranges.flatMap { $0 }) == bytes)
          #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
          let missing = set.gaps(in: 0..<12).flatMap { $0 }
          #expect(Set(missing) == Set(0..<12).subtracting(bytes))
          for offset in Int64(0)..<12 {
            let run = sequence(first: offset - 1) { $0 - 1 }.prefix { bytes.contains($0) }.reduce(0) { n, _ in n + 1 }
            #expect(set.run(before: offset) == Int64(run))
            #expect(set.contains(offset..<offset + 1) == bytes.contains(offset))
          }
        }
      }
    }
  }
}
