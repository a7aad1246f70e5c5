extension Answer {
  /// What an honest origin says: RFC 9110 §13 and §14, for one range.
  ///
  /// - Parameters:
  ///   - etag: with its quotes; nil for none.
  ///   - lastModified: nil for none.
  ///   - ranges: false for an origin that doesn't know them.
  package static func file(
    _ body: Body, for request: RecordedRequest, etag: String? = "\"v1\"", lastModified: String? = nil,
    ranges: Bool = true, type: String = "application/octet-stream"
  ) -> Answer {
    var fields = [Field("Date", HTTPDate.now()), Field("Content-Type", type)]
    if let etag { fields.append(Field("ETag", etag)) }
    if let lastModified { fields.append(Field("Last-Modified", lastModified)) }
    if ranges { fields.append(Field("Accept-Ranges", "bytes")) }

    var answer = Answer(200, fields, body: body)
    if let condition = request["If-Match"], condition != "*", !condition.contains(etag ?? "\"\"") {
      answer = Answer(412, fields)
    } else if ranges, let range = request.range, holds(request["If-Range"], etag: etag, lastModified: lastModified) {
      if let part = range.resolved(in: body.count) {
        answer = partial(body, part).adding(fields)
      } else {
        answer = unsatisfied(total: body.count).adding(fields)
      }
    }
    answer.omitsBody = request.method == "HEAD"
    return answer
  }

  /// If-Range compares strongly (RFC 9110 §13.1.5).
  private static func holds(_ condition: String?, etag: String?, lastModified: String?) -> Bool {
    guard let condition else { return true }
    return condition.hasPrefix("\"") ? condition == etag : condition == lastModified
  }

  /// A 206 of `range`; `claiming` and `total` are what Content-Range says in place of the truth.
  package static func partial(
    _ body: Body, _ range: Range<Int>, claiming: Range<Int>? = nil, total: Int? = nil
  ) -> Answer {
    let said = claiming ?? range
    let value = "bytes \(said.lowerBound)-\(said.upperBound - 1)/\(total ?? body.count)"
    return Answer(206, [Field("Content-Range", value)], body: body[range])
  }

  package static func unsatisfied(total: Int, body: Body = .empty) -> Answer {
    Answer(416, [Field("Content-Range", "bytes */\(total)")], body: body)
  }

  /// multipart/byteranges (RFC 9110 §14.6), of one part or more.
  package static func multipart(_ body: Body, _ ranges: [Range<Int>]) -> Answer {
    let parts = ranges.map { range in
      Body.text(
        "--3d6b6a416f9b5\r\nContent-Type: application/octet-stream\r\n"
          + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)\r\n\r\n")
        + body[range] + .text("\r\n")
    }
    return Answer(
      206, [Field("Content-Type", "multipart/byteranges; boundary=3d6b6a416f9b5")],
      body: parts.reduce(.empty, +) + .text("--3d6b6a416f9b5--\r\n"))
  }

  /// An error with a short page.
  package static func status(_ status: Int, retryAfter: String? = nil, page: String = "") -> Answer {
    let text = page.isEmpty ? "No luck: \(status)\n" : page
    var answer = Answer(status, [Field("Content-Type", "text/plain")], body: .text(text))
    if let retryAfter { answer.fields.append(Field("Retry-After", retryAfter)) }
    return answer
  }

  package static func redirect(_ status: Int = 302, to location: String) -> Answer {
    Answer(status, [Field("Location", location)], body: .text("Elsewhere.\n"))
  }

  package static func unauthorized(realm: String = "here") -> Answer {
    status(401).with("WWW-Authenticate", "Basic realm=\"\(realm)\"")
  }

  /// The connection is closed without an answer.
  package static var hangUp: Answer { silent(.cut(0)) }
  /// The connection is reset without an answer.
  package static var reset: Answer { silent(.reset(0)) }
  /// No answer, for ever.
  package static var silence: Answer { silent(.stall(0)) }

  private static func silent(_ end: End) -> Answer {
    var answer = Answer(0)
    answer.isSilent = true
    answer.end = end
    return answer
  }

  /// These bytes in place of a head, then the end of the connection.
  package static func raw(_ head: String, body: Body = .empty) -> Answer {
    var answer = Answer(0, body: body)
    answer.rawHead = head
    answer.framing = .close
    return answer
  }

  private func adding(_ more: [Field]) -> Answer {
    var answer = self
    answer.fields += more
    return answer
  }
}
