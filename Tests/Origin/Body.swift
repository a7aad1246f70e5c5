/// Bytes of an answer: fixed pseudo-random ones, made when they are sent, or given ones; or a part of these.
package struct Body: Sendable {
  private enum Source: Sendable {
    case random(seed: UInt64)
    case bytes([UInt8])
  }

  private let source: Source
  private let start: Int
  package let count: Int

  private init(_ source: Source, start: Int, count: Int) {
    self.source = source
    self.start = start
    self.count = count
  }

  /// Bodies of one seed are prefixes of each other; those of two seeds differ everywhere that matters.
  package static func random(_ seed: UInt64 = 1, count: Int = 1 << 20) -> Body {
    Body(.random(seed: seed &* 0x9e37_79b9_7f4a_7c15), start: 0, count: count)
  }

  package static func bytes(_ bytes: [UInt8]) -> Body { Body(.bytes(bytes), start: 0, count: bytes.count) }

  package static func text(_ text: String) -> Body { .bytes(Array(text.utf8)) }

  package static let empty = Body.bytes([])

  /// `range` is cut to what is there.
  package subscript(range: Range<Int>) -> Body {
    let inside = range.clamped(to: 0..<count)
    return Body(source, start: start + inside.lowerBound, count: inside.count)
  }

  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      fill(UnsafeMutableRawBufferPointer(buffer))
      filled = count
    }
  }

  /// The same bytes, but for those in `range`, which are inverted.
  package func flipping(_ range: Range<Int>) -> Body {
    var changed = bytes
    for index in range.clamped(to: 0..<count) { changed[index] = ~changed[index] }
    return .bytes(changed)
  }

  package static func + (first: Body, second: Body) -> Body { .bytes(first.bytes + second.bytes) }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    switch source {
    case .bytes(let bytes):
      bytes.withUnsafeBytes { all in
        guard let base = all.baseAddress, count > 0 else { return }
        buffer.copyMemory(from: UnsafeRawBufferPointer(start: base + start, count: count))
      }
    case .random(let seed):
      var position = 0
      while position < count {
        let offset = start + position
        var word = Self.word(seed, offset >> 3) >> UInt64((offset & 7) * 8)
        if offset & 7 == 0, count - position >= 8 {
          buffer.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
          position += 8
        } else {
          for _ in 0..<min(8 - offset & 7, count - position) {
            buffer[position] = UInt8(truncatingIfNeeded: word)
            word >>= 8
            position += 1
          }
        }
      }
    }
  }

  /// SplitMix64, at any place.
  private static func word(_ seed: UInt64, _ index: Int) -> UInt64 {
    var z = seed &+ UInt64(index) &* 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
