import Testing
import Transfer

@Suite struct BinaryPropertyListTests {
  @Test(
    arguments: [
      ([[0x08]], .boolean(false)), ([[0x09]], .boolean(true)), ([[0x10, 0xFF]], .integer(255)),
      ([[0x11, 0xFF, 0xFF]], .integer(65_535)),
      ([[0x12, 0xFF, 0xFF, 0xFF, 0xFF]], .integer(4_294_967_295)),
      ([[0x13] + [UInt8](repeating: 0xFF, count: 8)], .integer(-1)),
      (
        [[0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)],
        .real(18_446_744_073_709_551_616)
      ),
      ([[0x14] + [UInt8](repeating: 0, count: 15) + [7]], .integer(7)), ([[0x22, 0x3F, 0xC0, 0, 0]], .real(1.5)),
      ([[0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]], .real(1.5)),
      ([[0x33, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]], .date(1.5)), ([[0x42, 1, 2]], .data([1, 2])),
      ([[0x4F, 0x10, 2, 1, 2]], .data([1, 2])), ([[0x40]], .data([])),
      ([[0x52, 0x61, 0x62]], .string("ab")), ([[0x51, 0xE9]], .string("é")),
      ([[0x62, 0x20, 0xAC, 0, 0x61]], .string("€a")), ([[0x61, 0xD8, 0]], .string("\u{FFFD}")),
      ([[0x72, 0xC3, 0xA9]], .string("é")), ([[0x80, 7]], .uid(7)), ([[0x81, 1, 0]], .uid(256)), ([[0xA0]], .array([])),
      ([[0xA2, 1, 1], [0x09]], .array([.boolean(true), .boolean(true)])),
      ([[0xD1, 1, 2], [0x51, 0x61], [0x10, 5]], .dictionary(["a": .integer(5)])),
    ] as [([[UInt8]], PropertyList)])
  func objects(objects: [[UInt8]], list: PropertyList) throws {
    #expect(try PropertyList(bytes: binary(objects)) == list)
  }

  @Test(
    "Objects that reach beyond what is there, refer to nothing, or are of no known kind",
    arguments: [
      [[0x00]], [[0x0F]], [[0x15, 0]], [[0x11, 0]], [[0x24, 0]], [[0x30, 0]], [[0x45, 1]], [[0x4F]], [[0x4F, 0x20, 1]],
      [[0x4F, 0x10]], [[0x4F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
      [[0x4F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
      [[0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
      [[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
      [[0x61, 0]], [[0x88, 0]], [[0xA1, 9]], [[0xA1]], [[0xC0]], [[0xD1, 1]], [[0xD1, 1, 1], [0x09]], [[0xF0]],
      [[0x14] + [UInt8](repeating: 0xFF, count: 16)], [[0x4F, 0x14] + [UInt8](repeating: 0, count: 16)],
    ] as [[[UInt8]]])
  func malformed(objects: [[UInt8]]) {
    #expect(throws: PropertyListError.malformed) { try PropertyList(bytes: binary(objects)) }
  }

  @Test(
    "Each bad trailer is refused",
    arguments: [
      ("no offset size", 6, 0), ("offset size too large", 6, 9), ("no reference size", 7, 0),
      ("reference size too large", 7, 9), ("more objects than fit", 15, 200),
      ("a count beyond all numbers", 8, 255), ("a root that isn't there", 23, 5),
      ("a root beyond all numbers", 16, 255), ("a table before the objects", 31, 3),
      ("a table in the trailer", 31, 200),
      ("a table beyond all numbers", 24, 255),
    ] as [(String, Int, Int)])
  func trailers(_: String, place: Int, value: Int) throws {
    var bytes = binary([[0x09]])
    bytes[bytes.count - 32 + place] = UInt8(value)
    #expect(throws: PropertyListError.malformed) { try PropertyList(bytes: bytes) }
  }

  @Test("An offset outside the objects is refused", arguments: [0, 7, 9, 10, 200])
  func offsets(offset: Int) {
    var bytes = binary([[0x09]])
    bytes[9] = UInt8(offset)
    #expect(throws: PropertyListError.malformed) { try PropertyList(bytes: bytes) }
  }

  @Test("Every cut is refused")
  func truncated() {
    let bytes = binary([[0xD1, 1, 2], [0x51, 0x61], [0x10, 5]])
    for count in 0..<bytes.count {
      #expect(throws: PropertyListError.self) { try PropertyList(bytes: Array(bytes.prefix(count))) }
    }
  }

  @Test(
    "Cycles end", arguments: [[[0xA1, 0]], [[0xA1, 1], [0xA1, 0]], [[0xD1, 1, 0], [0x51, 0x61]]] as [[[UInt8]]])
  func cycles(objects: [[UInt8]]) {
    #expect(throws: PropertyListError.tooDeep) { try PropertyList(bytes: binary(objects)) }
  }

  @Test("Lists that refer to one another many times don't grow without bound")
  func sharing() {
    let width = 14
    var objects = (1...60).map { [0xA0 | UInt8(width)] + [UInt8](repeating: UInt8($0), count: width) }
    objects.append([0x09])
    #expect(throws: PropertyListError.tooLarge) { try PropertyList(bytes: binary(objects)) }
  }

  @Test("Nor does one long text")
  func sharedText() {
    let count = 40_000
    let length = [UInt8(count >> 8), UInt8(count & 0xFF)]
    let objects = [
      [0xAF, 0x11] + length + [UInt8](repeating: 1, count: count),
      [0x5F, 0x11] + length + [UInt8](repeating: 0x61, count: count),
    ]
    #expect(throws: PropertyListError.tooLarge) { try PropertyList(bytes: binary(objects)) }
  }

  /// The objects as they stand, the first one the root; offsets of four bytes, or one where that is enough.
  private func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    let size = table < 256 ? 1 : 4
    for offset in offsets { bytes += bigEndian(offset, size) }
    return bytes + [0, 0, 0, 0, 0, 0, UInt8(size), 1] + bigEndian(objects.count, 8) + bigEndian(0, 8)
      + bigEndian(table, 8)
  }

  private func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
