import Testing
import Transfer

@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("a.bin", "a.bin"), ("/etc/passwd", "passwd"), ("../../a", "a"), (#"C:\dir\a.txt"#, "a.txt"), (#"a/b\c"#, "c"),
      (#"a\b/c"#, "c"),
      ("...a", "a"), ("-rf", "rf"), ("--", nil), (".-. .-a", "a"), ("  a  ", "a"), ("a.", "a."),
      (".htaccess", "htaccess"),
      ("a\u{0}b", "ab"), ("a\r\nb", "ab"), ("a\tb\u{7F}\u{85}", "ab"), ("\u{1B}[2Ja", "[2Ja"),
      ("invoice\u{202E}fdp.exe", "invoicefdp.exe"),
      ("\u{2066}a\u{2069}\u{200F}", "a"), ("a\u{2028}b", "ab"), ("\u{FEFF}a", "a"), ("\u{202E}.a", "a"),
      ("\u{3000}a\u{A0}", "a"),
      ("", nil), (".", nil), ("..", nil), ("...", nil), ("/", nil), ("a/", nil), (#"a\"#, nil), ("a/..", nil),
      (" ", nil),
      ("\u{0}", nil),
      ("a/\u{202E}", nil), ("~root", "~root"), ("a:b?c*d", "a:b?c*d"), ("日本語.txt", "日本語.txt"), ("\u{600}/b", "b"),
      ("a.sluice", "a.sluice_"), ("a.sluice.plist", "a.sluice.plist_"), ("a.SLUICE.bad", "a.SLUICE.bad_"),
      ("a.sluice.new", "a.sluice.new_"),
      ("a\u{600}.sluice.plist", "a\u{600}.sluice.plist_"), (".sluice", "sluice"), ("asluice", "asluice"),
      ("a.sluice.txt", "a.sluice.txt"),
    ] as [(String, String?)])
  func safe(raw: String, name: String?) {
    #expect(FileName.safe(raw).map { Array($0.utf8) } == name.map { Array($0.utf8) })
  }

  @Test(
    "A long name is cut in its stem, at a character",
    arguments: [
      (String(repeating: "a", count: 300), String(repeating: "a", count: 255)),
      (String(repeating: "a", count: 300) + ".tar.gz", String(repeating: "a", count: 248) + ".tar.gz"),
      (String(repeating: "é", count: 200) + ".bin", String(repeating: "é", count: 125) + ".bin"),
      (String(repeating: "👩‍👩‍👧", count: 20) + ".x", String(repeating: "👩‍👩‍👧", count: 14) + ".x"),
      ("a." + String(repeating: "b", count: 300), "a." + String(repeating: "b", count: 253)),
      (String(repeating: "a", count: 250) + "     bbbbbbbbbbb", String(repeating: "a", count: 250)),
      ("e" + String(repeating: "\u{301}", count: 300), "e" + String(repeating: "\u{301}", count: 127)),
      (String(repeating: "a", count: 300) + ".sluice", String(repeating: "a", count: 247) + ".sluice_"),
      // Cutting must not bring our own ending about.
      (
        String(repeating: "a", count: 242) + ".sluicebbbbbbbbb.plist",
        String(repeating: "a", count: 242) + ".sluic.plist_"
      ),
    ] as [(String, String)])
  func long(raw: String, name: String) {
    #expect(FileName.safe(raw).map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test(
    arguments: [
      ("/a%20b%2Fc.bin", "c.bin"), ("/dir/a%20b.bin", "a b.bin"), ("/a", "a"), ("a", "a"), ("/a%2520b", "a%20b"),
      ("/100%", "100%"),
      ("/%zz", "%zz"), ("/%E2%82%AC", "€"), ("/caf%E9", "café"), ("/a%00b", "ab"), ("/%2e%2e", nil),
      ("/..%2f..%2f", nil),
      ("/%2E%2E%2Fa", "a"),
      ("/", nil), ("", nil), ("/dir/", nil), ("/a;v=1", "a;v=1"), ("/..", nil), ("/%5C%5Chost%5Cshare", "share"),
      ("/.%2Fa", "a"),
      ("/dir%2F", nil), ("/a+b", "a+b"),
    ] as [(String, String?)])
  func fromURL(path: String, name: String?) {
    #expect(FileName.fromURL(path: path) == name)
  }

  @Test(
    arguments: [
      ("a.bin", 1, "a.1.bin"), ("a.tar.gz", 1, "a.1.tar.gz"), ("a.tar.bz2", 2, "a.2.tar.bz2"),
      ("a.tar.xz", 10, "a.10.tar.xz"),
      ("a.tar.zst", 1, "a.1.tar.zst"), ("a.tar.lz", 1, "a.1.tar.lz"), ("a.tar.lz4", 1, "a.1.tar.lz4"),
      ("a.tar.Z", 1, "a.1.tar.Z"),
      ("a.tar.br", 1, "a.1.tar.br"), ("A.TAR.GZ", 1, "A.1.TAR.GZ"), ("a.b.gz", 1, "a.b.1.gz"), ("a", 1, "a.1"),
      (".bashrc", 1, ".bashrc.1"),
      (".tar.gz", 1, ".tar.1.gz"), ("a.", 1, "a..1"), ("...", 1, "....1"), ("..a", 1, "..a.1"),
      ("a.1.bin", 2, "a.1.2.bin"), ("v1.2 final", 1, "v1.1.2 final"),
      ("star.gz", 1, "star.1.gz"), ("日本.語", 1, "日本.1.語"),
    ] as [(String, Int, String)])
  func numbered(name: String, number: Int, result: String) {
    #expect(FileName.numbered(name, number) == result)
  }

  @Test("A numbered name fits", arguments: [1, 10, Int.max])
  func numberedLong(number: Int) {
    let name = FileName.numbered(String(repeating: "é", count: 124) + ".tar.gz", number)
    #expect(name.utf8.count <= 255)
    #expect(name.hasSuffix("é.\(number).tar.gz"))
  }

  @Test func besides() {
    #expect(FileName.partial("a.bin") == "a.bin.sluice")
    #expect(FileName.record("a.bin") == "a.bin.sluice.plist")
    #expect(FileName.quarantine("a.bin") == "a.bin.sluice.bad")
    let longest = String(repeating: "a", count: 242)
    #expect(FileName.record(longest) == longest + ".sluice.plist")
  }

  @Test("Long names that begin alike don't meet", arguments: [243, 255])
  func besidesLong(count: Int) {
    let one = String(repeating: "a", count: count - 1) + "b"
    let other = String(repeating: "a", count: count - 1) + "c"
    for name in [FileName.partial, FileName.record, FileName.quarantine] {
      #expect(name(one) != name(other))
      #expect(name(one).utf8.count <= 255)
    }
    #expect(FileName.partial(one).hasSuffix(".sluice"))
    #expect(FileName.record(one) == FileName.partial(one) + ".plist")
    #expect(FileName.quarantine(one) == FileName.partial(one) + ".bad")
  }

  @Test("The hash is FNV-1a of the whole name")
  func hash() {
    #expect(FileName.partial(String(repeating: "a", count: 255)).hasSuffix("~7b04934eeef462a6.sluice"))
  }
}
