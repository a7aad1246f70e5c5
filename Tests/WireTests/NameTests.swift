import Foundation
import Glibc
import Origin
import Testing

/// What the file is called.
struct NameTests {
  static let body = Body.random(1, count: 10_000)

  struct Case: Sendable, CustomTestStringConvertible {
    let value: String
    let name: String
    var testDescription: String { "\(value) → \(name)" }
    init(_ value: String, _ name: String) {
      self.value = value
      self.name = name
    }
  }

  static let dispositions = [
    Case("attachment; filename=plain.bin", "plain.bin"),
    Case("attachment; filename=\"two words.bin\"", "two words.bin"),
    Case("ATTACHMENT; FILENAME=\"caps.bin\"", "caps.bin"),
    Case("inline; filename=\"inline.bin\"", "inline.bin"),
    Case("attachment;filename=\"tight.bin\"", "tight.bin"),
    Case("attachment ; filename = \"loose.bin\"", "loose.bin"),
    Case("attachment; filename*=UTF-8''%e2%82%ac%20rates.bin", "€ rates.bin"),
    Case("attachment; filename*=utf-8'de'%C3%BCber.bin", "über.bin"),
    Case("attachment; filename*=iso-8859-1''%A3.bin", "£.bin"),
    Case("attachment; filename=\"EURO.bin\"; filename*=UTF-8''%e2%82%ac.bin", "€.bin"),
    Case("attachment; filename*=UTF-8''%e2%82%ac.bin; filename=\"EURO.bin\"", "€.bin"),
    Case("attachment; filename=\"a\\\"b.bin\"", "a\"b.bin"),
    Case("attachment; filename=\"semi;colon.bin\"; size=3", "semi;colon.bin"),
    Case("attachment; size=3; filename=last.bin", "last.bin"),
    Case("attachment; filename=\"über.bin\"", "über.bin"),
    Case("attachment; filename=\"archive.tar.gz\"", "archive.tar.gz"),
    // No name in it: the URL's.
    Case("attachment", "url.bin"),
    Case("attachment; filename=\"\"", "url.bin"),
    Case("attachment; size=3", "url.bin"),
    // The last component alone.
    Case("attachment; filename=\"../../evil\"", "evil"),
    Case("attachment; filename=\"/etc/evil\"", "evil"),
    Case("attachment; filename=\"a/b/evil\"", "evil"),
  ]

  @Test("Content-Disposition", arguments: dispositions)
  func disposition(_ example: Case) async throws {
    let download = try await Download.get("/url.bin") { request in
      .file(Self.body, for: request).with("Content-Disposition", example.value)
    }
    download.expectDone(Self.body, as: example.name)
  }

  @Test(
    "Whatever a source says, the name is one harmless component of this folder",
    arguments: [
      "attachment; filename=\"..\"", "attachment; filename=\".\"", "attachment; filename=\"/\"",
      "attachment; filename=\"..\\\\..\\\\evil\"", "attachment; filename=\"C:\\\\evil\"",
      "attachment; filename=\"%2e%2e%2fevil\"", "attachment; filename*=UTF-8''%2e%2e%2fevil",
      "attachment; filename*=UTF-8''..%2f..%2f..%2fevil", "attachment; filename*=UTF-8''%2Fetc%2Fevil",
      "attachment; filename*=UTF-8''evil%00.bin", "attachment; filename*=UTF-8''a%0ab%0d.bin",
      "attachment; filename*=UTF-8''%1b%5b31mred", "attachment; filename*=UTF-8''%c2%9b31mred",
      "attachment; filename*=UTF-8''%ff%fe%80", "attachment; filename*=UTF-8''%e2%82", "attachment; filename*=UTF-8''%",
      "attachment; filename*=bogus''x", "attachment; filename*=UTF-8''", "attachment; filename=\".hidden\"",
      "attachment; filename=\"-rf\"", "attachment; filename=\"--help\"", "attachment; filename=\"...\"",
      "attachment; filename=\" \"", "attachment; filename=\"unclosed", "attachment; filename=\"a\\", ";;;;=;=\"",
      "attachment; filename=\"f.bin.sluice\"", "attachment; filename=\"f.bin.sluice.plist\"",
      "attachment; filename=\"LONG\"", "attachment; filename*=UTF-8''WIDE.tar.gz",
      "attachment; filename*=UTF-8''%E2%80%AEgnp.exe",
    ])
  func hostile(_ value: String) async throws {
    let long = value.replacing("LONG", with: String(repeating: "n", count: 300) + ".bin")
      .replacing("WIDE", with: String(repeating: "%E2%82%AC", count: 120))
    let download = try await Download.get("/url.bin") { request in
      .file(Self.body, for: request).with("Content-Disposition", long)
    }
    #expect(download.run.status == 0, download.story)
    Self.expectHarmless(download)
  }

  @Test(
    "The URL's last component, decoded once",
    arguments: [
      Case("/plain.bin", "plain.bin"), Case("/a/b/deep.bin?x=/y/z#f", "deep.bin"), Case("/a%20b.bin", "a b.bin"),
      Case("/%E2%82%AC.bin", "€.bin"), Case("/a%2520b.bin", "a%20b.bin"), Case("/plus+sign.bin", "plus+sign.bin"),
    ])
  func url(_ example: Case) async throws {
    let download = try await Download.get(example.value) { .file(Self.body, for: $0) }
    download.expectDone(Self.body, as: example.name)
  }

  @Test(
    "Any URL gives a harmless name",
    arguments: [
      "/", "", "/dir/", "/?q=x", "/a%20b%2Fc.bin", "/..%2f..%2fevil", "/%2e%2e", "/%2e%2e%5cevil", "/.hidden", "/-rf",
      "/a%00b", "/a%0Ab", "/%FF%FE", "/%", "/%zz", "/LONG.bin", "/LONG", "/x%2F", "/a;b=c", "/con%1b%5b2J",
    ])
  func hostileURL(_ target: String) async throws {
    let download = try await Download.get(target.replacing("LONG", with: String(repeating: "n", count: 255))) {
      .file(Self.body, for: $0)
    }
    #expect(download.run.status == 0, download.story)
    Self.expectHarmless(download)
  }

  @Test("The final URL names the file, the first doesn't; Content-Disposition before both")
  func redirected() async throws {
    let plain = try await Download.get("/first.bin") { request in
      request.path == "/first.bin" ? .redirect(to: "/x/final.bin?y=1") : .file(Self.body, for: request)
    }
    plain.expectDone(Self.body, as: "final.bin")
  }

  @Test("-o before all")
  func output() async throws {
    let download = try await Download.get("/url.bin", "-o", "mine.bin") { request in
      .file(Self.body, for: request).with("Content-Disposition", "attachment; filename=theirs.bin")
    }
    download.expectDone(Self.body, as: "mine.bin")
  }

  @Test("-d makes the folder")
  func folder() async throws {
    let download = try await Download.get("/f.bin", "-d", "new/deep") { .file(Self.body, for: $0) }
    #expect(download.run.status == 0, download.story)
    download.expectSame(download.folder.read("new/deep/f.bin"), Self.body)
  }

  @Test("-d and -o")
  func folderAndOutput() async throws {
    let download = try await Download.get("/f.bin", "-d", "new", "-o", "mine.bin") { .file(Self.body, for: $0) }
    #expect(download.run.status == 0, download.story)
    download.expectSame(download.folder.read("new/mine.bin"), Self.body)
  }

  @Test("Until the end there is no file under the final name")
  func temporaryName() async throws {
    let origin = try Origin { .file(.random(1, count: 3 << 20), for: $0).stalled(at: 2 << 20) }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"], in: folder)
    try await folder.wait { $0.names.contains("f.bin.sluice") }
    #expect(folder.finalNames == [])
    running.signal(SIGKILL)
    _ = await running.finish()
    #expect(folder.finalNames == [])
  }

  private static func expectHarmless(_ download: Download) {
    let names = download.folder.names
    #expect(names.count == 1, download.story)
    let name = names.first ?? ""
    #expect(name != "." && name != ".." && !name.hasPrefix(".") && !name.hasPrefix("-"), download.story)
    #expect(name.utf8.count <= 255, download.story)
    #expect(!name.unicodeScalars.contains { $0.properties.generalCategory == .control }, download.story)
    #expect(!name.contains("/"), download.story)
    download.expectSame(download.folder.read(name), body)
    // Beside the folder nothing has appeared but what the runner puts there.
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: download.folder.scratch)) ?? []
    #expect(!beside.contains { $0.contains("evil") }, download.story)
  }
}
