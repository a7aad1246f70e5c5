import Testing
import Transfer

@Suite struct ResponseHeadTests {
  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\n", 1, 1, 200, "OK"), ("HTTP/2 200\r\n", 2, 0, 200, ""), ("HTTP/2 200 \r\n", 2, 0, 200, ""),
      ("HTTP/1.0 404 Not  Found", 1, 0, 404, "Not  Found"), ("http/1.1 206  Partial\n", 1, 1, 206, "Partial"),
      ("HTTP/1.1 999 Odd\u{1}\u{7F}\r\n", 1, 1, 999, "Odd"), ("HTTP/3 100", 3, 0, 100, ""),
      ("HTTP/1.1   200", 1, 1, 200, ""),
      ("HTTP/1.1 200 caf\u{E9}", 1, 1, 200, "caf\u{E9}"),
    ] as [(String, Int, Int, Int, String)])
  func statusLine(line: String, major: Int, minor: Int, status: Int, reason: String) throws {
    let head = try #require(ResponseHead(statusLine: line.utf8))
    #expect(head.version.major == major)
    #expect(head.version.minor == minor)
    #expect(head.status == status)
    #expect(head.reason == reason)
    #expect(head.fields.isEmpty)
  }

  @Test(arguments: [
    "", "\r\n", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/1.1 20x", "HTTP/1.1 099 No",
    "HTTP/1.1 -20", "HTTP/1.1 +20",
    "HTTP/ 200", "HTTP/11.1 200", "HTTP/1. 200", "HTTP/1.1.1 200", "HTTP/x 200", "HTTP/1.1200", " HTTP/1.1 200",
    "HTTPS/1.1 200",
    "ICY 200 OK", "<html>", "HTTP/١ 200", "HTTP/1.1 ٢٠٠",
  ])
  func noStatusLine(line: String) {
    #expect(ResponseHead(statusLine: line.utf8) == nil)
  }

  @Test(
    "One line, one field; a line that is none is left out",
    arguments: [
      (["A: b\r\n"], ["A": "b"]), (["A:b"], ["A": "b"]), (["A:\t b \t\r\n"], ["A": "b"]), (["A:\r\n"], ["A": ""]),
      (["A : b"], ["A": "b"]),
      (["A: b: c"], ["A": "b: c"]), (["A: b\u{0}c\rd\n"], ["A": "b c d"]), (["\r\n"], [:]), ([""], [:]),
      (["no colon\r\n"], [:]), ([": empty\r\n"], [:]),
      (["A B: c"], [:]), (["A: b\r\n", " c\r\n", "\td\r\n"], ["A": "b c d"]), (["A:\r\n", "  b\r\n"], ["A": "b"]),
      ([" folded first\r\n", "A: b"], ["A": "b"]),
      (["A: b", "no colon", " more"], ["A": "b"]), (["A: b", "C D: e", " more"], ["A": "b"]),
      (["A: b", " \r\n", "C: d"], ["A": "b", "C": "d"]),
      (["A:\u{301}b"], ["A": "\u{301}b"]),
    ] as [([String], [String: String])])
  func fields(lines: [String], fields: [String: String]) throws {
    let head = try head(lines)
    #expect(Dictionary(uniqueKeysWithValues: head.fields.map { ($0.name, $0.value) }) == fields)
  }

  @Test("Bytes are UTF-8 where they can be, else ISO-8859-1")
  func encodings() throws {
    var head = try head([])
    #expect(append(Array("A: é".utf8), to: &head))
    #expect(append(Array("B: ".utf8) + [0xE9, 0x80, 0xFF], to: &head))
    #expect(head.value("a") == "é")
    #expect(head.value("b") == "\u{E9}\u{80}\u{FF}")
  }

  @Test("Names compare without case, and fields keep their order")
  func lookUp() throws {
    let head = try head(["Via: 1", "X: y", "VIA: 2"])
    #expect(head.value("via") == "1")
    #expect(head.values("vIa") == ["1", "2"])
    #expect(head.value("none") == nil)
    #expect(head.values("none") == [])
  }

  @Test("At most 256 fields")
  func manyFields() throws {
    var head = try head((0..<256).map { "A\($0): b" })
    #expect(!append(Array("C: d".utf8), to: &head))
    #expect(append(Array("\r\n".utf8), to: &head))
    #expect(head.fields.count == 256)
  }

  @Test("At most 64 KiB, folded lines counted in")
  func manyBytes() throws {
    var head = try head(["A: " + String(repeating: "b", count: 64 * 1024 - 1 - 8)])
    #expect(!append(Array("C: 12345678".utf8), to: &head))
    #expect(!append(Array(" 12345678".utf8), to: &head))
    #expect(append(Array(" 1234567".utf8), to: &head))
    #expect(!append(Array("C:".utf8), to: &head))
    #expect(head.fields.count == 1)
  }

  @Test("A single huge line is refused")
  func hugeLine() throws {
    var head = try head([])
    #expect(!append([UInt8](repeating: 0x61, count: 1 << 20), to: &head))
    #expect(ResponseHead(statusLine: Array("HTTP/1.1 200 ".utf8) + [UInt8](repeating: 0x61, count: 1 << 20)) == nil)
  }

  @Test(
    arguments: [
      ([], .absent), (["Content-Length: 0"], .length(0)), (["content-length: 42"], .length(42)),
      (["Content-Length: 42", "Content-Length: 42"], .length(42)),
      (["Content-Length: 42, 42"], .length(42)), (["Content-Length: 42,042"], .length(42)),
      (["Content-Length: 9223372036854775807"], .length(.max)),
      (["Content-Length: 9223372036854775808"], .malformed),
      (["Content-Length: 42", "Content-Length: 43"], .malformed), (["Content-Length: 42, 43"], .malformed),
      (["Content-Length: -1"], .malformed), (["Content-Length: +1"], .malformed), (["Content-Length:"], .malformed),
      (["Content-Length: 4 2"], .malformed),
      (["Content-Length: 0x2a"], .malformed), (["Content-Length: 42.0"], .malformed),
      (["Content-Length: ٤٢"], .malformed), (["Content-Length: 42,"], .malformed),
      (["Content-Length: 42", "Content-Length: x"], .malformed),
      (["Content-Length: x", "Content-Length: 42"], .malformed),
      (["Content-Length: 42", "Transfer-Encoding: chunked"], .absent),
      (["Transfer-Encoding: gzip", "Content-Length: x"], .absent),
      (["Content-Length: 4", " 2"], .malformed),
    ] as [([String], ResponseHead.ContentLength)])
  func contentLength(lines: [String], length: ResponseHead.ContentLength) throws {
    #expect(try head(lines).contentLength == length)
  }

  @Test(
    arguments: [
      ([], nil), (["Content-Range: bytes 0-4/10"], .range(0..<5, total: 10)),
      (["Content-Range: bytes 0-4/10", "Content-Range: bytes 0-4/10"], .range(0..<5, total: 10)),
      (["Content-Range: bytes 0-4/10", "Content-Range: bytes 5-9/10"], nil),
      (["Content-Range: bytes 0-4/10", "Content-Range: x"], nil),
      (["Content-Range: bytes */10"], .unsatisfied(total: 10)),
      (["Content-Range: x"], nil),
    ] as [([String], ContentRange?)])
  func contentRange(lines: [String], range: ContentRange?) throws {
    #expect(try head(lines).contentRange == range)
  }

  @Test func validators() throws {
    let head = try head([
      "ETag: \"a\"", "Last-Modified: Mon, 20 Apr 2015 08:05:49 GMT", "Date: Sun, 06 Nov 1994 08:49:37 GMT",
    ])
    #expect(head.entityTag == EntityTag("\"a\""))
    #expect(head.lastModified == "Mon, 20 Apr 2015 08:05:49 GMT")
    #expect(head.date == 784_111_777)
    let odd = try self.head(["ETag: \"a", "Last-Modified:", "Date: today"])
    #expect(odd.entityTag == nil)
    #expect(odd.lastModified == nil)
    #expect(odd.date == nil)
  }

  @Test(
    arguments: [
      ("multipart/byteranges; boundary=x", true), ("Multipart/ByteRanges", true),
      ("multipart/byteranges ;boundary=x", true), ("multipart/mixed", false),
      ("application/octet-stream; multipart/byteranges", false), ("", false),
    ] as [(String, Bool)])
  func multipart(type: String, isMultipart: Bool) throws {
    #expect(try head(["Content-Type: \(type)"]).isMultipartRanges == isMultipart)
  }

  @Test(
    arguments: [
      ([], []), (["Content-Encoding: gzip"], ["gzip"]),
      (["Content-Encoding: GZIP, identity", "Content-Encoding: br"], ["gzip", "br"]),
      (["Content-Encoding: identity"], []),
      (["Content-Encoding:"], []), (["Content-Encoding: ,deflate,"], ["deflate"]),
    ] as [([String], [String])])
  func contentCodings(lines: [String], codings: [String]) throws {
    #expect(try head(lines).contentCodings == codings)
  }

  @Test(
    arguments: [
      ([], nil), (["Accept-Ranges: bytes"], true), (["Accept-Ranges: BYTES"], true), (["Accept-Ranges: none"], false),
      (["Accept-Ranges: items, bytes"], true),
      (["Accept-Ranges: items"], false), (["Accept-Ranges: none", "Accept-Ranges: bytes"], true),
    ] as [([String], Bool?)])
  func acceptsRanges(lines: [String], accepts: Bool?) throws {
    #expect(try head(lines).acceptsRanges == accepts)
  }

  @Test(
    arguments: [
      (["Location: /a b?c"], "/a b?c"), (["Location:"], nil), ([], nil),
      (["Location: http://a/\r\n", "Location: http://b/"], "http://a/"),
    ] as [([String], String?)])
  func location(lines: [String], location: String?) throws {
    #expect(try head(lines).location == location)
  }

  private func head(_ lines: [String]) throws -> ResponseHead {
    var head = try #require(ResponseHead(statusLine: "HTTP/1.1 200 OK".utf8))
    for line in lines { try #require(append(Array(line.utf8), to: &head)) }
    return head
  }

  /// `#expect` takes no mutating call.
  private func append(_ line: [UInt8], to head: inout ResponseHead) -> Bool { head.append(line: line) }
}
