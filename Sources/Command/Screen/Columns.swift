import CLinux

/// Text as a terminal lays it out. Needs `sluice_use_utf8()` to have been called.
enum Columns {
  /// How many columns it takes.
  static func count(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// Nothing in it moves the cursor, changes colours or turns the direction of writing; what would is `?`.
  static func harmless(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isHarmless(scalar) ? scalar : "?") }
    return String(result)
  }

  /// Exactly `columns` wide: cut in the middle, or filled up with blanks.
  static func fitted(_ text: String, _ columns: Int) -> String {
    let width = count(text)
    guard width > columns else { return text + String(repeating: " ", count: columns - width) }
    let short = shortened(text, columns)
    return short + String(repeating: " ", count: max(0, columns - count(short)))
  }

  /// At most `columns` wide, cut in the middle: a name's end tells as much as its beginning.
  static func shortened(_ text: String, _ columns: Int) -> String {
    guard count(text) > columns else { return text }
    guard columns > 0 else { return "" }
    let room = columns - 1
    let head = prefix(text, room - room / 2)
    return head + "…" + suffix(text, room - count(head))
  }

  /// At most `columns` wide, cut at the end.
  static func prefix(_ text: String, _ columns: Int) -> String {
    var left = columns
    return String(text.prefix { take($0, &left) })
  }

  private static func suffix(_ text: String, _ columns: Int) -> String {
    var left = columns
    return String(text.reversed().prefix { take($0, &left) }.reversed())
  }

  /// Whole characters only: a combining mark stays with its letter.
  private static func take(_ character: Character, _ left: inout Int) -> Bool {
    left -= character.unicodeScalars.reduce(0) { $0 + width($1) }
    return left >= 0
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    return max(0, Int(sluice_columns(scalar.value)))
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    // Marks and overrides of direction, line and paragraph separators.
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: false
    case 0x20...0x7E: true
    default: sluice_columns(scalar.value) >= 0
    }
  }
}
