/// What is known of the representation that is being fetched (RFC 9110 §8).
package struct Entity: Hashable, Sendable {
  /// In bytes; nil until an answer tells.
  package var total: Int64?
  package var validator: Validator

  package init(total: Int64?, validator: Validator) {
    self.total = total
    self.validator = validator
  }

  /// What comparing an answer with what is held shows.
  package enum Sameness: Hashable, Sendable {
    case same
    case changed
    /// The validators prove neither; the bytes must tell.
    case undecided
  }

  /// Compares validators first by ETag, then by Last-Modified (RFC 9110 §8.8, §13.1.5).
  ///
  /// Tags that differ while date and length stay are tokens, or several servers behind one name: undecided.
  package func compared(to answer: Entity) -> Sameness {
    if let total, let other = answer.total, total != other { return .changed }
    let mine = validator
    let theirs = answer.validator
    let dates: Bool? =
      if let date = mine.lastModified, let other = theirs.lastModified { date == other } else { nil }
    if let tag = mine.entityTag, let other = theirs.entityTag {
      if tag.isStronglyEqual(to: other) { return .same }
      if tag.opaque == other.opaque { return dates == false ? .changed : .undecided }
      if tag.isWeak || other.isWeak { return dates == false ? .changed : byDate(theirs) }
      return dates == true && total != nil && total == answer.total ? .undecided : .changed
    }
    return byDate(theirs)
  }

  private func byDate(_ theirs: Validator) -> Sameness {
    guard let date = validator.lastModified, let other = theirs.lastModified else { return .undecided }
    if date != other { return .changed }
    return validator.isLastModifiedStrong ? .same : .undecided
  }
}
