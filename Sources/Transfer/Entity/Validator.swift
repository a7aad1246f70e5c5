/// What an answer says to tell one representation from the next (RFC 9110 §8.8).
package struct Validator: Hashable, Sendable {
  package var entityTag: EntityTag?
  /// As sent.
  package var lastModified: String?
  /// When the answer was made: its Date, else when it came. Seconds since 1970.
  package var date: Int64?

  package init(entityTag: EntityTag? = nil, lastModified: String? = nil, date: Int64? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.date = date
  }

  /// - Parameter now: seconds since 1970, for an answer without a Date (RFC 9110 §6.6.1).
  package init(_ head: ResponseHead, now: Int64) {
    self.init(entityTag: head.entityTag, lastModified: head.lastModified, date: head.date ?? now)
  }

  /// Whether the representation can't have changed twice in the second that Last-Modified names (RFC 9110 §8.8.2.2).
  package var isLastModifiedStrong: Bool {
    guard let lastModified, let date, let modified = HTTPDate.seconds(lastModified) else { return false }
    return date - 1 >= modified
  }

  /// What If-Range may carry (RFC 9110 §13.1.5): a strong tag, else a strong date; nil where sameness can't be proved.
  package var condition: String? {
    if let entityTag, !entityTag.isWeak { return entityTag.text }
    return isLastModifiedStrong ? lastModified : nil
  }

  /// Whether an answer's validators leave it possible, or prove, that the entity is the same.
  package func isConfirmed(by other: Validator) -> Bool {
    Entity(total: nil, validator: self).compared(to: Entity(total: nil, validator: other)) != .changed
  }
}
