extension PropertyList {
  /// The XML form, keys sorted.
  package func xml() -> [UInt8] {
    var text = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8)
    append(to: &text)
    text += "</plist>\n".utf8
    return text
  }

  /// `text` with a replacement character for each that XML can't hold, even escaped.
  package static func carriable(_ text: String) -> String {
    let isLost = { (scalar: Unicode.Scalar) in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20, 0xFFFE, 0xFFFF: true
      default: false
      }
    }
    guard text.unicodeScalars.contains(where: isLost) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isLost($0) ? "\u{FFFD}" : $0 }))
  }

  private func append(to text: inout [UInt8]) {
    switch self {
    case .dictionary(let values):
      text += "<dict>\n".utf8
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        PropertyList.element("key", key, to: &text)
        value.append(to: &text)
      }
      text += "</dict>\n".utf8
    case .array(let values):
      text += "<array>\n".utf8
      for value in values { value.append(to: &text) }
      text += "</array>\n".utf8
    case .string(let value): PropertyList.element("string", value, to: &text)
    case .integer(let value): PropertyList.element("integer", String(value), to: &text)
    case .real(let value): PropertyList.element("real", PropertyList.text(real: value), to: &text)
    case .boolean(let value): text += (value ? "<true/>\n" : "<false/>\n").utf8
    case .data(let bytes):
      text += "<data>".utf8
      Base64.encode(bytes, into: &text)
      text += "</data>\n".utf8
    case .date(let seconds): PropertyList.element("date", PropertyList.text(date: seconds), to: &text)
    case .uid(let number):
      text += "<dict>\n<key>CF$UID</key>\n".utf8
      PropertyList.element("integer", String(number), to: &text)
      text += "</dict>\n".utf8
    }
  }

  private static func element(_ name: String, _ content: String, to text: inout [UInt8]) {
    text += "<\(name)>".utf8
    for byte in carriable(content).utf8 {
      switch byte {
      case UInt8(ascii: "&"): text += "&amp;".utf8
      case UInt8(ascii: "<"): text += "&lt;".utf8
      case UInt8(ascii: ">"): text += "&gt;".utf8
      // Readers turn a bare one into a line feed.
      case 0x0D: text += "&#13;".utf8
      default: text.append(byte)
      }
    }
    text += "</\(name)>\n".utf8
  }

  private static func text(real value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return "\(value)"
  }

  /// Whole seconds; the nearest day there is for a moment outside the years 0 to 9999.
  private static func text(date seconds: Double) -> String {
    let bounded = seconds.isNaN ? 0 : min(max(seconds, -63_145_526_400), 252_423_993_599)
    let whole = Int64(bounded)
    let total = whole + epoch - (Double(whole) > bounded ? 1 : 0)
    let days = total >= 0 ? total / 86_400 : (total - 86_399) / 86_400
    guard let day = CivilDate(days: days) else { return "2001-01-01T00:00:00Z" }
    let time = total - days * 86_400
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: 4 - "\(day.year)".utf8.count) + "\(day.year)"
    return "\(year)-\(two(day.month))-\(two(day.day))T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
  }
}
