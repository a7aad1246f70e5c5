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

  /// Decides races against quiet ones, so that no bytes are sent twice for long: whoever brings some goes on.
  mutating func relieve(_ total: Int64, _ now: Duration) -> [Action] {
    var actions: [Action] = []
    for racer in fetches where racer.isRace {
      guard
        let other = fetches.first(where: {
          $0.id != racer.id && !$0.isRace && $0.stored <= racer.start && ($0.limit ?? total) == (racer.limit ?? total)
        })
      else { continue }
      if isQuiet(other, now) {
        guard racer.state == .receiving, racer.position > racer.start, let index = index(racer.id) else { continue }
        fetches[index].isRace = false
        reliefPause = Transfer.quiet
        fetches.removeAll { $0.id == other.id }
        actions.append(.close(other.id))
      } else if other.state == .receiving, (other.limit ?? total) - other.position >= 2 * SegmentPlan.smallest {
        fetches.removeAll { $0.id == racer.id }
        actions.append(.close(racer.id))
      }
    }
    return actions
  }
}
