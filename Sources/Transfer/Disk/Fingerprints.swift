internal import CXXHash
internal import Glibc

/// Hashes of what was written, so that a partial file that someone changed meanwhile is found out.
///
/// Each connection's bytes come in order: a hash runs along with each stretch, and resume data keeps them.
final class Fingerprints {
  private final class Stretch {
    let start: Int64
    var end: Int64
    let state: OpaquePointer

    init?(at offset: Int64) {
      guard let state = XXH3_createState() else { return nil }
      XXH3_64bits_reset(state)
      self.state = state
      start = offset
      end = offset
    }

    deinit { XXH3_freeState(state) }
  }

  /// From an earlier run: these can't grow.
  private var fixed: [ResumeData.Fingerprint] = []
  private var stretches: [Stretch] = []

  func continues(from earlier: [ResumeData.Fingerprint]) { fixed = earlier }

  func restart() {
    fixed = []
    stretches = []
  }

  func wrote(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    guard let stretch = stretches.last(where: { $0.end == offset }) ?? begin(at: offset) else { return }
    sluice_hash(stretch.state, bytes.baseAddress, bytes.count)
    stretch.end += Int64(bytes.count)
  }

  private func begin(at offset: Int64) -> Stretch? {
    guard let stretch = Stretch(at: offset) else { return nil }
    stretches.append(stretch)
    return stretch
  }

  var all: [ResumeData.Fingerprint] {
    fixed + stretches.map { .init(range: $0.start..<$0.end, value: XXH3_64bits_digest($0.state)) }
  }

  /// The hash of bytes read piece by piece; `read` gives the next ones, none at the end.
  static func value(_ read: () -> UnsafeRawBufferPointer?) -> UInt64? {
    guard let state = XXH3_createState() else { return nil }
    defer { XXH3_freeState(state) }
    XXH3_64bits_reset(state)
    while let piece = read() { sluice_hash(state, piece.baseAddress, piece.count) }
    return XXH3_64bits_digest(state)
  }
}

extension ResumeData.Fingerprint {
  /// Whether the file still has these bytes. Reads them all: not on the loop's thread.
  func matches(_ descriptor: Int32) -> Bool {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { block.deallocate() }
    var offset = range.lowerBound
    let found = Fingerprints.value {
      let count = pread(descriptor, block.baseAddress, min(block.count, Int(range.upperBound - offset)), Int(offset))
      guard count > 0 else { return nil }
      offset += Int64(count)
      return UnsafeRawBufferPointer(rebasing: block[..<count])
    }
    return offset == range.upperBound && found == value
  }
}
