/// What an answer to a request for a range means: the rule "same entity or none", as a function.
package enum RangeAnswer: Hashable, Sendable {
  /// The body is the entity's. Its first byte has this offset; the byte behind its last one, where known, `end`.
  case use(first: Int64, end: Int64?, total: Int64?)
  /// The same, once the bytes already held agree with those that come first.
  case compare(first: Int64, end: Int64?, total: Int64?)
  /// The validators prove nothing and no held bytes were asked for: ask again with some.
  case askOverlap
  /// The origin can't do If-Range with this validator: ask again with a plain Range.
  case askPlain
  /// The whole, by an origin that may have no ranges. `isSame`: it is the entity that is held.
  case whole(isSame: Bool)
  /// It changed, and this body is the new entity from its first byte on.
  case changedWhole
  /// It changed: ask for all of it.
  case changed
  /// Range and answer don't fit: ask for all of it.
  case unusable(String)
  /// All that there is, is held.
  case complete

  package struct Question: Hashable, Sendable {
    /// The first offset asked for, the overlap included.
    package var first: Int64
    /// How many held bytes from `first` on the answer is to be compared with.
    package var overlap: Int64
    package var hadCondition: Bool
    /// Everything there is, as far as known, from offset 0: for an answer that says there is nothing more.
    package var held: Int64

    package init(first: Int64, overlap: Int64, hadCondition: Bool, held: Int64) {
      self.first = first
      self.overlap = overlap
      self.hadCondition = hadCondition
      self.held = held
    }
  }

  /// - Parameter now: seconds since 1970.
  package init(to question: Question, of entity: Entity, head: ResponseHead, now: Int64) {
    let validator = Validator(head, now: now)
    switch head.status {
    case 206: self = .partial(question, entity, head, validator)
    case 416: self = .unsatisfied(question, entity, head, validator)
    default:
      var total: Int64?
      if case .length(let length) = head.contentLength, head.contentCodings.isEmpty { total = length }
      switch entity.compared(to: Entity(total: total, validator: validator)) {
      case .changed: self = .changedWhole
      case .same: self = question.hadCondition ? .askPlain : .whole(isSame: true)
      // A condition that failed although date and length stay: the tag is a token. The bytes decide.
      case .undecided: self = question.hadCondition ? .askPlain : .whole(isSame: false)
      }
    }
  }

  private static func partial(
    _ question: Question, _ entity: Entity, _ head: ResponseHead, _ validator: Validator
  ) -> RangeAnswer {
    guard !head.isMultipartRanges, case .range(let range, let total)? = head.contentRange else {
      return .unusable("a partial answer without one Content-Range")
    }
    guard head.contentCodings.isEmpty else { return .unusable("a range of an encoded answer") }
    switch entity.compared(to: Entity(total: total, validator: validator)) {
    case .changed: return .changed
    case .same:
      guard range.contains(question.first) else { return .unusable("another range than the one asked for") }
      let use = RangeAnswer.use(first: range.lowerBound, end: range.upperBound, total: total)
      return question.overlap > 0 ? .compare(first: range.lowerBound, end: range.upperBound, total: total) : use
    case .undecided:
      guard range.contains(question.first) else { return .unusable("another range than the one asked for") }
      guard question.overlap > 0 else { return .askOverlap }
      return .compare(first: range.lowerBound, end: range.upperBound, total: total)
    }
  }

  private static func unsatisfied(
    _ question: Question, _ entity: Entity, _ head: ResponseHead, _ validator: Validator
  ) -> RangeAnswer {
    guard case .unsatisfied(let total)? = head.contentRange, total == question.held,
      entity.total == nil || entity.total == total
    else { return .changed }
    switch entity.compared(to: Entity(total: total, validator: validator)) {
    case .same: return .complete
    case .changed: return .changed
    case .undecided: return question.overlap == 0 ? .askOverlap : .changed
    }
  }
}
