/// What an answer's head means for the download.
extension Transfer {
  mutating func answered(
    _ index: Int, _ head: ResponseHead, wall: Int64, now: Duration, chance: Double
  ) -> [Action] {
    let fetch = fetches[index]
    var head = head
    if keepsCoding { head.fields.removeAll { $0.isNamed("Content-Encoding") } }
    if head.contentLength == .malformed {
      return broken(index, "its Content-Length makes no sense", now: now, chance: chance)
    }
    switch head.status {
    case 200, 203, 206:
      let good = [Action.release(origin: fetch.url.origin)]
      if let question = fetch.question, let entity {
        let answer = RangeAnswer(to: question, of: entity, head: head, now: wall)
        return good + ranged(index, answer, head, wall: wall, now: now, chance: chance)
      }
      guard head.status != 206 else {
        return broken(index, "it sent a part where the whole was asked for", now: now, chance: chance)
      }
      return good + whole(index, head, wall: wall, now: now)
    case 301, 302, 303, 307, 308:
      guard let target = head.location else { break }
      fetches[index].state = .redirected(to: target)
      return [.pass(fetch.id)]
    case 416:
      guard let question = fetch.question, let entity else { break }
      let answer = RangeAnswer(to: question, of: entity, head: head, now: wall)
      if answer == .changed, location != source, !askedSourceAgain { break }
      return ranged(index, answer, head, wall: wall, now: now, chance: chance)
    default: break
    }
    let retryAfter = head.value("Retry-After").flatMap { RetryAfter.seconds($0, now: wall) }
    fetches[index].state = .refused(status: head.status, retryAfter: retryAfter)
    return [.pass(fetch.id)]
  }

  /// All of it was asked for, and it comes.
  private mutating func whole(_ index: Int, _ head: ResponseHead, wall: Int64, now: Duration) -> [Action] {
    var head = head
    if isStoredEncoded(head, fetches[index].url) {
      keepsCoding = true
      head.fields.removeAll { $0.isNamed("Content-Encoding") }
    }
    let codings = head.contentCodings
    isEncoded = !codings.isEmpty
    let inflates = codings.count == 1 && ["gzip", "x-gzip", "deflate"].contains(codings[0])
    if isEncoded, !inflates, !leavesCodingToCurl {
      leavesCodingToCurl = true
      let url = fetches[index].url
      let fetch = fetches.remove(at: index)
      return [.close(fetch.id)] + open(url: url, start: 0, limit: nil, question: nil, hops: fetch.hops, now)
    }
    var total: Int64?
    if case .length(let length) = head.contentLength, !isEncoded { total = length }
    let answer = Entity(total: total, validator: Validator(head, now: wall))
    var actions: [Action] = []
    if adopting, let entity, !written.isEmpty {
      adopting = false
      let sameness = isEncoded ? .changed : entity.compared(to: answer)
      if sameness != .changed, head.acceptsRanges != false {
        if sameness == .undecided { hasTokens = true }
        hasStarted = true
        let fetch = fetches.remove(at: index)
        return [.started(total: entity.total), .close(fetch.id)] + openNext(now)
      }
      if isForeign { return fail(otherEntity()) }
      actions += sameness == .changed ? [.entityChanged] : [.discarded("the origin has no ranges")]
    }
    adopting = false
    if budget.isSpent(total: total) { return fail(.wasted(url: source.redacted, bytes: budget.wasted)) }
    actions += startAtZero(other: entity.map { $0.compared(to: answer) == .changed } ?? false)
    entity = answer
    if head.acceptsRanges == false || isEncoded { hasNoRanges = true }
    isHTTP2 = head.isHTTP2
    actions += accept(index, first: 0, end: total, now: now)
    return inflates && !leavesCodingToCurl ? actions + [.inflate(fetches[index].id)] : actions
  }

  /// Apache and others announce a `.gz` file's own form as a coding: then the encoded bytes are the file.
  private func isStoredEncoded(_ head: ResponseHead, _ url: WebURL) -> Bool {
    let type = (head.value("Content-Type") ?? "").lowercased()
    let path = url.path.lowercased()
    return !head.contentCodings.isEmpty && head.contentCodings.allSatisfy { $0 == "gzip" || $0 == "x-gzip" }
      && type.contains("gzip") && (path.hasSuffix(".gz") || path.hasSuffix(".tgz"))
  }

  private mutating func ranged(
    _ index: Int, _ answer: RangeAnswer, _ head: ResponseHead, wall: Int64, now: Duration, chance: Double
  ) -> [Action] {
    let fetch = fetches[index]
    let others = fetches.count > 1
    isHTTP2 = head.isHTTP2
    switch answer {
    case .use(let first, let end, let total), .compare(let first, let end, let total):
      rangesWork = true
      strikes = 0
      if entity?.total == nil { entity?.total = total }
      return accept(index, first: first, end: end, now: now)
    case .askOverlap:
      hasTokens = true
      if others { return drop(index, now: now) }
      return again(index, now)
    case .askPlain:
      takesCondition = false
      if let entity, !head.contentCodings.isEmpty || entity.compared(to: Entity(head, now: wall)) != .same {
        hasTokens = true
        if others { return drop(index, now: now) }
      }
      return again(index, now)
    case .whole(let isSame):
      if others { return drop(index, forGood: !rangesWork || strikes >= 2, now: now) }
      if rangesWork, isSame, strikes < 2 {
        // One such answer amid good ranges is a server's slip; three are its way.
        strikes += 1
        fetches.remove(at: index)
        let slip = TransferError.malformedAnswer(url: fetch.url.redacted, reason: "it sent the whole for a range")
        return [.close(fetch.id)] + failed(slip, now: now, chance: chance)
      }
      if isForeign { return fail(otherEntity()) }
      hasNoRanges = true
      return [.discarded("the origin has no ranges")] + whole(index, head, wall: wall, now: now)
    case .changedWhole:
      if let end = changed() { return end }
      return [.entityChanged] + dropOthers(fetch.id) + whole(self.index(fetch.id) ?? 0, head, wall: wall, now: now)
    case .changed:
      // Only another validator tells of another entity; a length that differs, or none at all, tells of a bad helper.
      if others, let entity, entity.validator.isConfirmed(by: Validator(head, now: wall)) {
        return drop(index, forGood: true, now: now)
      }
      if let end = changed() { return end }
      return [.entityChanged] + closeAll() + startAtZero(other: true) + openWhole(now)
    case .unusable(let reason):
      if others { return drop(index, forGood: true, now: now) }
      if isForeign { return fail(otherEntity()) }
      fetches.remove(at: index)
      hasNoRanges = true
      return [.close(fetch.id), .discarded(reason)] + openWhole(now)
    case .complete:
      entity?.total = written.count
      return finish()
    }
  }

  private mutating func accept(_ index: Int, first: Int64, end: Int64?, now: Duration) -> [Action] {
    fetches[index].state = .receiving
    fetches[index].bodyEnd = end
    fetches[index].since = now
    fetches[index].moved = now
    let fetch = fetches[index]
    var actions: [Action] = []
    if !hasStarted {
      hasStarted = true
      actions.append(.started(total: entity?.total))
    }
    if fetch.isJoiner, !fetch.isRace {
      for other in fetches where other.id != fetch.id && other.state == .receiving {
        let end = other.limit ?? entity?.total ?? .max
        guard other.start < fetch.start, end > fetch.start else { continue }
        // It got there first: nothing is left to help with.
        if other.position >= fetch.start {
          fetches.remove(at: index)
          return [.close(fetch.id)]
        }
        if let victim = self.index(other.id) { fetches[victim].limit = fetch.start }
        actions.append(.limit(other.id, fetch.start))
      }
    }
    let compareFrom = fetch.question.map { $0.overlap > 0 ? $0.first : fetch.start } ?? fetch.start
    actions.append(
      .accept(
        fetch.id, first: first, compareFrom: compareFrom, start: fetch.start, limit: fetch.limit,
        end: end))
    return actions
  }

  /// Takes note that the entity is another one now.
  ///
  /// - Returns: what to do where that is the end: it is the user's to decide, or it never stays the same.
  mutating func changed() -> [Action]? {
    if isForeign { return fail(otherEntity()) }
    changes += 1
    budget.threwAway(written.count, other: true)
    if budget.isSpent(total: entity?.total) { return fail(.wasted(url: source.redacted, bytes: budget.wasted)) }
    return changes > limits.retry.retries ? fail(.entityChanged(url: source.redacted)) : nil
  }

  /// Asks for the same bytes anew, in the way that has been learned since.
  private mutating func again(_ index: Int, _ now: Duration) -> [Action] {
    let fetch = fetches.remove(at: index)
    let opening =
      fetch.isJoiner
      ? join(fetch.start..<(fetch.limit ?? entity?.total ?? fetch.start + 1), isRace: fetch.isRace, now)
      : openNext(now, url: fetch.url)
    return [.close(fetch.id)] + opening
  }

  /// A joiner that is of no use.
  private mutating func drop(_ index: Int, forGood: Bool = false, now: Duration) -> [Action] {
    let fetch = fetches.remove(at: index)
    if forGood { growth.stop() } else { growth.joinFailed(receiving: fetches.count, now: now) }
    return [.close(fetch.id)]
  }

  private mutating func dropOthers(_ id: Int) -> [Action] {
    let others = fetches.filter { $0.id != id }
    fetches.removeAll { $0.id != id }
    return others.map { .close($0.id) }
  }

  /// Lets go of all that is held.
  mutating func startAtZero(other: Bool) -> [Action] {
    if !other { budget.threwAway(written.count, other: false) }
    let wasEmpty = written.isEmpty
    written = ByteRanges()
    isDoubtful = false
    if other {
      takesCondition = true
      hasTokens = false
      hasNoRanges = false
      rangesWork = false
      growth = Growth()
      // Where it changes again and again, or helpers only seem to see changes, one connection has to do.
      if changes > 1 { growth.stop() }
    }
    for index in fetches.indices {
      fetches[index].start = 0
      fetches[index].position = 0
      fetches[index].stored = 0
      fetches[index].limit = nil
      fetches[index].question = nil
    }
    return wasEmpty ? [] : [.reset]
  }

  private mutating func broken(_ index: Int, _ reason: String, now: Duration, chance: Double) -> [Action] {
    let fetch = fetches.remove(at: index)
    let error = TransferError.malformedAnswer(url: fetch.url.redacted, reason: reason)
    return [.close(fetch.id)] + failed(error, now: now, chance: chance)
  }

  func otherEntity() -> TransferError {
    .otherEntity(url: source.redacted, partial: "", source: WebURL.redact(foreignSource))
  }
}

extension Entity {
  /// What a whole answer says of its entity.
  init(_ head: ResponseHead, now: Int64) {
    var total: Int64?
    if case .length(let length) = head.contentLength, head.contentCodings.isEmpty { total = length }
    self.init(total: total, validator: Validator(head, now: now))
  }
}

extension ResponseHead {
  var isHTTP2: Bool { version.major >= 2 }
}
