import Testing
import Transfer

/// The table "same entity or none", row by row.
@Suite struct RangeAnswerTests {
  static let known = EntityTests.entity("\"a\"", nil, 1000)
  static let weak = EntityTests.entity("W/\"a\"", nil, 1000)
  static let dated = EntityTests.entity("\"a\"", EntityTests.day, 1000)

  static func head(_ status: Int, _ fields: String...) -> ResponseHead {
    guard var head = ResponseHead(statusLine: Array("HTTP/1.1 \(status) X".utf8)) else { fatalError("status line") }
    for field in fields { _ = head.append(line: Array(field.utf8)) }
    return head
  }

  static func question(_ first: Int64, overlap: Int64 = 0, condition: Bool = true) -> RangeAnswer.Question {
    .init(first: first, overlap: overlap, hadCondition: condition, held: first + overlap)
  }

  static let cases: [(Entity, RangeAnswer.Question, ResponseHead, RangeAnswer)] = [
    // 206, same validator, Content-Range as asked, same total
    (
      known, question(400), head(206, "ETag: \"a\"", "Content-Range: bytes 400-999/1000"),
      .use(first: 400, end: 1000, total: 1000)
    ),
    (known, question(400), head(206, "ETag: \"b\"", "Content-Range: bytes 400-999/1000"), .changed),
    (known, question(400), head(206, "ETag: \"a\"", "Content-Range: bytes 400-1099/1100"), .changed),
    // A different range than asked
    (
      known, question(400), head(206, "ETag: \"a\"", "Content-Range: bytes 300-999/1000"),
      .use(first: 300, end: 1000, total: 1000)
    ),
    (
      known, question(400), head(206, "ETag: \"a\"", "Content-Range: bytes 500-999/1000"),
      .unusable("another range than the one asked for")
    ),
    (known, question(400), head(206, "ETag: \"a\""), .unusable("a partial answer without one Content-Range")),
    (
      known, question(400), head(206, "ETag: \"a\"", "Content-Type: multipart/byteranges; boundary=x"),
      .unusable("a partial answer without one Content-Range")
    ),
    (
      known, question(400),
      head(206, "ETag: \"a\"", "Content-Range: bytes 400-999/1000", "Content-Encoding: gzip"),
      .unusable("a range of an encoded answer")
    ),
    // 200 to If-Range and to a plain Range
    (known, question(400), head(200, "ETag: \"b\"", "Content-Length: 1000"), .changedWhole),
    (known, question(400), head(200, "ETag: \"a\"", "Content-Length: 1000"), .askPlain),
    (
      known, question(400, condition: false), head(200, "ETag: \"a\"", "Content-Length: 1000"), .whole(isSame: true)
    ),
    (known, question(400), head(200, "ETag: \"a\"", "Content-Length: 999"), .changedWhole),
    (weak, question(400, overlap: 64, condition: false), head(200, "Content-Length: 1000"), .whole(isSame: false)),
    // 416
    (known, question(1000), head(416, "ETag: \"a\"", "Content-Range: bytes */1000"), .complete),
    (known, question(1000), head(416, "ETag: \"b\"", "Content-Range: bytes */1000"), .changed),
    (known, question(1000), head(416, "ETag: \"a\"", "Content-Range: bytes */900"), .changed),
    (known, question(1000), head(416, "Content-Range: bytes */1000"), .askOverlap),
    (known, question(1000), head(416), .changed),
    // Weak or no validators
    (weak, question(400), head(206, "ETag: W/\"a\"", "Content-Range: bytes 400-999/1000"), .askOverlap),
    (
      weak, question(336, overlap: 64), head(206, "ETag: W/\"a\"", "Content-Range: bytes 336-999/1000"),
      .compare(first: 336, end: 1000, total: 1000)
    ),
    (known, question(400), head(206, "Content-Range: bytes 400-999/1000"), .askOverlap),
    // New tag, same date and length
    (
      dated, question(400),
      head(206, "ETag: \"b\"", "Last-Modified: \(EntityTests.day)", "Content-Range: bytes 400-999/1000"),
      .askOverlap
    ),
    (
      dated, question(400), head(200, "ETag: \"b\"", "Last-Modified: \(EntityTests.day)", "Content-Length: 1000"),
      .askPlain
    ),
  ]

  @Test(arguments: cases.indices) func followsTheTable(row: Int) {
    let (entity, question, head, expected) = RangeAnswerTests.cases[row]
    #expect(RangeAnswer(to: question, of: entity, head: head, now: EntityTests.dayStamp) == expected)
  }
}
