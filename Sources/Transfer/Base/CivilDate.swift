/// A day of the Gregorian calendar, run backwards before its start.
package struct CivilDate: Hashable, Sendable {
  package let year: Int64
  /// 1 to 12.
  package let month: Int64
  /// 1 to 31.
  package let day: Int64

  /// Nil for a day that the calendar hasn't, and outside the years 0 to 9999.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard 0...9999 ~= year, 1...12 ~= month, 1...CivilDate.length(month, year) ~= day else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// - Parameter days: since 1970-01-01; nil where that is outside the years 0 to 9999.
  package init?(days: Int64) {
    // -719528 is 0000-01-01 and 2932896 is 9999-12-31.
    guard -719_528...2_932_896 ~= days else { return nil }
    // Years that start in March put the leap day last; an era is 400 of them.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  package var days: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func length(_ month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
