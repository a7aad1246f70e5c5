/// One object on one line (RFC 8259), members in the order they were given.
struct JSONObject {
  private(set) var text = "{"

  mutating func add(_ name: String, _ value: String) {
    begin(name)
    text += JSONObject.quoted(value)
  }

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return addNull(name) }
    add(name, value)
  }

  mutating func add(_ name: String, _ value: Int64?) {
    guard let value else { return addNull(name) }
    begin(name)
    text += "\(value)"
  }

  mutating func add(_ name: String, seconds: Duration) {
    begin(name)
    text += Format.decimal(seconds / .seconds(1), 3)
  }

  var line: String { text + "}\n" }

  private mutating func begin(_ name: String) {
    if text.utf8.count > 1 { text += "," }
    text += JSONObject.quoted(name) + ":"
  }

  private mutating func addNull(_ name: String) {
    begin(name)
    text += "null"
  }

  /// With what would end a string or a line escaped, separators of JavaScript's lines among them.
  static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
