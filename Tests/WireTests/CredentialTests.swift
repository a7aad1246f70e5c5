import Origin
import Testing

/// What the user said for one origin stays with that origin.
struct CredentialTests {
  static let body = Body.random(1, count: 200_000)
  static let secrets = ["X-Token", "Cookie", "Authorization", "X-Plain"]
  static let options = [
    "-H", "X-Token: t0ken", "-H", "Cookie: session=c00kie", "-H", "Authorization: Bearer b3arer", "-H",
    "X-Plain: pl4in",
  ]

  enum Elsewhere: String, CaseIterable, Sendable { case otherPort, otherName, otherFamily }

  @Test("The user's fields go to the user's origin, not to another", arguments: Elsewhere.allCases)
  func fields(_ elsewhere: Elsewhere) async throws {
    let second = try Origin(elsewhere == .otherFamily ? .ipv6 : .ipv4) { .file(Self.body, for: $0) }
    defer { second.stop() }
    let first = try Origin { request in
      switch elsewhere {
      case .otherPort, .otherFamily: return .redirect(to: second.url("/end.bin"))
      case .otherName:
        guard request.path == "/start" else { return .file(Self.body, for: request) }
        return .redirect(to: "http://localhost:\(request["Host"]?.split(separator: ":").last ?? "")/end.bin")
      }
    }
    defer { first.stop() }
    let download = try await Download.get(first.url("/start"), Self.options + ["-o", "f.bin"], from: first)
    download.expectDone(Self.body)
    let asked = try #require(first.log.requests.first, download.story)
    #expect(asked["X-Token"] == "t0ken")
    #expect(asked["Cookie"] == "session=c00kie")
    #expect(asked["Authorization"] == "Bearer b3arer")
    #expect(asked["X-Plain"] == "pl4in")
    for request in second.log.requests + first.log.requests(for: "/end.bin") {
      for name in Self.secrets { #expect(request[name] == nil, "\(name) leaked to \(request.target)") }
    }
  }

  @Test("-u goes to the user's origin, not to another", arguments: Elsewhere.allCases)
  func user(_ elsewhere: Elsewhere) async throws {
    let second = try Origin(elsewhere == .otherFamily ? .ipv6 : .ipv4) { .file(Self.body, for: $0) }
    defer { second.stop() }
    let first = try Origin { request in
      if request.path == "/end.bin" { return .file(Self.body, for: request) }
      guard request.isAuthorized(user: "jo", password: "hunter2") else { return .unauthorized() }
      return .redirect(
        to: elsewhere == .otherName
          ? "http://localhost:\(request["Host"]?.split(separator: ":").last ?? "")/end.bin" : second.url("/end.bin"))
    }
    defer { first.stop() }
    let download = try await Download.get(
      first.url("/start"), ["-u", "jo:hunter2", "-o", "f.bin"], from: first)
    download.expectDone(Self.body)
    for request in second.log.requests + first.log.requests(for: "/end.bin") {
      #expect(request["Authorization"] == nil, "leaked to \(request.target)")
    }
  }

  @Test("Another origin that asks for credentials doesn't get them")
  func asksForThem() async throws {
    let second = try Origin { request in
      request["Authorization"] == nil ? .unauthorized() : .file(Self.body, for: request)
    }
    defer { second.stop() }
    let download = try await Download.get("/start", "-u", "jo:hunter2", "-o", "f.bin", "--retries", "0") { _ in
      .redirect(to: second.url("/end.bin"))
    }
    download.expectFailed()
    #expect(second.log.requests.allSatisfy { $0["Authorization"] == nil })
  }

  @Test("Within the origin the fields stay, in resumed requests too")
  func sameOrigin() async throws {
    let download = try await Download.get("/start", "-H", "X-Token: t0ken", "-u", "jo:hunter2", "-x", "1") { request in
      guard request.isAuthorized(user: "jo", password: "hunter2") else { return .unauthorized() }
      guard request["X-Token"] == "t0ken" else { return .status(403) }
      guard request.path != "/start" else { return .redirect(to: "/end.bin") }
      let file = Answer.file(Self.body, for: request)
      return request["Range"] == nil ? file.cut(at: 100_000) : file
    }
    download.expectDone(Self.body, as: "end.bin")
  }

  @Test("A cookie set here isn't sent there")
  func cookies() async throws {
    let second = try Origin { .file(Self.body, for: $0) }
    defer { second.stop() }
    let download = try await Download.get("/start") { request in
      .redirect(to: "http://localhost:\(second.port)/end.bin").with("Set-Cookie", "id=s3cret; Path=/")
    }
    download.expectDone(Self.body, as: "end.bin")
    #expect(second.log.requests.allSatisfy { $0["Cookie"] == nil })
  }

  @Test("Name and password from the URL, percent-coded")
  func userinfo() async throws {
    let origin = try Origin { request in
      request.isAuthorized(user: "jo@home", password: "p:w/1") ? .file(Self.body, for: request) : .unauthorized()
    }
    defer { origin.stop() }
    let download = try await Download.get(origin.url("/f.bin", userinfo: "jo%40home:p%3Aw%2F1"), from: origin)
    download.expectDone(Self.body)
  }

  @Test("The password from the environment")
  func environment() async throws {
    let origin = try Origin { request in
      request.isAuthorized(user: "jo", password: "hunter2") ? .file(Self.body, for: request) : .unauthorized()
    }
    defer { origin.stop() }
    let download = try await Download.get(
      origin.url("/f.bin"), ["-u", "jo"], from: origin, environment: ["SLUICE_PASSWORD": "hunter2"])
    download.expectDone(Self.body)
  }

  @Test("A wrong password is final")
  func wrong() async throws {
    let download = try await Download.get("/f.bin", "-u", "jo:wrong") { request in
      request.isAuthorized(user: "jo", password: "hunter2") ? .file(Self.body, for: request) : .unauthorized()
    }
    download.expectFailed()
    #expect(download.log.count <= 2, download.story)
    #expect(download.run.err.contains("401"), download.story)
  }
}
