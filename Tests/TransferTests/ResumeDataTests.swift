import Foundation
import Testing
import Transfer

@Suite struct ResumeDataTests {
  static let full = ResumeData(
    url: "https://example.org/a?b=c&d=<e>", bytesReceived: 300, entityTag: "W/\"é\"",
    lastModified: "Mon, 20 Apr 2015 08:05:49 GMT",
    tempFileName: "a.bin.sluice", localPath: "/home/user/a.bin.sluice", originalRequest: [1, 2, 3], currentRequest: [],
    progress: .init(
      written: [0..<100, 100..<200, 500..<600], synced: [0..<150, 550..<600], total: 1000, bootID: "boot",
      date: 784_111_777, inode: .max,
      modified: -1, size: 600, isClean: true))

  @Test("What is written reads the same")
  func roundTrip() throws {
    let least = ResumeData(url: "http://a/", bytesReceived: 0)
    var unknown = ResumeDataTests.full
    unknown.progress?.total = nil
    unknown.progress?.date = nil
    unknown.progress?.written = [Int64.max - 300..<Int64.max]
    unknown.progress?.synced = []
    unknown.progress?.isClean = false
    for data in [ResumeDataTests.full, least, unknown] {
      #expect(try ResumeData(bytes: data.encoded()) == data)
    }
  }

  @Test("It is an XML property list with Apple's keys")
  func keys() throws {
    let bytes = ResumeDataTests.full.encoded()
    #expect(bytes.starts(with: "<?xml".utf8))
    let list = try PropertyList(bytes: bytes)
    #expect(list["NSURLSessionDownloadURL"]?.string == ResumeDataTests.full.url)
    #expect(list["NSURLSessionResumeBytesReceived"]?.integer == 300)
    #expect(list["NSURLSessionResumeEntityTag"]?.string == "W/\"é\"")
    #expect(list["NSURLSessionResumeServerDownloadDate"]?.string == "Mon, 20 Apr 2015 08:05:49 GMT")
    #expect(list["NSURLSessionResumeInfoTempFileName"]?.string == "a.bin.sluice")
    #expect(list["NSURLSessionResumeInfoLocalPath"]?.string == "/home/user/a.bin.sluice")
    #expect(list["NSURLSessionResumeInfoVersion"]?.integer == 4)
    #expect(list["NSURLSessionResumeOriginalRequest"]?.data == [1, 2, 3])
    #expect(list["SluiceResume"]?["Written"]?.array == [0, 100, 100, 200, 500, 600].map { .integer($0) })
    #expect(throws: Never.self) { try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) }
  }

  @Test("Characters that XML can't hold don't break the record")
  func controls() throws {
    var data = ResumeDataTests.full
    data.tempFileName = "a\u{1}b"
    data.localPath = "/a\nb\rc\u{FFFF}"
    data.progress?.bootID = "\u{0}"
    let read = try ResumeData(bytes: data.encoded())
    #expect(read.tempFileName == "a\u{FFFD}b")
    #expect(read.localPath == "/a\nb\rc\u{FFFD}")
    #expect(try ResumeData(bytes: read.encoded()) == read)
  }

  @Test(
    "Any value edited by hand breaks the seal; another boot doesn't",
    arguments: [
      ("<string>https://example.org/a", "<string>https://example.com/a"),
      ("<integer>300</integer>", "<integer>301</integer>"), ("W/", ""), ("2015 08:05:49", "2015 08:05:50"),
      ("a.bin.sluice</string>", "b.bin.sluice</string>"), ("<integer>4</integer>", "<integer>5</integer>"),
      ("AQID", "AQIE"), ("<data></data>", "<data>AQ==</data>"),
      ("<integer>550</integer>", "<integer>500</integer>"), ("<integer>1000</integer>", "<integer>1001</integer>"),
      ("784111777", "784111778"), ("<true/>", "<false/>"),
      ("<key>Total</key>\n<integer>1000</integer>\n", ""), ("<key>Seal</key>\n<string>", "<key>Seal</key>\n<string>0"),
      ("<key>Seal</key>", "<key>Sea</key>"),
      ("<key>NSURLSessionResumeEntityTag</key>", "<key>NSURLSessionOther</key>"),
      ("<integer>-1</integer>", "<integer>-2</integer>"),
      ("<key>Inode</key>\n<integer>-1</integer>", "<key>Inode</key>\n<integer>1</integer>"),
    ] as [(String, String)])
  func seal(part: String, edit: String) throws {
    let text = String(decoding: ResumeDataTests.full.encoded(), as: UTF8.self)
    let place = try #require(text.range(of: part))
    let edited = text.replacingCharacters(in: place, with: edit)
    #expect(throws: ResumeData.ResumeDataError.sealBroken) { try ResumeData(bytes: Array(edited.utf8)) }
    let rebooted = text.replacing("<string>boot</string>", with: "<string>other</string>")
    #expect(try ResumeData(bytes: Array(rebooted.utf8)).progress?.bootID == "other")
  }

  @Test("A part taken from another record breaks the seal")
  func mixed() throws {
    guard case .dictionary(var values) = try PropertyList(bytes: ResumeDataTests.full.encoded()) else {
      Issue.record("no dictionary")
      return
    }
    var other = ResumeDataTests.full
    other.entityTag = "\"other\""
    values["SluiceResume"] = try PropertyList(bytes: other.encoded())["SluiceResume"]
    #expect(throws: ResumeData.ResumeDataError.sealBroken) {
      try ResumeData(bytes: PropertyList.dictionary(values).xml())
    }
  }

  @Test(
    "Ranges that can't be are refused although the seal holds",
    arguments: [
      ([], [], 0, 10, 10), ([0..<5], [], 5, 5, 5), ([0..<5, 5..<10], [0..<10], 10, 10, 10), ([0..<5], [], 5, nil, 5),
    ] as [([Range<Int64>], [Range<Int64>], Int64, Int64?, Int64)])
  func consistent(written: [Range<Int64>], synced: [Range<Int64>], received: Int64, total: Int64?, size: Int64) throws {
    #expect(throws: Never.self) { try read(written, synced, received, total, size) }
  }

  @Test(
    arguments: [
      ("overlap", [0..<5, 4..<10], [], 11, 20, 20), ("unsorted", [5..<10, 0..<5], [], 10, 20, 20),
      ("empty", [5..<5], [], 0, 20, 20), ("below zero", [-5..<5], [], 10, 20, 20),
      ("beyond the end", [0..<21], [], 21, 20, 21), ("too few bytes", [0..<5], [], 4, 20, 20),
      ("too many bytes", [0..<5], [], 6, 20, 20), ("none written", [], [], 5, 20, 20),
      ("synced alone", [], [0..<5], 0, 20, 20), ("synced beyond", [0..<5], [0..<6], 5, 20, 20),
      ("synced before", [5..<10], [4..<10], 5, 20, 20), ("synced over a gap", [0..<5, 6..<10], [0..<10], 9, 20, 20),
      ("synced in a gap", [0..<5, 10..<15], [6..<7], 10, 20, 20),
      ("synced overlap", [0..<10], [0..<5, 4..<6], 10, 20, 20), ("negative total", [], [], 0, -1, 0),
      ("negative size", [], [], 0, 20, -1),
      ("negative count", [], [], -1, 20, 0),
    ] as [(String, [Range<Int64>], [Range<Int64>], Int64, Int64?, Int64)])
  func inconsistent(
    _: String, written: [Range<Int64>], synced: [Range<Int64>], received: Int64, total: Int64?, size: Int64
  ) {
    #expect { try read(written, synced, received, total, size) } throws: { isInconsistent($0) }
  }

  private func read(
    _ written: [Range<Int64>], _ synced: [Range<Int64>], _ received: Int64, _ total: Int64?, _ size: Int64
  ) throws {
    var data = ResumeDataTests.full
    data.bytesReceived = received
    data.progress?.written = written
    data.progress?.synced = synced
    data.progress?.total = total
    data.progress?.size = size
    _ = try ResumeData(bytes: data.encoded())
  }

  @Test(
    "Our own part of another shape",
    arguments: [
      ("<key>Written</key>\n<array>", "<key>Written</key>\n<array><integer>1</integer>"),
      ("<key>Written</key>\n<array>", "<key>Written</key>\n<array><true/><true/>"),
      ("<key>Synced</key>", "<key>Synch</key>"),
      ("<key>Written</key>\n<array>", "<key>Written</key>\n<string/><key>W</key><array>"),
      ("<key>IsClean</key>\n<true/>", "<key>IsClean</key>\n<integer>1</integer>"),
      ("<key>BootID</key>\n<string>boot</string>", ""),
      ("<key>SluiceResume</key>\n<dict>", "<key>SluiceResume</key>\n<array/><key>x</key>\n<dict>"),
    ] as [(String, String)])
  func otherShape(part: String, edit: String) throws {
    let text = String(decoding: ResumeDataTests.full.encoded(), as: UTF8.self)
    let edited = text.replacingCharacters(in: try #require(text.range(of: part)), with: edit)
    #expect { try ResumeData(bytes: Array(edited.utf8)) } throws: { isInconsistent($0) }
  }

  @Test("Every cut of a record is seen, and every changed one is harmless")
  func damaged() throws {
    let bytes = ResumeDataTests.full.encoded()
    #expect(throws: ResumeData.ResumeDataError.empty) { try ResumeData(bytes: []) }
    // Without the line feed at its end it is still whole.
    for count in 1..<bytes.count - 1 {
      #expect(throws: ResumeData.ResumeDataError.truncatedOrDamaged) {
        try ResumeData(bytes: Array(bytes.prefix(count)))
      }
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      guard var read = try? ResumeData(bytes: damaged) else { continue }
      read.progress?.bootID = "boot"
      // A changed key can hide our own part, never alter it.
      #expect(read == ResumeDataTests.full || read.progress == nil)
    }
  }

  @Test(
    arguments: [
      ("zeros", [UInt8](repeating: 0, count: 100), .truncatedOrDamaged),
      ("a cut magic", Array("bplist00".utf8), .truncatedOrDamaged),
      ("half a tag", Array("<plist".utf8), .truncatedOrDamaged),
      ("text", Array("hello".utf8), .notResumeData),
      ("a page", Array("<!DOCTYPE html>\n<html></html>".utf8), .notResumeData),
      ("another list", PropertyList.dictionary(["a": .string("b")]).xml(), .notResumeData),
      ("no dictionary", PropertyList.array([]).xml(), .notResumeData),
      ("no URL", PropertyList.dictionary(["NSURLSessionResumeBytesReceived": .integer(1)]).xml(), .notResumeData),
      ("an empty URL", PropertyList.dictionary(["NSURLSessionDownloadURL": .string("")]).xml(), .notResumeData),
    ] as [(String, [UInt8], ResumeData.ResumeDataError)])
  func foreign(_: String, bytes: [UInt8], error: ResumeData.ResumeDataError) {
    #expect(throws: error) { try ResumeData(bytes: bytes) }
  }

  @Test(
    "A hostile name or value is refused",
    arguments: [
      ("NSURLSessionResumeInfoTempFileName", .string("../a")),
      ("NSURLSessionResumeInfoTempFileName", .string("/etc/passwd")),
      ("NSURLSessionResumeInfoTempFileName", .string("..")),
      ("NSURLSessionResumeInfoTempFileName", .string(".")), ("NSURLSessionResumeInfoTempFileName", .string("")),
      ("NSURLSessionResumeInfoTempFileName", .string(String(repeating: "a", count: 256))),
      ("NSURLSessionResumeInfoTempFileName", .string("\u{600}/a")), ("NSURLSessionResumeInfoTempFileName", .integer(1)),
      ("NSURLSessionResumeBytesReceived", .integer(-1)), ("NSURLSessionResumeBytesReceived", .string("5")),
      ("NSURLSessionResumeEntityTag", .string("\"a\"\r\nX: y")),
      ("NSURLSessionResumeServerDownloadDate", .string("a\nb")),
      ("NSURLSessionDownloadURL", .string("http://a/\r\nX: y")), ("NSURLSessionDownloadURL", .integer(1)),
      ("NSURLSessionResumeCurrentRequest", .string("a")), ("NSURLSessionResumeInfoVersion", .string("4")),
    ] as [(String, PropertyList)])
  func hostile(key: String, value: PropertyList) {
    var values: [String: PropertyList] = [
      "NSURLSessionDownloadURL": .string("http://a/"), "NSURLSessionResumeBytesReceived": .integer(5),
    ]
    values[key] = value
    #expect { try ResumeData(bytes: PropertyList.dictionary(values).xml()) } throws: { isInconsistent($0) }
  }

  private func isInconsistent(_ error: any Error) -> Bool {
    if case ResumeData.ResumeDataError.inconsistent = error { true } else { false }
  }
}
