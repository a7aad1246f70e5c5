/// What on a command line is nobody else's business, as ranges of bytes.
enum Secrets {
  /// All that follows the colon.
  static let inUser: @Sendable (String) -> [Range<Int>] = { afterColon($0) }

  /// The value, unless the field is known to carry none.
  static let inHeader: @Sendable (String) -> [Range<Int>] = { text in
    let name = text.prefix { $0 != ":" }.lowercased()
    return harmless.contains(name) ? [] : afterColon(text)
  }

  private static let harmless = [
    "accept", "accept-charset", "accept-language", "cache-control", "dnt", "host", "origin", "pragma", "user-agent",
  ]

  /// Userinfo, and query values whose keys speak of signatures, tokens or passwords.
  static func inURL(_ url: String) -> [Range<Int>] {
    let bytes = Array(url.utf8)
    var secrets: [Range<Int>] = []
    let query = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    if let start = authority(bytes) {
      let path = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      let end = min(path, max(start, query), max(start, fragment))
      if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start { secrets.append(start..<at) }
    }
    guard query < fragment else { return secrets }
    for pair in bytes[(query + 1)..<fragment].split(separator: UInt8(ascii: "&")) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else { continue }
      let key = String(decoding: pair[..<equals], as: UTF8.self).lowercased()
      if isTelling(key) { secrets.append(equals + 1..<pair.endIndex) }
    }
    return secrets
  }

  private static func isTelling(_ key: String) -> Bool {
    ["key", "jwt", "hmac", "policy", "pwd", "pass", "sas"].contains(key)
      || ["sig", "token", "auth", "secret", "passw", "credential", "apikey", "api_key", "api-key", "hdnts", "hdnea"]
        .contains { key.contains($0) }
  }

  /// The first byte behind `//`.
  private static func authority(_ bytes: [UInt8]) -> Int? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 2 < bytes.count,
      bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
    else {
      // `user:password@host/file`, as some write it.
      return bytes.isEmpty ? nil : 0
    }
    return colon + 3
  }

  private static func afterColon(_ text: String) -> [Range<Int>] {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [] }
    let start = text.utf8.distance(from: text.startIndex, to: colon) + 1
    return start < text.utf8.count ? [start..<text.utf8.count] : []
  }
}
