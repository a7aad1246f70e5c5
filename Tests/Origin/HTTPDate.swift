import Glibc

/// IMF-fixdate (RFC 9110 §5.6.7).
package enum HTTPDate {
  /// So many seconds from now.
  package static func now(_ offset: Int = 0) -> String {
    var moment = time(nil) + offset
    var parts = tm()
    gmtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
