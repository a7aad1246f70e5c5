extension Body {
  /// In gzip's form (RFC 1952), of stored blocks.
  package var gzipped: Body {
    let content = bytes
    var out: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
    out += Self.stored(content)
    out += Self.littleEndian(Self.crc32(content))
    out += Self.littleEndian(UInt32(truncatingIfNeeded: content.count))
    return .bytes(out)
  }

  /// In zlib's form (RFC 1950), which HTTP calls `deflate`, of stored blocks.
  package var deflated: Body {
    let content = bytes
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in content {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return .bytes([0x78, 0x01] + Self.stored(content) + Self.littleEndian(b << 16 | a).reversed())
  }

  /// DEFLATE's stored blocks (RFC 1951 §3.2.4).
  private static func stored(_ content: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var position = 0
    repeat {
      let end = min(position + 65535, content.count)
      let length = UInt16(end - position)
      out.append(end == content.count ? 1 : 0)
      out += [UInt8(length & 0xff), UInt8(length >> 8), UInt8(~length & 0xff), UInt8(~length >> 8)]
      out += content[position..<end]
      position = end
    } while position < content.count
    return out
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc32(_ content: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in content { crc = crcTable[Int((crc ^ UInt32(byte)) & 0xff)] ^ (crc >> 8) }
    return ~crc
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xedb8_8320 ^ (crc >> 1) : crc >> 1 }
  }
}
