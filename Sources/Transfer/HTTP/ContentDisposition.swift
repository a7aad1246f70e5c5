/// The value of Content-Disposition (RFC 6266).
package enum ContentDisposition {
  private static let equals = UInt8(ascii: "=")
  private static let semicolon = UInt8(ascii: ";")
  private static let quote = UInt8(ascii: "\"")

  /// The name that the origin gives, as sent and so not yet safe to use; nil where there is none.
  ///
  /// `filename*` (RFC 8187, in UTF-8 or ISO-8859-1) goes before `filename`. Takes what browsers take: blanks without
  /// quotes, quotes that don't close, percent-encoding in a plain `filename`.
  package static func filename(_ value: String) -> String? {
    var plain: String?
    var rest = value.utf8[...]
    while let (name, argument) = nextParameter(&rest) {
      guard let argument, !argument.isEmpty else { continue }
      if name.isSameWord("filename*"), let text = extended(argument) { return text }
      if name.isSameWord("filename"), plain == nil { plain = decoded(argument) }
    }
    return plain
  }

  /// Takes one `name=value` off, up to its semicolon. A word alone, as the disposition's type is, has no value.
  private static func nextParameter(_ rest: inout Substring.UTF8View) -> (name: Substring, value: String?)? {
    guard !rest.isEmpty else { return nil }
    let name = rest.prefix { $0 != equals && $0 != semicolon }
    rest = rest[name.endIndex...]
    guard rest.first == equals else {
      rest = rest.dropFirst()
      return (Substring(name).withoutBlanks, nil)
    }
    rest = rest.dropFirst().drop(while: \.isBlank)
    let value: String
    if rest.first == quote {
      rest = rest.dropFirst()
      value = quoted(&rest)
      rest = rest.drop { $0 != semicolon }
    } else {
      let token = rest.prefix { $0 != semicolon }
      rest = rest[token.endIndex...]
      value = String(Substring(token).withoutBlanks)
    }
    rest = rest.dropFirst()
    return (Substring(name).withoutBlanks, value)
  }

  /// What stands before the closing quote, `\` taken off what it escapes (RFC 9110 §5.6.4).
  private static func quoted(_ rest: inout Substring.UTF8View) -> String {
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != quote {
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        text.append(escaped)
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `charset'language'value` (RFC 8187 §3.2).
  private static func extended(_ argument: String) -> String? {
    let parts = argument.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let (bytes, isWellFormed) = PercentEncoding.decode(parts[2])
    guard isWellFormed, !bytes.isEmpty else { return nil }
    if parts[0].isSameWord("UTF-8") { return String(validating: bytes, as: UTF8.self) }
    guard parts[0].isSameWord("ISO-8859-1") else { return nil }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func decoded(_ argument: String) -> String {
    let (bytes, isWellFormed) = PercentEncoding.decode(argument)
    return isWellFormed ? String(validating: bytes, as: UTF8.self) ?? argument : argument
  }
}
