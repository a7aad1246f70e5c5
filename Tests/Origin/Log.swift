/// What an origin has done so far.
package struct Log: Sendable {
  package struct Exchange: Sendable {
    package let request: RecordedRequest
    /// 0 before the head was sent, and where none is.
    package internal(set) var status = 0
    /// Octets of the body that the kernel took, without chunk framing.
    package internal(set) var sent = 0
    /// The answer has ended, one way or the other.
    package internal(set) var isDone = false
  }

  package internal(set) var exchanges: [Exchange] = []
  /// Connections that were opened.
  package internal(set) var connections = 0
  /// Connections open at once, at most.
  package internal(set) var peakConnections = 0
  /// Requests answered at once, at most.
  package internal(set) var peakRequests = 0

  package var requests: [RecordedRequest] { exchanges.map(\.request) }
  package var count: Int { exchanges.count }
  package var sent: Int { exchanges.reduce(0) { $0 + $1.sent } }
  package var paths: [String] { requests.map(\.path) }

  /// What came after the first `count` requests. Connections are counted over all.
  package func after(_ count: Int) -> Log {
    var rest = self
    rest.exchanges.removeFirst(min(count, exchanges.count))
    return rest
  }

  package func requests(for path: String) -> [RecordedRequest] { requests.filter { $0.path == path } }
}
