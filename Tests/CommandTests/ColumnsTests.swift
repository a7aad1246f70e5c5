import CLinux
import Testing

@testable import Command

@Suite struct ColumnsTests {
  init() { sluice_use_utf8() }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("äöü", 3), ("a\u{308}", 1), ("日本", 4), ("한글", 4), ("🎬", 2), ("é\u{301}\u{302}", 1),
  ])
  func `width counts columns, not letters`(text: String, width: Int) {
    #expect(Columns.count(text) == width)
  }

  @Test(arguments: ["", "a", "a-long-name.tar.gz", "日本語のファイル名.iso", "e\u{301}e\u{301}e\u{301}e\u{301}", "a日b本c語d"])
  func `fitted text is exactly as wide as asked`(text: String) {
    for width in 0...24 { #expect(Columns.count(Columns.fitted(text, width)) == width, "\(width)") }
  }

  @Test func `cutting keeps both ends, and marks with their letters`() {
    #expect(Columns.shortened("some-long-name.tar.gz", 11) == "some-…ar.gz")
    #expect(Columns.shortened("e\u{301}abcde\u{301}", 3) == "e\u{301}…e\u{301}")
    #expect(Columns.shortened("short", 5) == "short")
  }

  @Test(arguments: [
    ("plain ü 日", "plain ü 日"), ("a\u{1B}[2Jb", "a?[2Jb"), ("a\r\nb", "a??b"), ("a\u{7F}\u{9B}b", "a??b"),
    ("\u{202E}gpj.exe", "?gpj.exe"), ("a\tb", "a?b"), ("\u{2028}", "?"), ("\u{0}", "?"),
  ])
  func `what would move the cursor or turn the writing is replaced`(text: String, harmless: String) {
    #expect(Columns.harmless(text) == harmless)
  }
}
