import Testing
import Transfer

@Suite struct RetryAfterTests {
  private static let now: Int64 = 784_111_777

  @Test(
    arguments: [
      ("0", 0), ("120", 120), (" 7\t", 7), ("0007", 7), ("9223372036854775807", Int64.max),
      ("9223372036854775808", Int64.max),
      ("99999999999999999999999999", Int64.max), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
      ("Sun, 06 Nov 1994 08:49:36 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sunday, 06-Nov-94 08:49:38 GMT", 1),
      ("Sun Nov  6 08:49:39 1994", 2),
    ] as [(String, Int64)])
  func waits(value: String, seconds: Int64) {
    #expect(RetryAfter.seconds(value, now: RetryAfterTests.now) == seconds)
  }

  @Test(arguments: ["", " ", "-1", "+1", "1.5", "1s", "soon", "1 2", "0x10", "٣", "Sun, 31 Nov 1994 08:49:37 GMT"])
  func malformed(value: String) {
    #expect(RetryAfter.seconds(value, now: RetryAfterTests.now) == nil)
  }

  @Test("A clock that is far off doesn't trap", arguments: [Int64.min, Int64.max])
  func extremes(now: Int64) {
    let wait = RetryAfter.seconds("Sun, 06 Nov 1994 08:50:37 GMT", now: now)
    #expect(wait == (now == .min ? .max : 0))
    #expect(RetryAfter.seconds("Sunday, 06-Nov-94 08:49:38 GMT", now: now) != nil)
  }
}
