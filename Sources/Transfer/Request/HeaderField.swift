/// One field line of a request or an answer (RFC 9110 §5).
package struct HeaderField: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Names compare without regard to ASCII case (RFC 9110 §5.1).
  package func isNamed(_ other: String) -> Bool { name.isSameWord(other) }
}
