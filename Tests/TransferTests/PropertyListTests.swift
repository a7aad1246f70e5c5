import Foundation
import Testing
import Transfer

@Suite struct PropertyListTests {
  /// One of each kind, and what is awkward to write.
  private static let everything = PropertyList.dictionary([
    "": .string(""), "text": .string("<a> & \"b\" 'c' ]]> é 👩‍👩‍👧 \t\n\r\r\n"), "<key> & more": .boolean(true),
    "false": .boolean(false),
    "least": .integer(.min), "most": .integer(.max), "real": .real(-0.1), "tiny": .real(.leastNonzeroMagnitude),
    "endless": .real(-.infinity),
    "data": .data(Array(0...255)), "nothing": .data([]), "date": .date(451_209_949), "early": .date(-86_399),
    "list": .array([.array([]), .dictionary([:]), .array([.integer(1), .string("2")])]), "uid": .uid(7),
  ])

  @Test("What is written reads the same")
  func roundTrip() throws {
    #expect(try PropertyList(bytes: PropertyListTests.everything.xml()) == PropertyListTests.everything)
  }

  @Test(
    "Foundation reads what is written, and what it writes is read, in both forms",
    arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func foundation(format: PropertyListSerialization.PropertyListFormat) throws {
    let list = try PropertyListSerialization.propertyList(from: Data(PropertyListTests.everything.xml()), format: nil)
    let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
    #expect(try PropertyList(bytes: Array(bytes)) == PropertyListTests.everything)
  }

  @Test("Every length of data survives", arguments: 0..<10)
  func data(count: Int) throws {
    let list = PropertyList.data((0..<count).map { UInt8(250 + $0 % 6) })
    #expect(try PropertyList(bytes: list.xml()) == list)
  }

  @Test("Characters that XML can't hold are replaced, so that any reader takes the file")
  func controls() throws {
    let xml = PropertyList.dictionary(["a\u{0}": .string("b\u{1}\u{1F}\u{FFFE}\u{FFFF}\u{7F}")]).xml()
    #expect(
      try PropertyList(bytes: xml) == .dictionary(["a\u{FFFD}": .string("b\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{7F}")]))
    #expect(throws: Never.self) { try PropertyListSerialization.propertyList(from: Data(xml), format: nil) }
  }

  @Test(
    "Dates are written in whole seconds, within the years 0 to 9999",
    arguments: [
      (0.5, 0), (-0.5, -1), (.infinity, 252_423_993_599), (1e300, 252_423_993_599), (-.infinity, -63_145_526_400),
      (.nan, 0),
    ] as [(Double, Double)])
  func dates(written: Double, read: Double) throws {
    #expect(try PropertyList(bytes: PropertyList.date(written).xml()) == .date(read))
  }

  @Test("Equal lists are written the same, keys sorted")
  func order() {
    let keys = (0..<50).map { "key \($0 * 7 % 50)" }
    let one = PropertyList.dictionary(Dictionary(uniqueKeysWithValues: keys.map { ($0, .boolean(true)) }))
    let other = PropertyList.dictionary(Dictionary(uniqueKeysWithValues: keys.reversed().map { ($0, .boolean(true)) }))
    #expect(one.xml() == other.xml())
  }

  @Test(
    arguments: [
      ("<string>a&amp;&lt;&gt;&quot;&apos;&#65;&#x42;</string>", .string("a&<>\"'AB")),
      ("<string><![CDATA[<a>&amp;]]]]>b</string>", .string("<a>&amp;]]b")),
      ("<string>a<!-- <b> -->c</string>", .string("ac")), ("<string/>", .string("")), ("<string />", .string("")),
      ("<string a='>' b=\"/>\">x</string >", .string("x")),
      ("<integer> -7\n</integer>", .integer(-7)), ("<integer>+7</integer>", .integer(7)),
      ("<integer>0x1F</integer>", .integer(31)), ("<integer>-0x1F</integer>", .integer(-31)),
      ("<integer>-9223372036854775808</integer>", .integer(.min)),
      ("<integer>18446744073709551615</integer>", .real(18_446_744_073_709_551_616)),
      ("<real> 1.5e3 </real>", .real(1500)), ("<real>+infinity</real>", .real(.infinity)),
      ("<true></true>", .boolean(true)), ("<false/>", .boolean(false)),
      ("<data>\n\tAAEC\n\tAwQ=\n</data>", .data([0, 1, 2, 3, 4])), ("<data/>", .data([])),
      ("<date>2015-04-20T08:05:49Z</date>", .date(451_209_949)),
      ("<array/>", .array([])), ("<array><!-- --><true/> <?x?> </array>", .array([.boolean(true)])),
      ("<dict/>", .dictionary([:])), ("<dict></dict>", .dictionary([:])),
      ("<dict><key>a</key><true/><key>a</key><false/></dict>", .dictionary(["a": .boolean(false)])),
      ("<dict><key>CF$UID</key><integer>3</integer></dict>", .uid(3)),
      ("<dict><key>CF$UID</key><integer>-3</integer></dict>", .dictionary(["CF$UID": .integer(-3)])),
    ] as [(String, PropertyList)])
  func xml(text: String, list: PropertyList) throws {
    #expect(try PropertyList(bytes: Array("<plist version=\"1.0\">\(text)</plist>".utf8)) == list)
  }

  @Test("What comes before and after the list")
  func prologue() throws {
    let text =
      "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <plist> -->\n<!DOCTYPE plist PUBLIC \"a\" \"b\">\n<plist>\n<true/>\n</plist>\n<!-- end -->\n"
    #expect(try PropertyList(bytes: Array(text.utf8)) == .boolean(true))
  }

  @Test(arguments: [
    "<plist>", "<plist/>", "<plist></plist>", "<plist><true/>", "<plist><true/></plist", "<plist><true/></plist>x",
    "<plist><true/><true/></plist>", "<plist>x<true/></plist>",
    "<plist><true/></plist><plist><true/></plist>", "<plist><string>a</plist>", "<plist><string>a</strin></plist>",
    "<plist><string>a<b/></string></plist>", "<plist><string>a&b;</string></plist>",
    "<plist><string>&#xD800;</string></plist>", "<plist><string>&#x110000;</string></plist>",
    "<plist><string>&#;</string></plist>", "<plist><string>&#99999999999999999999;</string></plist>",
    "<plist><string>&amp</string></plist>", "<plist><string>&lol;</string></plist>",
    "<plist><string><![CDATA[a</string></plist>", "<plist><string><!-- a</string></plist>",
    "<plist><integer></integer></plist>", "<plist><integer>1.5</integer></plist>",
    "<plist><integer>+-1</integer></plist>", "<plist><integer>0x</integer></plist>",
    "<plist><integer>--1</integer></plist>",
    "<plist><integer>-9223372036854775809</integer></plist>", "<plist><integer>18446744073709551616</integer></plist>",
    "<plist><real>x</real></plist>", "<plist><real></real></plist>", "<plist><true>x</true></plist>",
    "<plist><data>A</data></plist>", "<plist><data>AA</data></plist>", "<plist><data>AA=A</data></plist>",
    "<plist><data>AAA==</data></plist>", "<plist><data>====</data></plist>", "<plist><data>A*AA</data></plist>",
    "<plist><date>today</date></plist>", "<plist><date>2015-02-30T08:05:49Z</date></plist>",
    "<plist><date>2015-04-20</date></plist>", "<plist><date>99999999999999999999-01-01T00:00:00Z</date></plist>",
    "<plist><dict><true/></dict></plist>", "<plist><dict><key>a</key></dict></plist>",
    "<plist><dict><key>a</key><key>b</key></dict></plist>", "<plist><dict><key>a<b/></key><true/></dict></plist>",
    "<plist><odd/></plist>", "<plist><dict></array></plist>", "<plist><array></dict></plist>", "<?xml", "<!-- ",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>", "<plist", "<",
    "<plist a=\"><true/></plist>", "<plist></true></plist>",
  ])
  func malformedXML(text: String) {
    #expect(throws: PropertyListError.malformed) { try PropertyList(bytes: Array(text.utf8)) }
  }

  @Test(arguments: [
    "", " ", "x", "{}", "<html><body></body></html>", "<!DOCTYPE html><html></html>", "\u{0}\u{0}", "bplist",
    "bplist16\u{0}", "{ a = b; }",
  ])
  func otherFiles(text: String) {
    #expect(throws: PropertyListError.notPropertyList) { try PropertyList(bytes: Array(text.utf8)) }
  }

  @Test("Text that isn't UTF-8 is refused")
  func encoding() {
    let bytes = Array("<plist><string>".utf8) + [0xFF] + Array("</string></plist>".utf8)
    #expect(throws: PropertyListError.malformed) { try PropertyList(bytes: bytes) }
  }

  @Test("64 levels are read, more are refused before the stack ends", arguments: [64, 65, 1_000_000])
  func depth(levels: Int) throws {
    let xml =
      Array("<plist>".utf8) + Array(String(repeating: "<array>", count: levels).utf8)
      + Array(String(repeating: "</array>", count: levels).utf8) + Array("</plist>".utf8)
    if levels == 64 {
      #expect(throws: Never.self) { try PropertyList(bytes: xml) }
    } else {
      #expect(throws: PropertyListError.tooDeep) { try PropertyList(bytes: xml) }
    }
  }

  @Test("Over 16 MiB is refused unread")
  func size() {
    #expect(throws: PropertyListError.tooLarge) {
      try PropertyList(bytes: [UInt8](repeating: 0x20, count: 16 << 20 + 1))
    }
  }
}
