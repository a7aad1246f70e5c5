/// A request as it came, and when.
package struct RecordedRequest: Sendable {
  /// From 1, over all that this origin was asked.
  package let number: Int
  /// From 1, over all for this path; the query doesn't count.
  package let pathNumber: Int
  /// From 1, in the order in which connections were opened.
  package let connection: Int
  /// Requests being answered at that time, this one included.
  package let concurrent: Int
  package let time: ContinuousClock.Instant

  package let method: String
  /// Path and query as they stood in the request line.
  package let target: String
  package let version: String
  /// In order, with the case that was sent.
  package let fields: [Field]

  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The query without its question mark.
  package var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The value of a field that stands once; joined by commas where it stands more often.
  package subscript(name: String) -> String? {
    let values = fields.filter { $0.isNamed(name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  package var range: ByteRange? { self["Range"].flatMap(ByteRange.init) }

  /// The first position asked for; nil without a range, or for a suffix.
  package var rangeStart: Int? { range?.start }

  /// Basic credentials, RFC 7617.
  package func isAuthorized(user: String, password: String) -> Bool {
    self["Authorization"] == "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
  }
}

/// A request line and field lines, before they are numbered.
struct RequestHead {
  let method: String
  let target: String
  let version: String
  let fields: [Field]

  /// Nil when it is no HTTP/1 head.
  init?(_ text: String) {
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)[...]
    let words = lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3 else { return nil }
    (method, target, version) = (String(words[0]), String(words[1]), String(words[2]))
    fields = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return Field(String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
    }
  }

  var bodyLength: Int { fields.first { $0.isNamed("Content-Length") }.flatMap { Int($0.value) } ?? 0 }

  var wantsClose: Bool {
    version == "HTTP/1.0" || fields.contains { $0.isNamed("Connection") && $0.value.lowercased() == "close" }
  }
}
