/// Who may connect to which origin now: at most so many at once, and nobody while it asked for patience.
///
/// After a wait one goes first; the others follow once it has had a good answer.
package struct HostBook: Sendable {
  package struct Ticket: Hashable, Sendable {
    package var run: Int
    package var fetch: Int
    package init(run: Int, fetch: Int) {
      self.run = run
      self.fetch = fetch
    }
  }

  private struct Host {
    var open: Set<Ticket> = []
    var queue: [Ticket] = []
    var heldUntil: Duration?
    var why: TransferError?
    /// Tries in a row that the host as a whole refused.
    var failures = 0
  }

  private let most: Int
  private var hosts: [String: Host] = [:]

  /// - Parameter most: connections to one origin at once, 1 or more.
  package init(most: Int) { self.most = max(1, most) }

  /// Whether it may go now; otherwise it stands in line.
  package mutating func ask(_ ticket: Ticket, origin: String, now: Duration) -> Bool {
    var host = hosts[origin] ?? Host()
    defer { hosts[origin] = host }
    guard mayOpen(host, now), host.queue.isEmpty else {
      host.queue.append(ticket)
      return false
    }
    host.open.insert(ticket)
    return true
  }

  /// It has ended, or wants no more.
  package mutating func leave(_ ticket: Ticket, origin: String) {
    guard var host = hosts[origin] else { return }
    if host.open.remove(ticket) == nil { host.queue.removeAll { $0 == ticket } }
    let isIdle = host.open.isEmpty && host.queue.isEmpty && host.heldUntil == nil
    hosts[origin] = isIdle ? nil : host
  }

  /// Those whose turn has come, first come first served.
  package mutating func ready(now: Duration) -> [Ticket] {
    var tickets: [Ticket] = []
    for (origin, var host) in hosts where !host.queue.isEmpty {
      while let next = host.queue.first, mayOpen(host, now) {
        host.queue.removeFirst()
        host.open.insert(next)
        tickets.append(next)
      }
      hosts[origin] = host
    }
    return tickets
  }

  /// Nobody connects before `until`.
  ///
  /// - Returns: those that stand in line; the refusal counts for them too.
  package mutating func hold(origin: String, until: Duration, why: TransferError) -> [Ticket] {
    var host = hosts[origin] ?? Host()
    host.heldUntil = max(until, host.heldUntil ?? .zero)
    host.why = why
    host.failures += 1
    hosts[origin] = host
    return host.queue
  }

  package mutating func release(origin: String) {
    hosts[origin]?.heldUntil = nil
    hosts[origin]?.why = nil
    hosts[origin]?.failures = 0
  }

  /// Connections to spare beyond those open and in line.
  package func room(origin: String) -> Int {
    guard let host = hosts[origin] else { return most }
    return host.heldUntil == nil ? max(0, most - host.open.count - host.queue.count) : 0
  }

  /// What the origin's downloads wait for, and how much longer.
  package func wait(origin: String, now: Duration) -> (left: Duration, why: TransferError, failures: Int)? {
    guard let host = hosts[origin], let until = host.heldUntil, let why = host.why else { return nil }
    return (max(.zero, until - now), why, host.failures)
  }

  private func mayOpen(_ host: Host, _ now: Duration) -> Bool {
    guard host.open.count < most else { return false }
    guard let until = host.heldUntil else { return true }
    return now >= until && host.open.isEmpty
  }
}
