extension String {
  /// A field's bytes as text: UTF-8 where they are that, else ISO-8859-1, which takes any byte (RFC 9110 §5.5).
  package init(fieldBytes: some Collection<UInt8>) {
    if let text = String(validating: fieldBytes, as: UTF8.self) {
      self = text
    } else {
      var text = UnicodeScalarView()
      for byte in fieldBytes { text.append(Unicode.Scalar(byte)) }
      self.init(text)
    }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Without the blanks and tabs around it (OWS, RFC 9110 §5.6.3).
  package var withoutBlanks: Substring {
    let bytes = self[...].utf8
    guard let first = bytes.firstIndex(where: { !$0.isBlank }), let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return self[first..<bytes.index(after: last)]
  }

  /// The elements of a comma-separated list (RFC 9110 §5.6.1), without blanks around them; empty ones stay.
  package var listElements: [Substring] {
    split(separator: ",", omittingEmptySubsequences: false).map(\.withoutBlanks)
  }
}

extension StringProtocol {
  /// Equal but for ASCII case.
  package func isSameWord(_ other: some StringProtocol) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var theirs = other.utf8.makeIterator()
    for byte in utf8 where byte.lowercasedASCII != theirs.next()?.lowercasedASCII { return false }
    return true
  }
}

extension Int64 {
  /// `1*DIGIT` and nothing else: no sign, no blanks. Nil as well for what doesn't fit.
  package init?(digits: some StringProtocol) {
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits.utf8 {
      guard byte.isASCIIDigit else { return nil }
      let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = tens.addingReportingOverflow(Int64(byte - 0x30))
      guard !isOver, !isOverToo else { return nil }
      value = sum
    }
    self = value
  }
}

extension UInt8 {
  package var isASCIIDigit: Bool { 0x30...0x39 ~= self }
  package var lowercasedASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
  /// A blank or a tab.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }
  package var isASCIIControl: Bool { self < 0x20 || self == 0x7F }

  /// 0 to 15 for a hexadecimal digit.
  package var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
