import Glibc

/// Amounts as people read them.
enum Format {
  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  /// Three digits that count: `512 B`, `1.25 MiB`, `20.0 GiB`.
  static func bytes(_ count: Int64) -> String { bytes(Double(max(0, count))) }

  static func rate(_ bytesPerSecond: Double) -> String { bytes(max(0, bytesPerSecond)) + "/s" }

  private static func bytes(_ count: Double) -> String {
    var value = count.isFinite ? count : 0
    var unit = 0
    // What would round to 1024 is 1 of the next.
    while value >= (unit == 0 ? 1024 : 1023.5), unit < units.count - 1 {
      value /= 1024
      unit += 1
    }
    let digits = unit == 0 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    return "\(decimal(value, digits)) \(units[unit])"
  }

  /// `received` of `total` in the total's unit: `1.25/2.00 GiB`.
  static func bytes(_ received: Int64, of total: Int64) -> String {
    let whole = bytes(total)
    guard let space = whole.lastIndex(of: " ") else { return whole }
    let unit = units.firstIndex(of: String(whole[whole.index(after: space)...])) ?? 0
    let digits = whole[..<space].split(separator: ".").dropFirst().first?.count ?? 0
    let value = Double(max(0, received)) / exp2(Double(10 * unit))
    return "\(decimal(value, digits))/\(whole)"
  }

  /// Whole percents, rounded down: 100 is everything.
  static func percent(_ received: Int64, of total: Int64) -> Int {
    guard total > 0 else { return 100 }
    guard received < total else { return 100 }
    return min(99, max(0, Int(Double(received) / Double(total) * 100)))
  }

  /// As a clock shows it: `0:42`, `1:02:03`, `2d 03h`.
  static func clock(_ time: Duration) -> String {
    let seconds = max(0, time.components.seconds)
    let (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60)
    if days > 0 { return "\(days)d \(padded(hours))h" }
    if hours > 0 { return "\(hours):\(padded(minutes)):\(padded(seconds % 60))" }
    return "\(minutes):\(padded(seconds % 60))"
  }

  /// As a sentence has it: `3.2 s`, `2 min 5 s`, `1 h 2 min`.
  static func duration(_ time: Duration) -> String {
    let seconds = max(0, time / .seconds(1))
    if seconds < 59.95 { return decimal(seconds, 1) + " s" }
    let whole = Int64(seconds.rounded())
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  /// With this many digits, 3 at most, behind the point.
  static func decimal(_ value: Double, _ digits: Int) -> String {
    let scale = [1.0, 10, 100, 1000][min(3, max(0, digits))]
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    let scaled = Int64((value * scale).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = String(scaled.magnitude % UInt64(scale))
    let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
    return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt64(scale)).\(zeros)\(fraction)"
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
