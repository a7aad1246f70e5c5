/// An ETag (RFC 9110 §8.8.3).
package struct EntityTag: Hashable, Sendable {
  package let isWeak: Bool
  /// What stands between the quotes; all of it where there are none.
  package let opaque: String
  /// As sent, for conditions.
  package let text: String

  /// Takes an unquoted token as well, as some origins send. Nil for anything else, and where a control character could
  /// break out of a field.
  package init?(_ text: String) {
    let text = text.withoutBlanks
    let isWeak = text.hasPrefix("W/") || text.hasPrefix("w/")
    var opaque = isWeak ? text.dropFirst(2) : text
    if opaque.utf8.count >= 2, opaque.utf8.first == UInt8(ascii: "\""), opaque.utf8.last == UInt8(ascii: "\"") {
      opaque = opaque[opaque.utf8.index(after: opaque.startIndex)..<opaque.utf8.index(before: opaque.endIndex)]
    } else {
      guard !opaque.isEmpty, !opaque.utf8.contains(UInt8(ascii: " ")) else { return nil }
    }
    guard !opaque.utf8.contains(where: { $0.isASCIIControl || $0 == UInt8(ascii: "\"") }) else { return nil }
    self.isWeak = isWeak
    self.opaque = String(opaque)
    self.text = String(text)
  }

  /// Strong comparison (RFC 9110 §8.8.3.2), byte by byte.
  package func isStronglyEqual(to other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque.utf8.elementsEqual(other.opaque.utf8)
  }
}
