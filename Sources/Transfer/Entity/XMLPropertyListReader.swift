/// Reads the XML form: the few elements that property lists have, no declarations of one's own, no entities but XML's five.
struct XMLPropertyListReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
  }

  mutating func read() throws(PropertyListError) -> PropertyList {
    let hasMarkup = rest.contains(UInt8(ascii: "<"))
    try skipMiscellany()
    guard !rest.isEmpty || !hasMarkup else { throw .malformed }
    guard rest.first == UInt8(ascii: "<") else { throw .notPropertyList }
    let root = try openTag()
    guard root.name == "plist" else { throw .notPropertyList }
    guard !root.isEmpty else { throw .malformed }
    try skipMiscellany()
    let value = try element(openTag(), depth: 0)
    try skipMiscellany()
    try closeTag("plist")
    try skipMiscellany()
    guard rest.isEmpty else { throw .malformed }
    return value
  }

  private typealias Tag = (name: String, isEmpty: Bool)

  private mutating func element(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
    guard depth < PropertyList.maximumDepth else { throw .tooDeep }
    switch tag.name {
    case "dict": return try dictionary(tag, depth: depth)
    case "array":
      var values: [PropertyList] = []
      while let child = try nextChild(of: tag) { values.append(try element(child, depth: depth + 1)) }
      return .array(values)
    case "string": return .string(try text(tag))
    case "integer":
      guard let value = XMLPropertyListReader.integer(try text(tag)) else { throw .malformed }
      return value
    case "real":
      guard let value = Double(try text(tag).withoutSpace) else { throw .malformed }
      return .real(value)
    case "true", "false":
      guard try text(tag).isEmpty else { throw .malformed }
      return .boolean(tag.name == "true")
    case "data":
      guard let bytes = Base64.decode(Array(try text(tag).utf8)) else { throw .malformed }
      return .data(bytes)
    case "date":
      guard let value = XMLPropertyListReader.date(try text(tag)) else { throw .malformed }
      return .date(value)
    default: throw .malformed
    }
  }

  /// A dictionary of `CF$UID` alone is how XML writes a keyed archive's reference.
  private mutating func dictionary(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
    var values: [String: PropertyList] = [:]
    while let key = try nextChild(of: tag) {
      guard key.name == "key" else { throw .malformed }
      let name = try text(key)
      guard let child = try nextChild(of: tag) else { throw .malformed }
      values[name] = try element(child, depth: depth + 1)
    }
    if values.count == 1, let number = values["CF$UID"]?.integer, let uid = UInt64(exactly: number) { return .uid(uid) }
    return .dictionary(values)
  }

  /// The next element's tag; nil once the container is closed.
  private mutating func nextChild(of container: Tag) throws(PropertyListError) -> Tag? {
    if container.isEmpty { return nil }
    try skipMiscellany()
    if rest.starts(with: Array("</".utf8)) {
      try closeTag(container.name)
      return nil
    }
    return try openTag()
  }

  private mutating func openTag() throws(PropertyListError) -> Tag {
    guard rest.popFirst() == UInt8(ascii: "<") else { throw .malformed }
    let name = rest.prefix { !$0.isXMLSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
    rest = rest.dropFirst(name.count)
    var quote: UInt8?
    var last: UInt8 = 0
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return (String(decoding: name, as: UTF8.self), last == UInt8(ascii: "/"))
      }
      last = byte
    }
    throw .malformed
  }

  private mutating func closeTag(_ name: String) throws(PropertyListError) {
    guard take("</"), take(name) else { throw .malformed }
    rest = rest.drop(while: \.isXMLSpace)
    guard take(">") else { throw .malformed }
  }

  /// What an element holds when it holds text alone, up to and with its closing tag.
  private mutating func text(_ tag: Tag) throws(PropertyListError) -> String {
    guard !tag.isEmpty else { return "" }
    var bytes: [UInt8] = []
    while let byte = rest.first {
      if byte == UInt8(ascii: "&") {
        bytes.append(contentsOf: try reference().utf8)
      } else if byte != UInt8(ascii: "<") {
        bytes.append(byte)
        rest = rest.dropFirst()
      } else if take("<![CDATA[") {
        bytes.append(contentsOf: try skip(past: "]]>"))
      } else if take("<!--") {
        _ = try skip(past: "-->")
      } else {
        try closeTag(tag.name)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        return text
      }
    }
    throw .malformed
  }

  /// `&amp;`, `&#65;` or `&#x41;`.
  private mutating func reference() throws(PropertyListError) -> String {
    let body = rest.dropFirst().prefix(12).prefix { $0 != UInt8(ascii: ";") }
    rest = rest.dropFirst(1 + body.count)
    guard take(";") else { throw .malformed }
    let name = String(decoding: body, as: UTF8.self)
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { throw .malformed }
      let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
      guard let number, let scalar = Unicode.Scalar(number) else { throw .malformed }
      return String(Character(scalar))
    }
  }

  /// White space, comments, processing instructions and the document type, which may not declare anything.
  private mutating func skipMiscellany() throws(PropertyListError) {
    while true {
      rest = rest.drop(while: \.isXMLSpace)
      if take("<?") {
        _ = try skip(past: "?>")
      } else if take("<!--") {
        _ = try skip(past: "-->")
      } else if take("<!DOCTYPE") {
        guard try !skip(past: ">").contains(UInt8(ascii: "[")) else { throw .malformed }
      } else {
        return
      }
    }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// What comes before `end`.
  private mutating func skip(past end: String) throws(PropertyListError) -> ArraySlice<UInt8> {
    let all = rest
    while !rest.isEmpty {
      let here = rest.startIndex
      if take(end) { return all[..<here] }
      rest = rest.dropFirst()
    }
    throw .malformed
  }

  /// Decimal or `0x…`, with a sign or without. Numbers above `Int64.max` are taken as reals.
  private static func integer(_ text: String) -> PropertyList? {
    let text = text.withoutSpace
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    guard let magnitude = isHex ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits), digits.first != "+" else {
      return nil
    }
    if isNegative {
      guard magnitude <= Int64.min.magnitude else { return nil }
      return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return Int64(exactly: magnitude).map { .integer($0) } ?? .real(Double(magnitude))
  }

  /// `2015-04-20T08:05:49Z` as seconds since 2001.
  private static func date(_ text: String) -> Double? {
    let parts = text.withoutSpace.split(omittingEmptySubsequences: false) { "-T:Z".contains($0) }
    guard parts.count == 7, parts[6].isEmpty else { return nil }
    let numbers = parts.prefix(6).compactMap { Int64(digits: $0) }
    guard numbers.count == 6, let day = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]),
      numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60
    else { return nil }
    let seconds = day.days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    return Double(seconds - PropertyList.epoch)
  }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { isBlank || self == 0x0A || self == 0x0D }
}

extension String {
  fileprivate var withoutSpace: Substring {
    let start = utf8.firstIndex { !$0.isXMLSpace } ?? endIndex
    let end = utf8.lastIndex { !$0.isXMLSpace }.map(utf8.index(after:)) ?? start
    return self[start..<end]
  }
}
