/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
  /// The bytes that `text` stands for, decoded once, and whether each `%` had two hexadecimal digits. One that hadn't
  /// stays as it is.
  package static func decode(_ text: some StringProtocol) -> (bytes: [UInt8], isWellFormed: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isWellFormed = true
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap(\.hexDigitValue)
      if digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
        isWellFormed = false
      }
    }
    return (bytes, isWellFormed)
  }
}
