/// One request in flight, as the plan sees it.
package struct Fetch: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case asked
    case receiving
    /// The answer carries no bytes for the file: a redirect or an error, dealt with once its body has passed.
    case redirected(to: String)
    case refused(status: Int, retryAfter: Int64?)
  }

  package let id: Int
  package var url: WebURL
  package var hops = 0
  package var state = State.asked
  /// Nil when everything was asked for, from the first byte on.
  package var question: RangeAnswer.Question?
  /// The first offset that it brings; what lies before it in the answer is compared or skipped.
  package var start: Int64
  /// Bytes from `start` to here have come.
  package var position: Int64
  /// Bytes from `start` to here are in the file.
  package var stored: Int64
  /// Where it is to stop; nil when it goes on to the end.
  package var limit: Int64?
  /// Where the answer's body ends; nil until known.
  package var bodyEnd: Int64?
  /// It came to help others; its failure is not the download's.
  package var isJoiner = false
  package var isRace = false
  package var since: Duration = .zero
  /// When its last bytes came; before any, when it was asked for or answered.
  package var moved: Duration = .zero

  package init(id: Int, url: WebURL, start: Int64, limit: Int64?) {
    self.id = id
    self.url = url
    self.start = start
    position = start
    stored = start
    self.limit = limit
  }

  /// What the loop is to ask for.
  package struct Order: Hashable, Sendable {
    package var id: Int
    package var url: WebURL
    /// The value of Range behind `bytes=`.
    package var range: String?
    /// The value of If-Range.
    package var condition: String?
    /// libcurl undoes content codings (RFC 9110 §8.4).
    package var decodes: Bool
    /// On a connection of its own, whatever could be shared.
    package var isSeparate: Bool
  }

  /// How a request ended.
  package enum Ending: Hashable, Sendable {
    /// By the origin, at the end of its answer as HTTP frames it. `line`: the first of an error's body.
    case complete(line: String)
    /// By us, at the limit.
    case full
    /// The held bytes and the origin's differ.
    case mismatch
    case failed(TransferError, isPassing: Bool)
  }
}
