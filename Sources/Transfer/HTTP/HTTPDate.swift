/// Dates of HTTP fields (RFC 9110 §5.6.7): IMF-fixdate, RFC 850's, and asctime's.
package enum HTTPDate {
  /// Seconds since 1970 in UTC; nil for any other form and for a moment that the calendar hasn't. The name of the day
  /// needn't fit the date.
  ///
  /// - Parameter now: seconds since 1970. A year of two digits lies at most 50 years ahead of it; without it, from
  ///   1970 to 2069.
  package static func seconds(_ text: String, now: Int64? = nil) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    if let date = fixdate(text) { return date }
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard let weekday = words.first,
      weekdays.contains(where: { weekday.isSameWord($0) || weekday.isSameWord($0.prefix(3)) })
    else { return nil }
    switch words.count {
    case 6 where words[5].isSameWord("GMT") && text.contains(","):
      guard let time = timeOfDay(words[4]) else { return nil }
      switch words[3].utf8.count {
      case 4: return seconds(year: Int64(digits: words[3]), month: words[2], day: words[1], time: time)
      case 2:
        guard let short = Int64(digits: words[3]) else { return nil }
        return seconds(shortYear: short, month: words[2], day: words[1], time: time, now: now)
      default: return nil
      }
    case 5:
      guard let time = timeOfDay(words[3]), words[4].utf8.count == 4 else { return nil }
      return seconds(year: Int64(digits: words[4]), month: words[1], day: words[2], time: time)
    default: return nil
    }
  }

  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// IMF-fixdate, which nearly all send, by the places of its parts. Nil for all else, and for what has to be looked at.
  private static func fixdate(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 29, bytes[25...].elementsEqual(" GMT".utf8), bytes[3] == UInt8(ascii: ","),
        [4, 7, 11, 16].allSatisfy({ bytes[$0] == 0x20 }), bytes[19] == UInt8(ascii: ":"),
        bytes[22] == UInt8(ascii: ":"),
        weekdays.contains(where: { bytes[..<3].elementsEqual($0.utf8.prefix(3)) }),
        let month = months.firstIndex(where: { bytes[8..<11].elementsEqual($0.utf8) })
      else { return nil }
      func number(_ range: Range<Int>) -> Int64? {
        bytes[range].reduce(0) { value, byte in byte.isASCIIDigit ? value.map { $0 * 10 + Int64(byte - 0x30) } : nil }
      }
      guard let day = number(5..<7), let year = number(12..<16), let hour = number(17..<19),
        let minute = number(20..<22), let second = number(23..<25), hour < 24, minute < 60, second < 60,
        let date = CivilDate(year: year, month: Int64(month) + 1, day: day)
      else { return nil }
      return date.days * 86_400 + hour * 3600 + minute * 60 + second
    }
  }

  private static func seconds(year: Int64?, month: Substring, day: Substring, time: Int64) -> Int64? {
    guard let year, let index = months.firstIndex(where: { month.isSameWord($0) }), 1...2 ~= day.utf8.count,
      let day = Int64(digits: day), let date = CivilDate(year: year, month: Int64(index) + 1, day: day)
    else { return nil }
    return date.days * 86_400 + time
  }

  private static func seconds(
    shortYear: Int64, month: Substring, day: Substring, time: Int64, now: Int64?
  ) -> Int64? {
    guard let now, let today = CivilDate(days: now / 86_400) else {
      return seconds(year: shortYear + (shortYear < 70 ? 2000 : 1900), month: month, day: day, time: time)
    }
    let last = today.year + 50
    let year = last - (last - shortYear) % 100
    guard let value = seconds(year: year, month: month, day: day, time: time) else { return nil }
    guard year == last, let limit = CivilDate(year: last, month: today.month, day: min(today.day, 28)),
      value > (limit.days + today.day - min(today.day, 28)) * 86_400 + now % 86_400
    else { return value }
    return seconds(year: year - 100, month: month, day: day, time: time)
  }

  /// Seconds since midnight. A leap second counts as the first of the next minute.
  private static func timeOfDay(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }), let hours = Int64(digits: parts[0]),
      let minutes = Int64(digits: parts[1]), let seconds = Int64(digits: parts[2]), hours < 24, minutes < 60,
      seconds <= 60
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }
}
