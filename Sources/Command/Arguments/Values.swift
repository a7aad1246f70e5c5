import Transfer

/// A value that is one of a few words.
enum Choice {
  static func pick<Value>(
    _ text: String, _ option: String, _ choices: KeyValuePairs<String, Value>
  ) throws(UsageError) -> Value {
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    let names = choices.map(\.key)
    let meant = Suggestion.nearest(to: text, among: names).map { "; did you mean \($0)?" } ?? ""
    throw UsageError("\(option) takes \(names.joined(separator: ", ")), not \"\(text)\"\(meant)")
  }
}

/// `ALG=HEX`.
enum ChecksumArgument {
  private static let algorithms: KeyValuePairs<String, Checksum.Algorithm> = [
    "sha-256": .sha256, "sha256": .sha256, "sha-512": .sha512, "sha512": .sha512, "sha-1": .sha1, "sha1": .sha1,
    "md5": .md5,
  ]

  static func parse(_ text: String) throws(UsageError) -> Checksum {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count == 2 else {
      throw UsageError("--checksum takes ALG=HEX, such as sha-256=9f86…, not \"\(text)\"")
    }
    let word = name.lowercased()
    guard let algorithm = algorithms.first(where: { $0.key == word })?.value else {
      let known = Checksum.Algorithm.allCases.map(\.rawValue)
      let meant = Suggestion.nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
      throw UsageError("--checksum knows \(known.joined(separator: ", ")), not \"\(name)\"\(meant)")
    }
    guard let checksum = Checksum(algorithm: algorithm, hex: String(parts[1])) else {
      throw UsageError(
        "--checksum: a \(algorithm.rawValue) has \(algorithm.length * 2) hexadecimal digits, unlike \"\(parts[1])\"")
    }
    return checksum
  }
}

/// `NAME: VALUE`. Messages leave the value out: it may be a secret.
enum HeaderArgument {
  /// They are how a download is asked for and put together; others' values would make a wrong file.
  private static let ours = [
    "accept-encoding", "connection", "content-length", "if-range", "range", "te", "transfer-encoding", "upgrade",
  ]

  static func parse(_ text: String) throws(UsageError) -> HeaderField {
    guard let colon = text.firstIndex(of: ":") else { throw UsageError("--header takes 'Name: value', with a colon") }
    let name = String(text[..<colon])
    guard isToken(name) else {
      throw UsageError("--header: a field's name is letters, digits and hyphens, unlike the one before the colon")
    }
    guard !ours.contains(name.lowercased()) else {
      throw UsageError("--header: \(name) is for sluice itself to set")
    }
    let value = try checkedValue(String(text[text.index(after: colon)...]), "--header: \(name)")
    return HeaderField(name: name, value: value)
  }

  /// - Returns: the value without blanks around it.
  static func checkedValue(_ text: String, _ option: String) throws(UsageError) -> String {
    guard !text.unicodeScalars.contains(where: { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F }) else {
      throw UsageError("\(option): line ends and control characters can't be sent in a header field")
    }
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = text.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
    return String(start[..<end])
  }

  /// RFC 9110 §5.6.2.
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
        }
      }
  }
}

/// `USER` or `USER:PASSWORD`.
enum UserArgument {
  static func apply(_ text: String, _ command: inout GetCommand) throws(UsageError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let user = parts.first, !user.isEmpty else { throw UsageError("--user needs a name: USER or USER:PASSWORD") }
    command.user = String(user)
    command.options.credential = parts.count == 2 ? .init(user: String(user), password: String(parts[1])) : nil
  }
}

/// The value of `--output`.
enum Name {
  static func output(_ text: String) throws(UsageError) -> String {
    guard let last = text.split(separator: "/", omittingEmptySubsequences: false).last, !last.isEmpty else {
      let advice = text.isEmpty ? "--output needs a name" : "--output: \"\(text)\" names a folder; that is --dir's part"
      throw UsageError(advice)
    }
    guard last != ".", last != ".." else {
      throw UsageError("--output: \"\(text)\" names a folder; that is --dir's part")
    }
    return text
  }
}
