import Origin

/// What may have become of a resume record.
enum Damage: String, CaseIterable, Sendable {
  case empty, half, lastByte, zeroes, garbage, text, deepXML, deepBinary, cycle, billionLaughs, big, emptyDictionary
  case array, otherRecord, appleWithoutOurs

  func bytes(_ old: [UInt8]) -> [UInt8] {
    switch self {
    case .empty: []
    case .half: Array(old.prefix(old.count / 2))
    case .lastByte: Array(old.dropLast())
    case .zeroes: [UInt8](repeating: 0, count: old.count)
    case .garbage: Body.random(9, count: 5000).bytes
    case .text: Array("# not what it seems\nkey=value\n".utf8)
    case .deepXML:
      Array(
        ("<?xml version=\"1.0\"?><plist version=\"1.0\">" + String(repeating: "<array>", count: 300_000)).utf8)
    case .deepBinary: Self.nested(20_000)
    case .cycle: Array("bplist00".utf8) + [0xa1, 0, 8] + Self.trailer(objects: 1, table: 10, offsetSize: 1, refSize: 1)
    case .billionLaughs: Array(Self.expanding.utf8)
    case .big: [UInt8](repeating: 65, count: 64 << 20)
    case .emptyDictionary: Array("<plist version=\"1.0\"><dict/></plist>".utf8)
    case .array: Array("<plist version=\"1.0\"><array><string>x</string></array></plist>".utf8)
    case .otherRecord:
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
        <key>NSURLSessionDownloadURL</key><string>http://192.0.2.1/other.iso</string>
        <key>NSURLSessionResumeBytesReceived</key><integer>4000000</integer>
        <key>NSURLSessionResumeEntityTag</key><string>"v1"</string>
        <key>NSURLSessionResumeInfoVersion</key><integer>2</integer>
        <key>NSURLSessionResumeInfoTempFileName</key><string>/etc/passwd</string></dict></plist>
        """.utf8)
    case .appleWithoutOurs:
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
        <key>NSURLSessionDownloadURL</key><string>URL</string>
        <key>NSURLSessionResumeBytesReceived</key><integer>99999999</integer>
        <key>NSURLSessionResumeInfoVersion</key><integer>2</integer></dict></plist>
        """.utf8)
    }
  }

  /// Each entity is ten of the one before.
  private static var expanding: String {
    let names = Array("abcdefghijklm")
    var entities = "<!ENTITY a \"aaaaaaaaaa\">"
    for (name, last) in zip(names.dropFirst(), names) {
      let ten = String(repeating: "&\(last);", count: 10)
      entities += "<!ENTITY \(name) \"\(ten)\">"
    }
    return "<!DOCTYPE p [\(entities)]><plist><string>&m;</string></plist>"
  }

  /// An array in an array, so many deep, in the binary form.
  private static func nested(_ depth: Int) -> [UInt8] {
    var out = Array("bplist00".utf8)
    var offsets: [Int] = []
    for index in 0..<depth {
      offsets.append(out.count)
      let next = min(index + 1, depth - 1)
      out += index == depth - 1 ? [0x10, 1] : [0xa1, UInt8(next >> 8), UInt8(next & 0xff)]
    }
    let table = out.count
    for offset in offsets { out += [UInt8(offset >> 16 & 0xff), UInt8(offset >> 8 & 0xff), UInt8(offset & 0xff)] }
    return out + trailer(objects: depth, table: table, offsetSize: 3, refSize: 2)
  }

  private static func trailer(objects: Int, table: Int, offsetSize: UInt8, refSize: UInt8) -> [UInt8] {
    func wide(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
    return [0, 0, 0, 0, 0, 0, offsetSize, refSize] + wide(objects) + wide(0) + wide(table)
  }
}
