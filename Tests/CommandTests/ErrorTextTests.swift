import Glibc
import Testing
import Transfer

@testable import Command

@Suite struct ErrorTextTests {
  /// An error of every kind, and what its message must name.
  static let samples: [(TransferError, [String])] = [
    (.malformedURL("htp:/x"), ["htp:/x", "https://"]),
    (.unsupportedScheme("ftp", url: "ftp://h/f"), ["ftp://h/f", "http"]), (.unresolved(host: "h.test"), ["h.test"]),
    (.unreachable(host: "h.test", port: 81, reason: "refused"), ["h.test", "81", "refused"]),
    (.connectTimedOut(host: "h.test", seconds: 15), ["h.test", "15", "--connect-timeout"]),
    (.tls(host: "h.test", .expired), ["h.test", "expired"]), (.tls(host: "h.test", .notYetValid), ["h.test", "clock"]),
    (.tls(host: "h.test", .wrongHost), ["h.test", "not for"]),
    (.tls(host: "h.test", .unknownIssuer), ["h.test", "--cacert"]),
    (.tls(host: "h.test", .selfSigned), ["h.test", "--cacert"]),
    (.tls(host: "h.test", .other("no shared cipher")), ["h.test", "no shared cipher"]),
    (.connectionLost(url: "http://h/f", reason: "reset"), ["http://h/f", "reset", "go on"]),
    (.stalled(url: "http://h/f", seconds: 60), ["http://h/f", "60", "--stall-timeout"]),
    (.outOfTime(seconds: 90), ["90", "--max-time"]),
    (.status(404, url: "http://h/f", line: "gone fishing"), ["http://h/f", "404", "gone fishing"]),
    (.status(401, url: "http://h/f", line: ""), ["http://h/f", "401", "--user"]),
    (.status(503, url: "http://h/f", line: ""), ["http://h/f", "503", "later"]),
    (.needsURL(status: 403, url: "http://h/f"), ["http://h/f", "403", "NEWURL -o"]),
    (.urlCommand(reason: "it exited with 3"), ["--url-command", "3"]),
    (.tooManyRedirects(url: "http://h/f", limit: 20), ["http://h/f", "20"]),
    (.refusedRedirect(from: "https://h/f", to: "http://h/g", reason: "why"), ["https://h/f", "http://h/g", "why"]),
    (.malformedAnswer(url: "http://h/f", reason: "two lengths"), ["http://h/f", "two lengths"]),
    (.wasted(url: "http://h/f", bytes: 123), ["http://h/f", "123"]),
    (.waitTooLong(host: "h.test", seconds: 3600), ["h.test", "3600"]),
    (.entityChanged(url: "http://h/f"), ["http://h/f"]),
    (
      .otherEntity(url: "http://h/f", partial: "f.sluice", source: "http://o/f"),
      ["http://h/f", "f.sluice", "http://o/f", "--restart"]
    ), (.checksum(expected: "aa", actual: "bb", keptAs: "f.sluice.bad"), ["aa", "bb", "f.sluice.bad"]),
    (.exists(path: "dir/f"), ["dir/f", "--overwrite", "--rename", "--skip-existing"]),
    (.inUse(path: "dir/f"), ["dir/f"]),
    (.disk(.init(operation: .write, code: ENOSPC), path: "dir/f"), ["dir/f", "written", "No space", "room"]),
    (.disk(.init(operation: .create, code: EROFS), path: "dir/f"), ["dir/f", "made", "Read-only", "--dir"]),
    (.disk(.init(operation: .open, code: EACCES), path: "dir/f"), ["dir/f", "opened", "Permission denied"]),
    (.disk(.init(operation: .rename, code: 9999), path: "dir/f"), ["dir/f", "name"]),
    (.changedByOthers(path: "dir/f"), ["dir/f"]), (.streamClosed, ["output"]),
  ]

  /// A new case does not compile until it is counted here, and then wants a sample.
  private func kind(_ error: TransferError) -> Int {
    switch error {
    case .malformedURL: 0
    case .unsupportedScheme: 1
    case .unresolved: 2
    case .unreachable: 3
    case .connectTimedOut: 4
    case .tls: 5
    case .connectionLost: 6
    case .stalled: 7
    case .outOfTime: 8
    case .status: 9
    case .needsURL: 10
    case .urlCommand: 11
    case .tooManyRedirects: 12
    case .refusedRedirect: 13
    case .malformedAnswer: 14
    case .wasted: 15
    case .waitTooLong: 16
    case .entityChanged: 17
    case .otherEntity: 18
    case .checksum: 19
    case .exists: 20
    case .inUse: 21
    case .disk: 22
    case .changedByOthers: 23
    case .streamClosed: 24
    }
  }

  @Test func `every kind of error has a sample`() {
    #expect(Set(ErrorTextTests.samples.map { kind($0.0) }) == Set(0...24))
  }

  @Test(arguments: samples.indices)
  func `a message names what, why and what to do`(index: Int) {
    let (error, parts) = ErrorTextTests.samples[index]
    let text = error.description
    for part in parts { #expect(text.contains(part), "\(part) in: \(text)") }
    // What happened, a mark, what to do.
    #expect(text.contains(":") || text.contains(";"))
    #expect(!text.hasSuffix(".") && !text.contains("\n"))
  }

  @Test(arguments: samples.indices)
  func `codes are those of the systems they come from`(index: Int) {
    let codes = ErrorTextTests.samples[index].0.codes
    #expect(codes.exitStatus == 1)
    #expect((1...32).contains(codes.aria2))
    #expect((-1299 ... -1000).contains(codes.urlError) || (-3007 ... -3000).contains(codes.urlError))
  }

  @Test(
    arguments: [
      (.unresolved(host: "h"), -1003, 19), (.connectTimedOut(host: "h", seconds: 1), -1001, 2),
      (.status(404, url: "u", line: ""), -1100, 3), (.status(401, url: "u", line: ""), -1013, 24),
      (.status(503, url: "u", line: ""), -1011, 29), (.tooManyRedirects(url: "u", limit: 20), -1007, 23),
      (.checksum(expected: "", actual: "", keptAs: ""), -1015, 32), (.exists(path: "p"), -3000, 13),
      (.disk(.init(operation: .write, code: ENOSPC), path: "p"), -3003, 9), (.tls(host: "h", .expired), -1201, 6),
      (.connectionLost(url: "u", reason: ""), -1005, 6), (.malformedURL("u"), -1000, 28),
    ] as [(TransferError, Int, Int)])
  func `well-known errors have their well-known codes`(error: TransferError, urlError: Int, aria2: Int) {
    #expect(error.codes.urlError == urlError)
    #expect(error.codes.aria2 == aria2)
  }
}
