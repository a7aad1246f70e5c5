/// The word that was probably meant.
enum Suggestion {
  /// The nearest of `known` that is no further away than a slip of the finger or two; nil when none is.
  static func nearest(to word: String, among known: [String]) -> String? {
    let limit = max(1, min(3, word.count / 3))
    let near = known.map { (word: $0, distance: distance(word, $0)) }.filter { $0.distance <= limit }
    if let best = near.min(by: { $0.distance < $1.distance }) { return best.word }
    let longer = known.filter { word.count >= 3 && $0.hasPrefix(word) }
    return longer.count == 1 ? longer.first : nil
  }

  /// Letters to put in, take out, change or swap with the next (optimal string alignment).
  static func distance(_ from: String, _ to: String) -> Int {
    let a = Array(from.prefix(64))
    let b = Array(to.prefix(64))
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
