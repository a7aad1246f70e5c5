/// Numbers as people write them on a command line.
enum Number {
  static func whole(_ text: String, _ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard isDigits(text), let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }

  /// More is taken for a mistake; it is also what means "no limit" where a limit must be.
  static let mostSeconds = 1_000_000

  /// Seconds with or without a fraction; nil for 0, which stands for no limit.
  static func seconds(_ text: String, _ option: String) throws(UsageError) -> Duration? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= 20, parts.allSatisfy({ isDigits($0) }), let number = Double(text),
      number <= Double(mostSeconds)
    else {
      throw UsageError("\(option) takes seconds, such as 30 or 0.5, at most \(mostSeconds), not \"\(text)\"")
    }
    guard number > 0 else { return nil }
    return .milliseconds(max(1, Int64((number * 1000).rounded())))
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
