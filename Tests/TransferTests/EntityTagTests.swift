import Testing
import Transfer

@Suite struct EntityTagTests {
  @Test(
    arguments: [
      (#""xyzzy""#, false, "xyzzy", #""xyzzy""#), (#"W/"xyzzy""#, true, "xyzzy", #"W/"xyzzy""#),
      (#""""#, false, "", #""""#),
      (#"W/"""#, true, "", #"W/"""#), (#"w/"a""#, true, "a", #"w/"a""#), ("abc-123", false, "abc-123", "abc-123"),
      ("W/abc", true, "abc", "W/abc"), ("  \"a\"\t", false, "a", #""a""#), (#""a b""#, false, "a b", #""a b""#),
      (#""é""#, false, "é", #""é""#), (#""a\b""#, false, #"a\b"#, #""a\b""#), ("W", false, "W", "W"),
      (#""W/""#, false, "W/", #""W/""#),
    ] as [(String, Bool, String, String)])
  func parts(sent: String, isWeak: Bool, opaque: String, text: String) throws {
    let tag = try #require(EntityTag(sent))
    #expect(tag.isWeak == isWeak)
    #expect(tag.opaque == opaque)
    #expect(tag.text == text)
  }

  @Test(
    "No tag, and nothing that could break out of a field",
    arguments: [
      "", " ", "\"", "W/", "W/\"", "\"a", "a\"", "a\"b", "\"a\"b\"", "\"a\"\"b\"", "\"a\", \"b\"", "a b", "W/ \"a\"",
      "\"a\r\nX: y\"",
      "a\u{0}", "\"\u{7F}\"", "\"\t\"",
    ])
  func refused(sent: String) {
    #expect(EntityTag(sent) == nil)
  }

  @Test(
    "Only strong tags of the same bytes are strongly equal",
    arguments: [
      (#""1""#, #""1""#, true), (#""1""#, #""2""#, false), (#"W/"1""#, #""1""#, false), (#""1""#, #"W/"1""#, false),
      (#"W/"1""#, #"W/"1""#, false), (#""a""#, #""A""#, false), ("\"e\u{301}\"", "\"\u{E9}\"", false),
    ] as [(String, String, Bool)])
  func strongComparison(one: String, other: String, isEqual: Bool) throws {
    #expect(try #require(EntityTag(one)).isStronglyEqual(to: #require(EntityTag(other))) == isEqual)
  }
}
