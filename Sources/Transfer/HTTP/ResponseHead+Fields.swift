/// What the fields say.
extension ResponseHead {
  package enum ContentLength: Hashable, Sendable {
    case absent
    /// In bytes, 0 or more.
    case length(Int64)
    /// Not a number, too large, or several that differ.
    case malformed
  }

  /// The value of the first field of this name.
  package func value(_ name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

  /// The values of all fields of this name, in order.
  package func values(_ name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

  /// The same length said twice is that length; beside Transfer-Encoding none counts (RFC 9112 §6.3).
  package var contentLength: ContentLength {
    guard value("Transfer-Encoding") == nil else { return .absent }
    let values = values("Content-Length").flatMap(\.listElements)
    guard let first = values.first else { return .absent }
    guard let length = Int64(digits: first), values.allSatisfy({ Int64(digits: $0) == length }) else {
      return .malformed
    }
    return .length(length)
  }

  /// Nil also when several fields differ.
  package var contentRange: ContentRange? {
    let values = values("Content-Range")
    guard let first = values.first, let range = ContentRange(first) else { return nil }
    return values.allSatisfy { ContentRange($0) == range } ? range : nil
  }

  package var entityTag: EntityTag? { value("ETag").flatMap(EntityTag.init) }

  /// As sent.
  package var lastModified: String? { nonEmpty("Last-Modified") }

  /// Seconds since 1970.
  package var date: Int64? { value("Date").flatMap { HTTPDate.seconds($0) } }

  /// Whether the body is in parts, each with a Content-Range of its own (RFC 9110 §14.6).
  package var isMultipartRanges: Bool {
    value("Content-Type")?.prefix { $0 != ";" }.withoutBlanks.isSameWord("multipart/byteranges") ?? false
  }

  /// In lower case, in the order they were applied, `identity` left out.
  package var contentCodings: [String] {
    values("Content-Encoding").flatMap(\.listElements).map { $0.lowercased() }.filter {
      !["", "identity"].contains($0)
    }
  }

  /// Nil when the origin doesn't say (RFC 9110 §14.3).
  package var acceptsRanges: Bool? {
    let units = values("Accept-Ranges").flatMap(\.listElements)
    return units.isEmpty ? nil : units.contains { $0.isSameWord("bytes") }
  }

  /// Where a redirect leads, as sent.
  package var location: String? { nonEmpty("Location") }

  private func nonEmpty(_ name: String) -> String? {
    guard let value = value(name), !value.isEmpty else { return nil }
    return value
  }
}
