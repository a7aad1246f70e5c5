import Testing

@testable import Command

@Suite struct HelpTests {
  @Test func `every option is in the help, once`() {
    for option in GetOptions.all {
      let heads = Help.get.split(separator: "\n").filter { line in
        line.hasPrefix("  ") && line.contains("--\(option.name) ") && line.drop { $0 == " " }.hasPrefix("-")
      }
      #expect(heads.count == 1, "--\(option.name)")
    }
  }

  @Test func `no two options share a name`() {
    #expect(Set(GetOptions.all.map(\.name)).count == GetOptions.all.count)
    let shorts = GetOptions.all.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
  }

  @Test func `no line is wider than 90 columns or ends in a blank`() {
    for line in (Help.get + Help.general).split(separator: "\n") {
      #expect(line.count <= 90, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test func `the help looks like this`() {
    #expect(Help.get == HelpTests.snapshot)
  }
}
