internal import CLinux
internal import Glibc

/// Room asked of the filesystem ahead of the writes: it then keeps its books once a piece rather than once a page,
/// and the file lies in few pieces.
///
/// It is a courtesy: where there is none to be had, the writes themselves tell.
struct Preallocation {
  /// In bytes. What a stopped download occupies beyond what it has is this much for each connection at most.
  static let piece: Int64 = 16 << 20
  /// Files shorter than this, in bytes, are not worth the call.
  static let least: Int64 = 4 << 20

  private var asked = ByteRanges()
  private var isOff = false

  /// - Parameter total: the length that the file is to have, in bytes.
  mutating func prepare(_ range: Range<Int64>, total: Int64, descriptor: Int32) {
    guard !isOff, total >= Preallocation.least, !asked.contains(range) else { return }
    let end = min(total, max(range.upperBound, (range.lowerBound / Preallocation.piece + 1) * Preallocation.piece))
    guard range.lowerBound < end else { return }
    if sluice_preallocate(descriptor, off_t(range.lowerBound), off_t(end - range.lowerBound)) == 0 {
      asked.insert(range.lowerBound..<end)
    } else {
      isOff = true
    }
  }
}
