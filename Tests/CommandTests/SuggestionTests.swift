import Testing

@testable import Command

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("jobs", "jobs", 0), ("jbos", "jobs", 1), ("job", "jobs", 1),
    ("outptu", "output", 1), ("kitten", "sitting", 3),
  ])
  func `the distance counts slips`(from: String, to: String, distance: Int) {
    #expect(Suggestion.distance(from, to) == distance)
    #expect(Suggestion.distance(to, from) == distance)
  }

  @Test(
    arguments: [
      ("ouput", "output"), ("verbos", "verbose"), ("restrat", "restart"), ("connections-per", "connections-per-host"),
      ("zzzzzz", nil), ("q", nil),
    ] as [(String, String?)])
  func `only what is near is suggested`(word: String, meant: String?) {
    #expect(Suggestion.nearest(to: word, among: GetOptions.all.map(\.name)) == meant)
  }
}
