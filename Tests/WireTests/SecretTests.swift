import Glibc
import Origin
import Testing

/// What the user knows and nobody else should.
struct SecretTests {
  static let body = Body.random(1, count: 3 << 20)
  static let secrets = [
    "hunter2", "s1gnature", "b3arer", "t0ken", "c00kie", "l0cation", Base64.encode(Array("jo:hunter2".utf8)),
  ]
  static let options = [
    "-H", "Authorization: Bearer b3arer", "-H", "X-Api-Key: t0ken", "-H", "Cookie: session=c00kie", "--verbose",
  ]
  static let target = "/f.bin?X-Amz-Signature=s1gnature&Expires=1&token=t0ken"

  static func expectClean(_ text: String, at place: SourceLocation = #_sourceLocation) {
    for secret in secrets {
      #expect(!text.contains(secret), "\(secret) shows in:\n\(text)", sourceLocation: place)
    }
  }

  @Test(
    "Messages tell no secret", arguments: ["done", "404", "503", "refused", "redirect", "loop", "expired", "changed"])
  func messages(_ kind: String) async throws {
    let origin = try Origin { request in
      switch kind {
      case "404": return .status(404)
      case "503": return .status(503)
      case "redirect" where request.number == 1, "loop": return .redirect(to: "/to.bin?sig=l0cation")
      case "expired":
        return request.number == 1 ? .file(Self.body, for: request).cut(at: 2_000_000) : .status(403)
      case "changed" where request.number == 1: return .file(Self.body, for: request).cut(at: 2_000_000)
      case "changed": return .file(Body.random(2), for: request, etag: "\"v2\"")
      default: return .file(Self.body, for: request)
      }
    }
    defer { origin.stop() }
    let refusing = try Listener(listens: false)
    defer { withExtendedLifetime(refusing) {} }
    for userinfo in ["", "jo:hunter2"] {
      var url = origin.url(Self.target, userinfo: userinfo)
      if kind == "refused" { url = url.replacing(":\(origin.port)/", with: ":\(refusing.port)/") }
      let download = try await Download.get(
        url, Self.options + ["--retries", "1", "-o", "f.bin", "--overwrite"],
        from: origin)
      #expect(download.run.status == (["done", "redirect", "changed"].contains(kind) ? 0 : 1), download.story)
      Self.expectClean(download.run.err)
      Self.expectClean(download.run.outText)
    }
  }

  @Test("A wrong URL is named without its secrets")
  func usage() async throws {
    let folder = try Folder()
    for url in ["htp://jo:hunter2@127.0.0.1/f?sig=s1gnature", "http://jo:hunter2@/f?sig=s1gnature"] {
      let run = try await Sluice.run(["get", url], in: folder)
      #expect(run.status != 0)
      Self.expectClean(run.err)
    }
  }

  @Test("ps shows no password, the record is the user's alone, and what is printed at Ctrl-C has none")
  func processList() async throws {
    let origin = try Origin { .file(Self.body, for: $0).stalled(at: 2_500_000) }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(
      [
        "get", origin.url("/f.bin"), "-u", "jo:hunter2", "-H", "Authorization: Bearer b3arer", "-o", "f.bin", "-x", "1",
      ],
      in: folder
    )
    try await origin.wait { $0.sent == 2_500_000 }
    Self.expectClean(running.visibleCommand)
    #expect(running.visibleCommand.contains("f.bin"))
    running.signal(SIGINT)
    let run = await running.finish()
    #expect(run.status == 130)
    Self.expectClean(run.err)
    #expect(folder.mode("f.bin.sluice.plist") == 0o600)
  }

  @Test("A password from the environment is in no record")
  func record() async throws {
    let origin = try Origin { request in
      request.number == 1 ? .file(Self.body, for: request).cut(at: 2_500_000) : .reset
    }
    defer { origin.stop() }
    let download = try await Download.get(
      origin.url("/f.bin"), ["-u", "jo", "--retries", "0"], from: origin, environment: ["SLUICE_PASSWORD": "hunter2"])
    download.expectKept()
    let record = try Record(download.folder)
    for text in record.strings { #expect(!text.contains("hunter2")) }
    #expect(origin.log.requests.first?.isAuthorized(user: "jo", password: "hunter2") == true)
  }
}
