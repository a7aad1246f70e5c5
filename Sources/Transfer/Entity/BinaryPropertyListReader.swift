/// Reads the binary form (`bplist00`) without trusting any offset, count or reference in it.
///
/// An object may be referred to many times, so what is read is bounded as well, not the input alone.
struct BinaryPropertyListReader {
  static let magic = Array("bplist00".utf8)

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  /// Where the offset table starts; objects lie before it.
  private let tableStart: Int
  /// Falls with each object by a share for itself and by its length.
  private var budget = 2 * PropertyList.maximumSize

  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    let trailerSize = 32
    guard bytes.count >= magic.count + trailerSize else { throw .malformed }
    let trailer = bytes.count - trailerSize
    func number(_ start: Int) -> Int? { Int(exactly: bigEndian(bytes[trailer + start..<trailer + start + 8])) }
    guard let count = number(8), let root = number(16), let table = number(24) else { throw .malformed }
    var reader = BinaryPropertyListReader(
      bytes: bytes, offsetSize: Int(bytes[trailer + 6]), referenceSize: Int(bytes[trailer + 7]), objectCount: count,
      tableStart: table)
    guard 1...8 ~= reader.offsetSize, 1...8 ~= reader.referenceSize, magic.count...trailer ~= table,
      count <= (trailer - table) / reader.offsetSize
    else { throw .malformed }
    return try reader.object(root, depth: 0)
  }

  private init(bytes: [UInt8], offsetSize: Int, referenceSize: Int, objectCount: Int, tableStart: Int) {
    self.bytes = bytes
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = objectCount
    self.tableStart = tableStart
  }

  /// The depth also ends cycles.
  private mutating func object(_ index: Int, depth: Int) throws(PropertyListError) -> PropertyList {
    guard depth < PropertyList.maximumDepth else { throw .tooDeep }
    guard 0..<objectCount ~= index else { throw .malformed }
    try spend(64)
    let entry = tableStart + index * offsetSize
    guard var place = Int(exactly: BinaryPropertyListReader.bigEndian(bytes[entry..<entry + offsetSize])) else {
      throw .malformed
    }
    guard let marker = try take(1, &place).first else { throw .malformed }
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0 where low == 8: return .boolean(false)
    case 0x0 where low == 9: return .boolean(true)
    case 0x1 where low <= 4: return try integer(take(1 << low, &place))
    case 0x2 where low == 2:
      let bits = BinaryPropertyListReader.bigEndian(try take(4, &place))
      return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case 0x2 where low == 3:
      return .real(Double(bitPattern: BinaryPropertyListReader.bigEndian(try take(8, &place))))
    case 0x3 where low == 3:
      return .date(Double(bitPattern: BinaryPropertyListReader.bigEndian(try take(8, &place))))
    case 0x4:
      return .data(Array(try contents(count(low, &place), &place)))
    case 0x5, 0x7:
      return .string(String(fieldBytes: try contents(count(low, &place), &place)))
    case 0x6:
      let (size, isOver) = try count(low, &place).multipliedReportingOverflow(by: 2)
      guard !isOver else { throw .malformed }
      let pairs = try contents(size, &place)
      let units = stride(from: pairs.startIndex, to: pairs.endIndex, by: 2).map {
        UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    case 0x8 where low < 8:
      return .uid(BinaryPropertyListReader.bigEndian(try take(low + 1, &place)))
    case 0xA:
      let count = try count(low, &place)
      var values: [PropertyList] = []
      for reference in try references(count, &place) { values.append(try object(reference, depth: depth + 1)) }
      return .array(values)
    case 0xD:
      let count = try count(low, &place)
      let keys = try references(count, &place)
      let values = try references(count, &place)
      var dictionary: [String: PropertyList] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let key) = try object(key, depth: depth + 1) else { throw .malformed }
        dictionary[key] = try object(value, depth: depth + 1)
      }
      return .dictionary(dictionary)
    default: throw .malformed
    }
  }

  /// Numbers of up to four bytes have no sign; those of sixteen bytes are there for what lies above `Int64.max`.
  private func integer(_ digits: ArraySlice<UInt8>) throws(PropertyListError) -> PropertyList {
    guard digits.count == 16 else {
      return .integer(Int64(bitPattern: BinaryPropertyListReader.bigEndian(digits)))
    }
    guard digits.prefix(8).allSatisfy({ $0 == 0 }) else { throw .malformed }
    let value = BinaryPropertyListReader.bigEndian(digits.suffix(8))
    return Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))
  }

  /// The length in the marker, or in the number that follows when the marker's is 15.
  private func count(_ low: Int, _ place: inout Int) throws(PropertyListError) -> Int {
    guard low == 15 else { return low }
    guard let marker = try take(1, &place).first, marker >> 4 == 1, marker & 0x0F <= 3 else { throw .malformed }
    guard let count = Int(exactly: BinaryPropertyListReader.bigEndian(try take(1 << Int(marker & 0x0F), &place))) else {
      throw .malformed
    }
    return count
  }

  private mutating func references(_ count: Int, _ place: inout Int) throws(PropertyListError) -> [Int] {
    let (size, isOver) = count.multipliedReportingOverflow(by: referenceSize)
    guard !isOver else { throw .malformed }
    let all = try contents(size, &place)
    var references: [Int] = []
    references.reserveCapacity(count)
    for start in stride(from: all.startIndex, to: all.endIndex, by: referenceSize) {
      let number = BinaryPropertyListReader.bigEndian(all[start..<start + referenceSize])
      guard let reference = Int(exactly: number) else { throw .malformed }
      references.append(reference)
    }
    return references
  }

  private func take(_ count: Int, _ place: inout Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard count >= 0, BinaryPropertyListReader.magic.count...tableStart ~= place, count <= tableStart - place else {
      throw .malformed
    }
    defer { place += count }
    return bytes[place..<place + count]
  }

  private mutating func contents(_ count: Int, _ place: inout Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    let contents = try take(count, &place)
    try spend(count)
    return contents
  }

  private mutating func spend(_ cost: Int) throws(PropertyListError) {
    guard cost <= budget else { throw .tooLarge }
    budget -= cost
  }

  private static func bigEndian(_ digits: ArraySlice<UInt8>) -> UInt64 { digits.reduce(0) { $0 << 8 | UInt64($1) } }
}
