import Testing

@testable import Command

@Suite struct FormatTests {
  @Test(
    arguments: [
      (0, "0 B"), (1, "1 B"), (1023, "1023 B"), (1024, "1.00 KiB"), (1536, "1.50 KiB"), (10_239, "10.0 KiB"),
      (102_400, "100 KiB"), (1_047_552, "1023 KiB"), (1_048_064, "1.00 MiB"), (1_048_576, "1.00 MiB"),
      (2_147_483_648, "2.00 GiB"), (.max, "8.00 EiB"), (-5, "0 B"),
    ] as [(Int64, String)])
  func `bytes have three digits and a binary unit`(count: Int64, text: String) {
    #expect(Format.bytes(count) == text)
  }

  @Test(
    arguments: [
      (0, 1_048_576, "0.00/1.00 MiB"), (524_288, 1_048_576, "0.50/1.00 MiB"), (5, 100, "5/100 B"),
      (2_147_483_648, 2_147_483_648, "2.00/2.00 GiB"), (0, 0, "0/0 B"),
    ] as [(Int64, Int64, String)])
  func `a part is in the unit of the whole`(received: Int64, total: Int64, text: String) {
    #expect(Format.bytes(received, of: total) == text)
  }

  @Test(
    arguments: [
      (0, 100, 0), (999, 1000, 99), (1000, 1000, 100), (2000, 1000, 100), (0, 0, 100), (-1, 10, 0),
      (Int64.max - 1, Int64.max, 99),
    ] as [(Int64, Int64, Int)])
  func `100 percent is everything`(received: Int64, total: Int64, percent: Int) {
    #expect(Format.percent(received, of: total) == percent)
  }

  @Test(
    arguments: [
      (0, "0:00"), (5, "0:05"), (65, "1:05"), (3600, "1:00:00"), (3_723, "1:02:03"), (97_200, "1d 03h"), (-3, "0:00"),
    ] as [(Int, String)])
  func `a clock`(seconds: Int, text: String) {
    #expect(Format.clock(.seconds(seconds)) == text)
  }

  @Test(arguments: [
    (0.04, "0.0 s"), (3.21, "3.2 s"), (59.94, "59.9 s"), (59.96, "1 min 0 s"), (125.4, "2 min 5 s"),
    (3720, "1 h 2 min"),
  ])
  func `a duration`(seconds: Double, text: String) {
    #expect(Format.duration(.seconds(seconds)) == text)
  }

  @Test(
    arguments: [
      (1.005, 1, "1.0"), (0.05, 1, "0.1"), (12.3456, 3, "12.346"), (-0.5, 1, "-0.5"), (1e300, 2, "0"), (.nan, 0, "0"),
      (2.0, 3, "2.000"),
    ] as [(Double, Int, String)])
  func `decimals`(value: Double, digits: Int, text: String) {
    #expect(Format.decimal(value, digits) == text)
  }
}
