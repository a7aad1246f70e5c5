/// What to ask for next.
extension Transfer {
  /// How many held bytes are compared where validators prove nothing.
  static let overlap: Int64 = 64 * 1024

  mutating func tick(bytes: Int64, room: Int, now: Duration) -> [Action] {
    switch phase {
    case .idle, .askingURL, .ended: return []
    case .waiting(let until):
      guard now >= until else { return [] }
      phase = .running
      return openNext(now)
    case .running: break
    }
    if isWhole { return finish() }
    for fetch in fetches where fetch.state == .receiving { bestRate = max(bestRate, rate(fetch, now)) }
    var actions = trim()
    guard let total = entity?.total, mayJoin, !fetches.isEmpty else { return actions }
    actions += relieve(total, now)
    let quiet = fetches.count { isQuiet($0, now) }
    growth.measure(
      now: now, bytes: bytes, receiving: fetches.count { $0.state == .receiving && !isQuiet($0, now) },
      left: total - written.count, most: min(limits.connections, fetches.count + max(0, room)))
    if fetches.count - quiet > growth.target, let last = fetches.last(where: \.isJoiner) {
      // It did not pay. What it had before it goes back to the one that it came to help.
      fetches.removeAll { $0.id == last.id }
      return actions + [.close(last.id)] + extend(total)
    }
    var free = min(growth.target - fetches.count + quiet, limits.connections - fetches.count, room)
    while free > 0, now >= joinNotBefore, let next = nextSegment(total, now) {
      switch next {
      case .gap(let range), .split(_, let range): actions += join(range, isRace: false, now)
      case .race(let id, let range):
        if let index = index(id), isQuiet(fetches[index], now) { noteRelief(now) }
        actions += join(range, isRace: true, now)
      }
      free -= 1
    }
    return actions
  }

  /// Several connections are of use only where each can prove what it brings.
  private var mayJoin: Bool {
    isProvable && !hasNoRanges && !isEncoded && !limits.isOrdered && limits.connections > 1
      && fetches.contains { $0.state == .receiving }
  }

  private func rate(_ fetch: Fetch, _ now: Duration) -> Double {
    let time = (now - fetch.since) / .seconds(1)
    return time > 0.2 ? Double(fetch.position - fetch.start) / time : 0
  }

  private func nextSegment(_ total: Int64, _ now: Duration) -> SegmentPlan? {
    let active = fetches.map { fetch in
      // What a helper has asked for is its own, though this one stops there only once the helper's answer is good.
      let helpers = fetches.filter { $0.state == .asked && !$0.isRace && $0.start > fetch.position }.map(\.start)
      let end = max(min(fetch.limit ?? total, helpers.min() ?? total), fetch.position)
      let raced = fetch.isRace || fetches.contains { $0.isRace && $0.id != fetch.id && $0.limit == end }
      let quiet = isQuiet(fetch, now)
      // One that has no answer yet isn't halved: what it could do is unknown.
      let left = fetch.state == .receiving || quiet ? fetch.position..<end : end..<end
      return SegmentPlan.Active(
        id: fetch.id, left: left, from: fetch.stored, end: end, rate: rate(fetch, now),
        isRaced: raced || (quiet && now < reliefNotBefore), isQuiet: quiet)
    }
    return SegmentPlan.next(written: written, total: total, active: active, best: bestRate)
  }

  /// Ends those whose bytes others have brought.
  private mutating func trim() -> [Action] {
    guard let total = entity?.total, fetches.count > 1 else { return [] }
    let done = fetches.filter {
      $0.state == .receiving && written.contains($0.stored..<max($0.stored, $0.limit ?? total))
    }
    fetches.removeAll { one in done.contains { $0.id == one.id } }
    return done.map { .close($0.id) }
  }

  /// Lets each go on to where the next one's bytes begin, as far as its answer reaches.
  private mutating func extend(_ total: Int64) -> [Action] {
    var actions: [Action] = []
    for index in fetches.indices where fetches[index].state == .receiving {
      guard let limit = fetches[index].limit, let end = fetches[index].bodyEnd, limit < end,
        fetches[index].position < limit
      else { continue }
      let others = fetches.filter { $0.id != fetches[index].id }.map(\.start)
      let held = written.ranges.map(\.lowerBound)
      let next = (others + held).filter { $0 >= limit }.min() ?? total
      guard min(next, end) > limit else { continue }
      fetches[index].limit = min(next, end)
      actions.append(.limit(fetches[index].id, min(next, end)))
    }
    return actions
  }

  /// With nothing under way: what the file lacks first.
  mutating func openNext(_ now: Duration, url: WebURL? = nil) -> [Action] {
    guard let entity, !written.isEmpty, !hasNoRanges, !isEncoded else { return openWhole(now, url: url) }
    let gap: Range<Int64>
    if let total = entity.total {
      guard let first = written.gaps(in: 0..<total).first else {
        return isDoubtful ? openRange(total..<total, url: url, now) : finish()
      }
      gap = first
    } else {
      gap = written.upperBound..<Int64.max
    }
    // Nothing held lies before the gap that could be compared: no proof is to be had.
    if gap.lowerBound == 0, !isProvable || isDoubtful { return openWhole(now, url: url) }
    return openRange(gap, url: url, now)
  }

  mutating func openWhole(_ now: Duration, url: WebURL? = nil) -> [Action] {
    open(url: url ?? location, start: 0, limit: nil, question: nil, hops: 0, now)
  }

  private mutating func openRange(_ gap: Range<Int64>, url: WebURL?, _ now: Duration) -> [Action] {
    let limit = gap.upperBound == .max ? nil : gap.upperBound
    return open(
      url: url ?? location, start: gap.lowerBound, limit: limit, question: question(gap.lowerBound), hops: 0, now)
  }

  mutating func join(_ range: Range<Int64>, isRace: Bool, _ now: Duration) -> [Action] {
    open(
      url: location, start: range.lowerBound, limit: range.upperBound, question: question(range.lowerBound), hops: 0,
      isJoiner: true, isRace: isRace, now)
  }

  private func question(_ start: Int64) -> RangeAnswer.Question {
    let lead = isProvable && !isDoubtful ? 0 : min(Transfer.overlap, written.run(before: start))
    return RangeAnswer.Question(
      first: start - lead, overlap: lead, hadCondition: isProvable && takesCondition, held: start)
  }

  mutating func open(
    url: WebURL, start: Int64, limit: Int64?, question: RangeAnswer.Question?, hops: Int, isJoiner: Bool = false,
    isRace: Bool = false, _ now: Duration
  ) -> [Action] {
    var fetch = Fetch(id: nextID, url: url, start: start, limit: limit)
    nextID += 1
    fetch.hops = hops
    fetch.question = question
    fetch.isJoiner = isJoiner
    fetch.isRace = isRace
    fetch.since = now
    fetch.moved = now
    fetches.append(fetch)
    var range: String?
    if let question {
      // A range to the very end is left open: a file that has grown shows it by its length.
      let last = limit.flatMap { $0 == entity?.total ? nil : $0 - 1 }
      range = "\(question.first)-" + (last.map(String.init) ?? "")
    }
    return [
      .open(
        Fetch.Order(
          id: fetch.id, url: url, range: range,
          condition: question?.hadCondition == true ? entity?.validator.condition : nil,
          decodes: leavesCodingToCurl, isSeparate: isJoiner && isHTTP2))
    ]
  }
}
