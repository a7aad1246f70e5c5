/// Status line and fields of one answer, read line by line as they come (RFC 9112 §4, §5).
package struct ResponseHead: Hashable, Sendable {
  package struct Version: Hashable, Sendable {
    package var major: Int
    package var minor: Int
  }

  package let version: Version
  /// 100 to 999.
  package let status: Int
  package let reason: String
  /// In the order they came. Values hold no control characters and no blanks around.
  package var fields: [HeaderField] = []

  /// Bytes of all names and values.
  private var size = 0
  /// Whether a line that starts with a blank continues the last field.
  private var canFold = false

  private static let maximumCount = 256
  private static let maximumSize = 64 * 1024

  /// Takes `HTTP/1.1 200 OK` and HTTP/2's `HTTP/2 200`, with or without a line end. Nil for anything else.
  package init?(statusLine: some Collection<UInt8>) {
    guard statusLine.count <= ResponseHead.maximumSize else { return nil }
    let line = ResponseHead.text(statusLine)
    guard line.prefix(5).isSameWord("HTTP/"), let blank = line.firstIndex(of: " ") else { return nil }
    let numbers = line[..<blank].dropFirst(5).split(separator: ".", omittingEmptySubsequences: false)
    guard 1...2 ~= numbers.count, numbers.allSatisfy({ $0.utf8.count == 1 }), let major = Int64(digits: numbers[0]),
      let minor = numbers.count == 2 ? Int64(digits: numbers[1]) : 0
    else { return nil }
    let rest = line[blank...].withoutBlanks
    let code = rest.prefix { $0 != " " }
    guard code.utf8.count == 3, let status = Int64(digits: code), status >= 100 else { return nil }
    version = Version(major: Int(major), minor: Int(minor))
    self.status = Int(status)
    reason = String(rest[code.endIndex...].withoutBlanks)
  }

  /// Takes one line, with or without its end. A line without a name is left out, a folded one joined to the field before
  /// it (RFC 9112 §5.2), and the empty line at the end of the head adds nothing.
  ///
  /// - Returns: false when the head is larger than anyone needs: over 256 fields or 64 KiB. Nothing was added then.
  package mutating func append(line: some Collection<UInt8>) -> Bool {
    guard line.count <= ResponseHead.maximumSize + 2 else { return false }
    if let field = ResponseHead.plain(line) {
      canFold = true
      guard fields.count < ResponseHead.maximumCount, grow(by: field.name.utf8.count + field.value.utf8.count) else {
        return false
      }
      fields.append(field)
      return true
    }
    let isFolded = line.first?.isBlank ?? false
    let text = ResponseHead.text(line)
    let trimmed = text.withoutBlanks
    guard !trimmed.isEmpty else { return true }
    if isFolded { return canFold ? fold(trimmed) : true }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      canFold = false
      return true
    }
    // RFC 9112 §5.1: blanks before the colon are taken off an answer.
    let name = text[..<colon].withoutBlanks
    canFold = !name.isEmpty && !name.utf8.contains(UInt8(ascii: " "))
    guard canFold else { return true }
    let value = text[text.utf8.index(after: colon)...].withoutBlanks
    guard fields.count < ResponseHead.maximumCount, grow(by: name.utf8.count + value.utf8.count) else { return false }
    fields.append(HeaderField(name: String(name), value: String(value)))
    return true
  }

  /// The common case, `Name: value` in ASCII without an oddity, in one look. Nil for all else.
  private static func plain(_ line: some Collection<UInt8>) -> HeaderField? {
    line.withContiguousStorageIfAvailable { bytes -> HeaderField? in
      var end = bytes.count
      if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
      if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
      var colon = -1
      for index in 0..<end {
        let byte = bytes[index]
        guard 0x20..<0x7F ~= byte else { return nil }
        if byte == UInt8(ascii: ":"), colon < 0 { colon = index }
        if byte == 0x20, colon < 0 { return nil }
      }
      guard colon > 0, colon + 2 < end, bytes[colon + 1] == 0x20, bytes[colon + 2] != 0x20, bytes[end - 1] != 0x20
      else { return nil }
      return HeaderField(
        name: String(decoding: bytes[..<colon], as: UTF8.self),
        value: String(decoding: bytes[(colon + 2)..<end], as: UTF8.self))
    } ?? nil
  }

  private mutating func fold(_ more: Substring) -> Bool {
    guard let last = fields.indices.last else { return true }
    guard grow(by: more.utf8.count + 1) else { return false }
    if !fields[last].value.isEmpty { fields[last].value += " " }
    fields[last].value += more
    return true
  }

  private mutating func grow(by count: Int) -> Bool {
    guard size + count <= ResponseHead.maximumSize else { return false }
    size += count
    return true
  }

  /// A line without its end, control characters made blanks so that none gets any further (RFC 9110 §5.5).
  private static func text(_ line: some Collection<UInt8>) -> String {
    var bytes = Array(line)
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    for index in bytes.indices where bytes[index].isASCIIControl { bytes[index] = 0x20 }
    return String(fieldBytes: bytes)
  }
}
