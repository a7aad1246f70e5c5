import Testing
import Transfer

@Suite struct ContentRangeTests {
  @Test(
    "A range is half open, and the total may be unknown",
    arguments: [
      ("bytes 0-0/1", 0..<1, 1), ("bytes 0-499/1234", 0..<500, 1234), ("bytes 42-1233/*", 42..<1234, nil),
      ("BYTES 1-2/3", 1..<3, 3), ("  bytes  1-2/3\t", 1..<3, 3), ("bytes 007-008/0009", 7..<9, 9),
      ("bytes 0-9223372036854775806/9223372036854775807", 0..<Int64.max, Int64.max),
      ("bytes 9223372036854775806-9223372036854775806/*", Int64.max - 1..<Int64.max, nil),
    ] as [(String, Range<Int64>, Int64?)])
  func range(value: String, range: Range<Int64>, total: Int64?) {
    #expect(ContentRange(value) == .range(range, total: total))
  }

  @Test(arguments: [("bytes */0", 0), ("bytes */1234", 1234), ("Bytes */9223372036854775807", Int64.max)])
  func unsatisfied(value: String, total: Int64) {
    #expect(ContentRange(value) == .unsatisfied(total: total))
  }

  @Test(
    "What can't be is refused",
    arguments: [
      "", " ", "bytes", "bytes ", "bytes */*", "bytes 0-0", "bytes 0-0/", "bytes /5", "bytes 0/5", "bytes -5/10",
      "bytes 5-/10", "bytes 5-4/10", "bytes 0-10/10", "bytes 0-0/0", "bytes 10-10/10", "bytes 0-4/10/10",
      "bytes 0-1-2/10", "bytes 0-4,6-7/10", "bytes 0-4/10, bytes 5-9/10", "bytes=0-4/10", "bytes: 0-4/10",
      "items 0-4/10", "bytesx 0-4/10", "0-4/10", "bytes +0-4/10", "bytes 0-+4/10", "bytes 0--4/10", "bytes 0x0-4/10",
      "bytes 0 - 4/10", "bytes 0-4 / 10", "bytes 0-4/1e3", "bytes ٠-٤/١٠", "bytes */-1", "bytes */ 5",
      "bytes\u{301} 0-4/10",
      "bytes 0-9223372036854775807/*", "bytes 0-9223372036854775808/*", "bytes 9223372036854775808-1/*",
      "bytes 0-4/9223372036854775808", "bytes */18446744073709551616",
      "bytes 0-99999999999999999999999999999999999999/*",
    ])
  func malformed(value: String) {
    #expect(ContentRange(value) == nil)
  }
}
