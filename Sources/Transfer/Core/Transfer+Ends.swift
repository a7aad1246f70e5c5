/// What follows when a request has ended.
extension Transfer {
  mutating func ended(_ fetch: Fetch, _ ending: Fetch.Ending, now: Duration, chance: Double) -> [Action] {
    switch ending {
    case .complete(let line):
      switch fetch.state {
      case .redirected(let target): return redirect(fetch, to: target, now: now, chance: chance)
      case .refused(let status, let retryAfter):
        let error = TransferError.status(status, url: fetch.url.redacted, line: line)
        return refused(fetch, status, error, retryAfter: retryAfter, now: now, chance: chance)
      case .asked:
        let error = TransferError.connectionLost(url: fetch.url.redacted, reason: "it ended without an answer")
        return lost(fetch, error, now: now, chance: chance)
      case .receiving: return bodyEnded(fetch, now: now, chance: chance)
      }
    case .full:
      return isWhole ? finish() : continueAfter(fetch, now)
    case .mismatch:
      if let end = changed() { return end }
      return [.entityChanged] + closeAll() + startAtZero(other: true) + openWhole(now)
    case .failed(let error, let isPassing):
      guard isPassing else { return fetches.isEmpty ? fail(error) : joinLost(fetch, now: now) }
      return lost(fetch, error, now: now, chance: chance)
    }
  }

  var isWhole: Bool {
    guard let total = entity?.total, !isEncoded else { return false }
    return written.contains(0..<total)
  }

  private mutating func bodyEnded(_ fetch: Fetch, now: Duration, chance: Double) -> [Action] {
    if isEncoded || entity?.total == nil {
      // The framing said where the end is, and it was reached.
      entity?.total = fetch.stored
      isEncoded = false
      return finish()
    }
    if isWhole { return finish() }
    let end = fetch.limit ?? fetch.bodyEnd ?? entity?.total ?? 0
    guard fetch.stored >= end, fetch.stored > fetch.start else {
      let error = TransferError.connectionLost(url: fetch.url.redacted, reason: "the answer ended early")
      return lost(fetch, error, now: now, chance: chance)
    }
    return continueAfter(fetch, now)
  }

  /// One has done its part: on to the next.
  private mutating func continueAfter(_ fetch: Fetch, _ now: Duration) -> [Action] {
    if fetches.isEmpty { return openNext(now) }
    return []
  }

  // MARK: Redirects

  private mutating func redirect(_ fetch: Fetch, to target: String, now: Duration, chance: Double) -> [Action] {
    let from = fetch.url.redacted
    guard fetch.hops < limits.redirects else {
      return fail(.tooManyRedirects(url: source.redacted, limit: limits.redirects))
    }
    let url: WebURL
    do throws(TransferError) {
      url = try WebURL(target, relativeTo: fetch.url)
    } catch {
      return fail(.refusedRedirect(from: from, to: WebURL.redact(target), reason: "it is no http or https URL"))
    }
    if fetch.url.scheme == "https", url.scheme == "http", !limits.allowsDowngrade {
      return fail(.refusedRedirect(from: from, to: url.redacted, reason: "it leads from https to http"))
    }
    location = url
    let opening = open(
      url: url, start: fetch.start, limit: fetch.limit, question: fetch.question, hops: fetch.hops + 1,
      isJoiner: fetch.isJoiner, isRace: fetch.isRace, now)
    return [.redirected(url)] + opening
  }

  // MARK: Refusals

  private mutating func refused(
    _ fetch: Fetch, _ status: Int, _ error: TransferError, retryAfter: Int64?, now: Duration, chance: Double
  ) -> [Action] {
    if RetryPolicy.mayBeExpired(status: status) || status == 416 {
      return expired(fetch, status, error, now: now, chance: chance)
    }
    guard RetryPolicy.isPassing(status: status) else {
      return fetches.isEmpty ? fail(error) : joinLost(fetch, now: now)
    }
    // Others still receive: the origin bears no more connections than these.
    guard fetches.isEmpty else { return joinLost(fetch, now: now) }
    return failed(
      error, retryAfter: retryAfter,
      holding: RetryPolicy.concernsHost(status: status) ? fetch.url.origin : nil, now: now, chance: chance)
  }

  private mutating func expired(
    _ fetch: Fetch, _ status: Int, _ error: TransferError, now: Duration, chance: Double
  ) -> [Action] {
    if location != source || fetch.url != source, !askedSourceAgain {
      askedSourceAgain = true
      location = source
      if fetch.isJoiner, !fetches.isEmpty {
        return join(fetch.start..<(fetch.limit ?? entity?.total ?? fetch.start + 1), isRace: fetch.isRace, now)
      }
      return openNext(now)
    }
    guard fetches.isEmpty else { return joinLost(fetch, now: now) }
    if limits.hasURLCommand, urlCommandRuns <= limits.retry.retries {
      urlCommandRuns += 1
      phase = .askingURL
      return [.record, .runURLCommand(source.text)]
    }
    return fail(hadBytes && status != 416 ? .needsURL(status: status, url: source.redacted) : error)
  }

  mutating func newURL(_ result: Result<WebURL, TransferError>, now: Duration) -> [Action] {
    switch result {
    case .failure(let error): return fail(error)
    case .success(let url):
      phase = .running
      source = url
      location = url
      askedSourceAgain = false
      isDoubtful = !written.isEmpty
      takesCondition = true
      return openNext(now)
    }
  }

  // MARK: Losses

  private mutating func lost(_ fetch: Fetch, _ error: TransferError, now: Duration, chance: Double) -> [Action] {
    if !fetches.isEmpty {
      return fetch.stored > fetch.start ? [] : joinLost(fetch, now: now)
    }
    if isWhole { return finish() }
    let unreachable: Bool = if case .unreachable = error { true } else { false }
    return failed(
      error, holding: unreachable ? fetch.url.origin : nil, now: now, chance: chance)
  }

  /// One that was to help came to nothing; the others go on.
  private mutating func joinLost(_ fetch: Fetch, now: Duration) -> [Action] {
    let receiving = fetches.count { $0.state == .receiving }
    growth.joinFailed(receiving: receiving, now: now)
    joinNotBefore = now + .seconds(1)
    return []
  }

  /// Nothing is under way any more: again, later, or give up.
  mutating func failed(
    _ error: TransferError, retryAfter: Int64? = nil, holding origin: String? = nil, now: Duration,
    chance: Double
  ) -> [Action] {
    guard limits.retry.retries > 0 else { return fail(error) }
    budget.failed()
    if budget.isSpent(total: entity?.total) { return fail(.wasted(url: source.redacted, bytes: budget.wasted)) }
    guard var delay = limits.retry.delay(fruitless: budget.fruitless, chance: chance) else { return fail(error) }
    if let retryAfter {
      guard retryAfter <= limits.retry.patience else {
        return fail(.waitTooLong(host: source.host, seconds: retryAfter))
      }
      delay = .seconds(retryAfter)
    }
    var actions: [Action] = [.record]
    let seconds = delay / .seconds(1)
    if let origin { actions.append(.hold(origin: origin, seconds: seconds, error)) }
    if delay == .zero {
      phase = .running
      return actions + openNext(now)
    }
    phase = .waiting(until: now + delay)
    return actions + [.waiting(seconds: seconds, error)]
  }
}
