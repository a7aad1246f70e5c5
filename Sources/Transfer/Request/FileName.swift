/// Names in the user's folder. All are one path component of at most 255 bytes of UTF-8.
package enum FileName {
  private static let limit = 255
  private static let partialSuffix = ".sluice"
  private static let recordSuffix = ".sluice.plist"
  private static let quarantineSuffix = ".sluice.bad"
  private static let ownSuffixes = [partialSuffix, recordSuffix, quarantineSuffix, partialSuffix + ".new"]

  /// What of a name from outside can be used; nil when that is nothing.
  ///
  /// Its last component, without control and bidirectional characters, leading dots, dashes and blanks, and blanks at
  /// the end. A name that ends as our own files do gets a `_`, so that no origin can plant a record.
  package static func safe(_ raw: String) -> String? {
    if isPlain(raw) { return raw }
    let last = raw.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last
    let kept = (last ?? raw.unicodeScalars[...]).filter { !isRefused($0) }
    let head = kept.drop { $0 == "." || $0 == "-" || $0.properties.isWhitespace }
    guard let end = head.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
    let name = fitting(String(head[...end]), suffix: "")
    // By bytes: to `hasSuffix` a dot may be the second half of a character.
    guard ownSuffixes.contains(where: { name.utf8.suffix($0.utf8.count).map(\.lowercasedASCII) == Array($0.utf8) })
    else {
      return name
    }
    return fitting(name, suffix: "_")
  }

  /// The common case, told at a glance: letters, digits and harmless signs of ASCII, too short to need a cut.
  private static func isPlain(_ raw: String) -> Bool {
    guard 1...limit ~= raw.utf8.count, raw.utf8.first != UInt8(ascii: "."), raw.utf8.first != UInt8(ascii: "-") else {
      return false
    }
    var dots = 0
    for byte in raw.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        break
      case UInt8(ascii: "."): dots += 1
      default: return false
      }
    }
    // Ours end in a dot and a word that begins so; those go the long way.
    return dots < 2 && !raw.utf8.suffix(7).map(\.lowercasedASCII).elementsEqual(partialSuffix.utf8)
  }

  /// The name that a URL's path ends in: percent-decoded once, then made safe. Nil when the path ends in a slash.
  package static func fromURL(path: String) -> String? {
    let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return safe(String(fieldBytes: PercentEncoding.decode(last).bytes))
  }

  /// `a.tar.gz` as `a.1.tar.gz`.
  package static func numbered(_ name: String, _ number: Int) -> String { fitting(name, infix: ".\(number)") }

  /// Where the bytes lie until they are whole.
  package static func partial(_ name: String) -> String { beside(name, partialSuffix) }

  /// Where the partial's resume data lies.
  package static func record(_ name: String) -> String { beside(name, recordSuffix) }

  /// Where a file goes that fails its checksum.
  package static func quarantine(_ name: String) -> String { beside(name, quarantineSuffix) }

  /// A name too long for the longest suffix is cut, the same for each, and its hash tells it from others that begin alike.
  private static func beside(_ name: String, _ suffix: String) -> String {
    let room = limit - recordSuffix.utf8.count
    guard name.utf8.count > room else { return name + suffix }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    let end = "~" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    return cut(name[...], to: room - end.utf8.count) + end + suffix
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true  // controls
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // direction
    case 0x2028...0x2029, 0xFEFF: true  // line and paragraph breaks, byte order mark
    default: false
    }
  }

  /// The name with `infix` before its extension and `suffix` at its end, its stem cut so that all fits.
  private static func fitting(_ name: String, infix: String = "", suffix: String = "") -> String {
    let dot = extensionStart(name)
    let end = infix + name[dot...] + suffix
    return cut(name[..<dot], to: limit - end.utf8.count) + end
  }

  /// Where the extension's dot is, both parts of the likes of `.tar.gz` counted in; the end where there is none.
  private static func extensionStart(_ name: String) -> String.Index {
    guard let dot = name.lastIndex(of: "."), name[..<dot].contains(where: { $0 != "." }) else { return name.endIndex }
    let last = name[dot...]
    // Longer than any real one, or nothing behind the dot.
    guard 2...32 ~= last.utf8.count else { return name.endIndex }
    let packed = [".gz", ".bz2", ".xz", ".zst", ".lz", ".lz4", ".Z", ".br"]
    guard let tar = name.index(dot, offsetBy: -4, limitedBy: name.startIndex), tar > name.startIndex,
      name[tar..<dot].isSameWord(".tar"), packed.contains(where: { last.isSameWord($0) })
    else { return dot }
    return tar
  }

  /// At most so many bytes, no character cut in two; a single character longer than that is. No blank before the cut.
  private static func cut(_ text: Substring, to limit: Int) -> String {
    guard text.utf8.count > limit else { return String(text) }
    var room = limit
    var kept = text.prefix {
      room -= $0.utf8.count
      return room >= 0
    }
    if kept.isEmpty {
      room = limit
      kept = Substring(
        text.unicodeScalars.prefix {
          room -= UTF8.width($0)
          return room >= 0
        })
    }
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return String(kept)
  }
}
