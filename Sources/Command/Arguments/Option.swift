/// One option of a command: the parser, the help and the suggestions are all made from it.
struct Option: Sendable {
  enum Section: String, CaseIterable, Sendable {
    case place = "What and where"
    case request = "The request"
    case pace = "How fast and how long"
    case existing = "When something is there already"
    case output = "What it says"
  }

  let section: Section
  /// Without its dashes.
  let name: String
  let short: Character?
  /// What its value is called in the help; nil for one that takes none.
  let value: String?
  let help: String
  /// The part of a value, in bytes, that nobody else may see.
  let secret: @Sendable (String) -> [Range<Int>]
  /// - Throws: `UsageError` when the value can't be used.
  let apply: @Sendable (_ value: String, inout GetCommand) throws -> Void

  init(
    _ section: Section, _ name: String, _ short: Character? = nil, _ value: String? = nil, _ help: String,
    secret: @escaping @Sendable (String) -> [Range<Int>] = { _ in [] },
    apply: @escaping @Sendable (String, inout GetCommand) throws -> Void
  ) {
    self.section = section
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.secret = secret
    self.apply = apply
  }
}
