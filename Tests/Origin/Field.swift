/// A field line (RFC 9110 §5).
package struct Field: Hashable, Sendable, CustomStringConvertible {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  package var description: String { "\(name): \(value)" }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
