internal import Glibc

/// Page-aligned blocks that gather what libcurl hands out in small pieces: the page cache takes large aligned
/// writes several times faster than small ones. The pool is capped; beyond it, pieces are written as they come.
final class BlockPool {
  /// In bytes.
  static let blockSize = 256 * 1024
  private let most: Int
  private var made = 0
  private var free: [UnsafeMutableRawPointer] = []

  /// - Parameter most: blocks at once.
  init(most: Int) { self.most = most }

  deinit { for block in free { Glibc.free(block) } }

  /// Nil when all are in use.
  func take() -> UnsafeMutableRawPointer? {
    if let block = free.popLast() { return block }
    guard made < most else { return nil }
    var block: UnsafeMutableRawPointer?
    guard posix_memalign(&block, 4096, BlockPool.blockSize) == 0 else { return nil }
    made += 1
    return block
  }

  func give(_ block: UnsafeMutableRawPointer) { free.append(block) }
}
