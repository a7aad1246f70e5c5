import Origin
import Testing

/// Retry-After, and waiting that a host's downloads share.
/// Only that nobody came too early is checked: lower bounds don't depend on the machine's load.
struct WaitingTests {
  static let body = Body.random(1, count: 100_000)

  @Test("Retry-After in seconds is kept", arguments: [429, 503])
  func seconds(_ status: Int) async throws {
    let download = try await Download.get { request in
      request.number == 1 ? .status(status, retryAfter: "2") : .file(Self.body, for: request)
    }
    download.expectDone(Self.body)
    try Self.expectGap(download, .milliseconds(1990))
  }

  @Test("Retry-After as a date is kept")
  func date() async throws {
    let download = try await Download.get { request in
      request.number == 1 ? .status(503, retryAfter: HTTPDate.now(3)) : .file(Self.body, for: request)
    }
    download.expectDone(Self.body)
    try Self.expectGap(download, .milliseconds(1900))
  }

  @Test(
    "Retry-After that says nothing useful is no obstacle",
    arguments: ["0", "-5", "soon", "", "Mon, 01 Jan 1990 00:00:00 GMT", "1.5", "2 seconds"])
  func useless(_ value: String) async throws {
    let download = try await Download.get { request in
      request.number == 1 ? .status(503, retryAfter: value) : .file(Self.body, for: request)
    }
    download.expectDone(Self.body)
  }

  @Test(
    "A wait that is longer than the user's patience: an end, without knocking again",
    arguments: ["3600", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func long(_ value: String) async throws {
    let download = try await Download.get("/f.bin", "--max-time", "3") { _ in .status(503, retryAfter: value) }
    download.expectFailed()
    #expect(download.log.count == 1, download.story)
  }

  @Test("In the middle the wait is kept too, and nothing is fetched twice")
  func middle() async throws {
    let download = try await Download.get("/f.bin", "-x", "1") { request in
      switch request.number {
      case 1: .file(Self.body, for: request).cut(at: 50_000)
      case 2: .status(503, retryAfter: "2")
      default: .file(Self.body, for: request)
      }
    }
    download.expectDone(Self.body)
    let times = download.log.requests.map(\.time)
    try #require(times.count == 3, download.story)
    #expect(times[1].duration(to: times[2]) >= .milliseconds(1990), download.story)
  }

  @Test("Many downloads of one host don't knock each for itself", arguments: [429, 503])
  func shared(_ status: Int) async throws {
    let jobs = 4
    let began = Guarded<ContinuousClock.Instant?>(nil)
    let origin = try Origin { request in
      let first = began.with { first in
        first = first ?? request.time
        return first ?? request.time
      }
      return first.duration(to: request.time) < .seconds(2)
        ? .status(status, retryAfter: "2") : .file(Self.body, for: request)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let urls = (0..<40).map { origin.url("/f\($0).bin") }
    let run = try await Sluice.run(["get", "-j", String(jobs)] + urls, in: folder)
    #expect(run.status == 0, "\(run.err)")
    #expect(folder.names.count == 40)
    let turnedAway = origin.log.exchanges.count { $0.status == status }
    #expect(turnedAway <= 2 * jobs, "\(turnedAway) knocks")
  }

  @Test("Another host doesn't wait along")
  func otherHost() async throws {
    let busy = try Origin { _ in .status(503, retryAfter: "3600") }
    defer { busy.stop() }
    let free = try Origin { .file(Self.body, for: $0) }
    defer { free.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(
      ["get", "--max-time", "5", "-j", "2", busy.url("/a"), busy.url("/b"), free.url("/c"), free.url("/d")], in: folder)
    #expect(run.status == 1)
    #expect(folder.names == ["c", "d"], "\(run.err)")
  }

  private static func expectGap(_ download: Download, _ least: Duration) throws {
    let times = download.log.requests.map(\.time)
    try #require(times.count == 2, download.story)
    #expect(times[0].duration(to: times[1]) >= least, download.story)
  }
}
