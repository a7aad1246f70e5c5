/// Connections that bring nothing any more, long before that counts as a stall: others needn't wait for them.
extension Transfer {
  static let quiet = Duration.seconds(3)
  private static let longestPause = Duration.seconds(60)

  func isQuiet(_ fetch: Fetch, _ now: Duration) -> Bool {
    switch fetch.state {
    case .asked: fetch.isJoiner && now - fetch.moved >= Transfer.quiet
    case .receiving: now - fetch.moved >= Transfer.quiet
    case .redirected, .refused: false
    }
  }

  /// An origin whose connections are often quiet isn't asked for more each time.
  mutating func noteRelief(_ now: Duration) {
    reliefNotBefore = now + reliefPause
    reliefPause = min(reliefPause * 2, Transfer.longestPause)
  }

  /// Decides races against quiet ones, so that no bytes are sent twice for long: whoever is ahead goes on.
  mutating func relieve(_ total: Int64, _ now: Duration) -> [Action] {
    var actions: [Action] = []
    for racer in fetches where racer.isRace {
      guard
        let other = fetches.first(where: {
          $0.id != racer.id && !$0.isRace && $0.stored <= racer.start && ($0.limit ?? total) == (racer.limit ?? total)
        })
      else { continue }
      let isQuiet = isQuiet(other, now)
      // Near the end both may run: that race is short.
      guard isQuiet || (other.limit ?? total) - other.position >= 2 * SegmentPlan.smallest else { continue }
      if racer.state == .receiving, racer.position > max(racer.start, other.position), let index = index(racer.id) {
        fetches[index].isRace = false
        reliefPause = Transfer.quiet
        fetches.removeAll { $0.id == other.id }
        actions.append(.close(other.id))
      } else if !isQuiet, other.state == .receiving {
        fetches.removeAll { $0.id == racer.id }
        actions.append(.close(racer.id))
      }
    }
    return actions
  }
}
