/// A command line taken apart, the way getopt_long does.
enum Words {
  struct Parsed: Sendable {
    enum Kind: Sendable {
      case option(Option)
      case operand
    }
    let kind: Kind
    /// The option's value, or the operand.
    let text: String
    /// Where `text` is: in which argument, and from which byte of it on.
    let argument: Int
    let offset: Int

    /// What nobody else may see of it, in bytes of the argument.
    var secrets: [Range<Int>] {
      let ranges =
        switch kind {
        case .option(let option): option.secret(text)
        case .operand: Secrets.inURL(text)
        }
      return ranges.map { $0.lowerBound + offset..<$0.upperBound + offset }
    }
  }

  /// - Throws: `UsageError` that names the word and the one probably meant.
  static func parse(_ arguments: ArraySlice<String>, _ options: [Option]) throws(UsageError) -> [Parsed] {
    var parsed: [Parsed] = []
    var index = arguments.startIndex
    var endsOptions = false
    /// The argument after this one, as a value.
    func next(_ option: Option, _ word: String) throws(UsageError) -> Parsed {
      index += 1
      guard index < arguments.endIndex else { throw UsageError("\(word) needs a value: \(option.value ?? "")") }
      return Parsed(kind: .option(option), text: arguments[index], argument: index, offset: 0)
    }
    while index < arguments.endIndex {
      let word = arguments[index]
      if endsOptions || word == "-" || !word.hasPrefix("-") {
        parsed.append(Parsed(kind: .operand, text: word, argument: index, offset: 0))
      } else if word == "--" {
        endsOptions = true
      } else if word.hasPrefix("--") {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].dropFirst(2))
        guard let option = options.first(where: { $0.name == name }) else { throw unknown(name, options) }
        if parts.count == 2 {
          guard option.value != nil else { throw UsageError("--\(name) takes no value") }
          let offset = parts[0].utf8.count + 1
          parsed.append(Parsed(kind: .option(option), text: String(parts[1]), argument: index, offset: offset))
        } else if option.value != nil {
          parsed.append(try next(option, word))
        } else {
          parsed.append(Parsed(kind: .option(option), text: "", argument: index, offset: 0))
        }
      } else {
        if let name = longName(word, options) {
          throw UsageError("\"-\(name)\" is several short options in one; did you mean --\(name)?")
        }
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
          guard let option = options.first(where: { $0.short == letter }) else {
            throw UsageError("there is no option -\(letter)")
          }
          guard option.value != nil else {
            parsed.append(Parsed(kind: .option(option), text: "", argument: index, offset: 0))
            continue
          }
          if rest.isEmpty {
            parsed.append(try next(option, "-\(letter)"))
          } else {
            let offset = word.utf8.count - rest.utf8.count
            parsed.append(Parsed(kind: .option(option), text: String(rest), argument: index, offset: offset))
          }
          break
        }
      }
      index += 1
    }
    return parsed
  }

  private static func unknown(_ name: String, _ options: [Option]) -> UsageError {
    let meant = Suggestion.nearest(to: name, among: options.map(\.name)).map { "; did you mean --\($0)?" } ?? ""
    return UsageError("there is no option --\(name)\(meant)")
  }

  /// `-jobs` and `-jobs=4` are a slip of the finger, not `-j obs`. A value behind it stays unsaid.
  private static func longName(_ word: String, _ options: [Option]) -> String? {
    let name = word.dropFirst().prefix { $0 != "=" }
    return name.count > 1 ? options.first { $0.name == name }?.name : nil
  }
}
