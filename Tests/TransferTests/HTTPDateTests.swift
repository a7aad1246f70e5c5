import Testing
import Transfer

@Suite struct HTTPDateTests {
  @Test(
    "The three forms mean the same moment",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "sun, 6 nov 1994 08:49:37 gmt",
    ])
  func forms(text: String) {
    #expect(HTTPDate.seconds(text) == 784_111_777)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ] as [(String, Int64)])
  func moments(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(
    "A year of two digits lies at most 50 years ahead",
    arguments: [
      // 2026-11-30 00:00:00
      ("Sunday, 06-Nov-94 08:49:37 GMT", 1_796_000_400, 784_111_777),
      ("Monday, 30-Nov-76 00:00:00 GMT", 1_795_996_800, 3_373_920_000),
      ("Tuesday, 01-Dec-76 00:00:00 GMT", 1_795_996_800, 218_246_400),
      ("Saturday, 01-Jan-05 00:00:00 GMT", 946_684_799, 1_104_537_600),
    ] as [(String, Int64, Int64)])
  func shortYears(text: String, now: Int64, seconds: Int64) {
    #expect(HTTPDate.seconds(text, now: now) == seconds)
  }

  @Test(arguments: [("Thursday, 01-Jan-70 00:00:00 GMT", 0), ("Tuesday, 01-Jan-69 00:00:00 GMT", 3_124_224_000)])
  func shortYearsWithoutNow(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(
    "Impossible or other dates are refused",
    arguments: [
      "", " ", "0", "-1", "784111777", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37",
      "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37 GMT GMT", "06 Nov 1994 08:49:37 GMT",
      "Sun, 30 Feb 2020 00:00:00 GMT", "Sun, 29 Feb 2019 00:00:00 GMT", "Sun, 29 Feb 1900 00:00:00 GMT",
      "Sun, 31 Apr 2020 00:00:00 GMT", "Sun, 00 Jan 2020 00:00:00 GMT", "Sun, 32 Jan 2020 00:00:00 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 199 08:49:37 GMT",
      "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT", "Sun, 0a Nov 1994 08:49:37 GMT",
      "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 99999999999999999999",
      "Sun, 06 Nov 1994 08:49:37 GMT                                              ", "Sun, 06 Nov 1994 +8:49:37 GMT",
    ])
  func refused(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test("Every day of four centuries has its own number, in order")
  func calendar() throws {
    var next = try #require(CivilDate(year: 1900, month: 1, day: 1)).days
    for year in Int64(1900)..<2300 {
      for month in Int64(1)...12 {
        for day in Int64(1)...31 {
          guard let date = CivilDate(year: year, month: month, day: day) else { continue }
          try #require(date.days == next)
          try #require(CivilDate(days: next) == date)
          next += 1
        }
      }
    }
    #expect(next - (try #require(CivilDate(year: 1900, month: 1, day: 1))).days == 146_097)
  }

  @Test(
    arguments: [
      (-719_528, 0, 1, 1), (-719_469, 0, 2, 29), (-719_468, 0, 3, 1), (2_932_896, 9999, 12, 31), (0, 1970, 1, 1),
    ] as [(Int64, Int64, Int64, Int64)])
  func calendarEnds(days: Int64, year: Int64, month: Int64, day: Int64) {
    #expect(CivilDate(days: days) == CivilDate(year: year, month: month, day: day))
    #expect(CivilDate(days: days)?.days == days)
  }

  @Test(arguments: [-719_529, 2_932_897, Int64.min, Int64.max])
  func calendarBeyond(days: Int64) {
    #expect(CivilDate(days: days) == nil)
  }
}
