// An answer's octets on the wire (RFC 9112).
extension Answer {
  var head: String {
    if let rawHead { return rawHead }
    var lines = ["\(version) \(status) \(reason ?? "Fine")"]
    lines += fields.map(\.description)
    lines += framingFields.map(\.description)
    if closesConnection { lines.append("Connection: close") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  private var framingFields: [Field] {
    switch framing {
    case .length: [Field("Content-Length", String(body.count))]
    case .claimed(let values): values.map { Field("Content-Length", $0) }
    case .chunked: [Field("Transfer-Encoding", "chunked")]
    case .chunkedClaiming(let value): [Field("Content-Length", value), Field("Transfer-Encoding", "chunked")]
    case .close: []
    }
  }

  /// The client can't tell where the next answer begins, or isn't meant to.
  var closesConnection: Bool {
    switch framing {
    case .length, .chunked, .chunkedClaiming: closes
    case .claimed, .close: true
    }
  }

  private var isChunked: Bool {
    switch framing {
    case .chunked, .chunkedClaiming: true
    case .length, .claimed, .close: false
    }
  }

  /// Octets of the body that are sent.
  var bodyEnd: Int {
    switch end {
    case .whole: body.count
    case .cut(let count), .reset(let count), .stall(let count): min(count, body.count)
    }
  }

  func encoded(_ part: [UInt8]) -> [UInt8] {
    guard isChunked else { return part }
    return Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10]
  }

  /// After a whole body: the last chunk, where there are chunks.
  var bodyTail: [UInt8] { isChunked ? Array("0\r\n\r\n".utf8) : [] }
}
