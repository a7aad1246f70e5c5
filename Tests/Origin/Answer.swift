/// What the origin does with one request: a head, a body, and how these come and end.
///
/// Start from `file`, `status`, `redirect` or `partial`, and state the deviations:
/// `Answer.file(body, for: request).chunked().cut(at: 300_000)`.
package struct Answer: Sendable {
  package enum Framing: Hashable, Sendable {
    /// `Content-Length`, true.
    case length
    /// `Content-Length` lines with these values, true or not.
    case claimed([String])
    case chunked
    /// Both: chunked, with this `Content-Length` beside it.
    case chunkedClaiming(String)
    /// Neither: the end of the connection ends the body.
    case close
  }

  package enum End: Hashable, Sendable {
    case whole
    /// The connection is closed after so many bytes of this body; no last chunk is sent.
    case cut(Int)
    /// Reset, as above.
    case reset(Int)
    /// Nothing comes after so many bytes; the connection stays open until the client or the origin ends it.
    case stall(Int)
  }

  package var version = "HTTP/1.1"
  package var status: Int
  package var reason: String?
  package var fields: [Field] = []
  package var body = Body.empty
  package var framing = Framing.length
  package var end = End.whole
  /// Before the head.
  package var delay = Duration.zero
  package var pace: Pace?
  /// Nothing comes for this long after so many bytes; then it goes on.
  package var pause: (at: Int, for: Duration)?
  /// The connection is closed after the answer.
  package var closes = false
  /// HEAD: the head says what it would for GET.
  package var omitsBody = false
  /// Sent before the head, as it is: interim answers.
  package var preamble = ""
  /// Sent in place of the head, as it is.
  package var rawHead: String?
  /// No head at all; `end` says how.
  package var isSilent = false

  package init(_ status: Int, _ fields: [Field] = [], body: Body = .empty) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Bytes at a time, and how often: a connection's own rate.
  package struct Pace: Hashable, Sendable {
    package let bytes: Int
    package let every: Duration
  }
}

// MARK: Deviations

extension Answer {
  package func with(_ name: String, _ value: String) -> Answer {
    changed {
      $0.fields.removeAll { $0.isNamed(name) }
      $0.fields.append(Field(name, value))
    }
  }

  /// Beside those of that name which are there.
  package func adding(_ name: String, _ value: String) -> Answer { changed { $0.fields.append(Field(name, value)) } }

  package func without(_ name: String) -> Answer { changed { $0.fields.removeAll { $0.isNamed(name) } } }

  package func framed(_ framing: Framing) -> Answer { changed { $0.framing = framing } }
  package func chunked() -> Answer { framed(.chunked) }
  package func http10() -> Answer {
    changed {
      $0.version = "HTTP/1.0"
      $0.closes = true
    }
  }

  package func cut(at count: Int) -> Answer { changed { $0.end = .cut(count) } }
  package func reset(at count: Int) -> Answer { changed { $0.end = .reset(count) } }
  package func stalled(at count: Int) -> Answer { changed { $0.end = .stall(count) } }
  package func closing() -> Answer { changed { $0.closes = true } }
  package func delayed(_ delay: Duration) -> Answer { changed { $0.delay = delay } }
  package func paused(at count: Int, for duration: Duration) -> Answer { changed { $0.pause = (count, duration) } }
  package func preceded(by text: String) -> Answer { changed { $0.preamble = text } }

  package func dripping(_ bytes: Int, every: Duration) -> Answer {
    changed { $0.pace = Pace(bytes: bytes, every: every) }
  }

  package func limited(toBytesPerSecond rate: Int) -> Answer { dripping(max(1, rate / 50), every: .milliseconds(20)) }

  /// The body in a content coding, said so. Whoever codes after framing a part codes that part.
  package func coded(_ coding: String, as body: Body) -> Answer {
    changed {
      $0.body = body
      $0.fields.append(Field("Content-Encoding", coding))
    }
  }

  package func gzipped() -> Answer { coded("gzip", as: body.gzipped) }

  private func changed(_ change: (inout Answer) -> Void) -> Answer {
    var copy = self
    change(&copy)
    return copy
  }
}
