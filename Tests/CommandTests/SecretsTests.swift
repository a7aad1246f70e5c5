import Testing
import Transfer

@testable import Command

@Suite struct SecretsTests {
  private func hidden(_ words: [String]) throws -> [String] {
    var shown = words.map { Array($0.utf8) }
    for word in try GetCommand(words[...]).words {
      for range in word.secrets {
        for index in range { shown[word.argument][index] = UInt8(ascii: "*") }
      }
    }
    return shown.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    arguments: [
      (["-u", "me:pw", "u"], ["-u", "me:**", "u"]), (["-ume:pw", "u"], ["-ume:**", "u"]),
      (["--user=me:p:w", "u"], ["--user=me:***", "u"]), (["-u", "me", "u"], ["-u", "me", "u"]),
      (["-qume:pw", "u"], ["-qume:**", "u"]),
      (["-H", "Cookie: a", "u"], ["-H", "Cookie:**", "u"]), (["-HX-Key:äb", "u"], ["-HX-Key:***", "u"]),
      (["--header=Authorization: B c", "u"], ["--header=Authorization:****", "u"]),
      (["-H", "Accept: text/html", "u"], ["-H", "Accept: text/html", "u"]),
      (["http://me:pw@h/p"], ["http://*****@h/p"]), (["http://token@h"], ["http://*****@h"]),
      (["http://me:p@w@h/"], ["http://******@h/"]), (["me:pw@h/p"], ["*****@h/p"]),
      (["http://h/a@b"], ["http://h/a@b"]),
      (["http://h?q=a@b"], ["http://h?q=a@b"]),
      (["http://h/?X-Amz-Signature=ab&n=1"], ["http://h/?X-Amz-Signature=**&n=1"]),
      (["http://h/?a=1&token=xy&sig=z#f"], ["http://h/?a=1&token=**&sig=*#f"]),
      (["http://h/?sig="], ["http://h/?sig="]),
      (["http://h/#?sig=1"], ["http://h/#?sig=1"]), (["--", "http://a:b@h"], ["--", "http://***@h"]),
      (["http://"], ["http://"]),
    ] as [([String], [String])])
  func `what is secret is hidden, and nothing else`(words: [String], expected: [String]) throws {
    #expect(try hidden(words) == expected)
  }

  @Test(
    arguments: [
      (["-j4", "http://h/f"], false, "sluice get --jobs 4 http://h/f"),
      (["-u", "me:pw", "http://h/f"], false, "sluice get --user me http://h/f"),
      (["-ume", "http://h/f"], false, "sluice get --user me http://h/f"),
      (["--restart", "http://h/f"], false, "sluice get http://h/f"),
      (["http://h/a", "http://h/b"], true, "sluice get --skip-existing http://h/a http://h/b"),
      (["--overwrite", "http://h/a", "http://h/b"], true, "sluice get --overwrite http://h/a http://h/b"),
      (["-o", "it's here", "http://h/f?a=1&b=2"], false, "sluice get --output 'it'\\''s here' 'http://h/f?a=1&b=2'"),
      (["-H", "Accept: a", "http://h/f"], false, "sluice get --header 'Accept: a' http://h/f"),
      (["-i", "-", "-q"], false, "sluice get --input - --quiet"), (["--", "-f"], false, "sluice get -- -f"),
      (["-H", "Cookie: a", "http://h/f"], false, nil), (["http://me:pw@h/f"], false, nil),
      (["http://h/f?sig=1"], false, nil),
    ] as [([String], Bool, String?)])
  func `the command that goes on has no secrets`(words: [String], completed: Bool, expected: String?) throws {
    let command = try GetCommand(words[...])
    #expect(Continuation.command(command, program: "sluice", completed: completed) == expected)
  }
}
