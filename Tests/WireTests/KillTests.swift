import Foundation
import Glibc
import Origin
import Testing

/// Kills at random moments, and the same command again, until it ends by itself: the right bytes, and few of them twice.
///
/// `SLUICE_KILLS` sets how many for each case, `SLUICE_KILL_SEED` repeats a run.
@Suite(.serialized) struct KillTests {
  enum Case: String, CaseIterable {
    case oneConnection, several, noValidators, chunked, fast

    var body: Body { Body.random(77, count: self == .fast ? 96 << 20 : 10 << 20) }
    var connections: Int { self == .several ? 4 : 1 }

    func answer(_ body: Body, _ request: RecordedRequest) -> Answer {
      switch self {
      case .oneConnection: .file(body, for: request).limited(toBytesPerSecond: 8 << 20)
      case .several: .file(body, for: request).limited(toBytesPerSecond: 1 << 20)
      case .noValidators: .file(body, for: request, etag: nil).limited(toBytesPerSecond: 8 << 20)
      case .chunked: .file(body, for: request).chunked().limited(toBytesPerSecond: 8 << 20)
      case .fast: .file(body, for: request)
      }
    }
  }

  static let kills = ProcessInfo.processInfo.environment["SLUICE_KILLS"].flatMap { Int($0) } ?? 12
  static let seed =
    ProcessInfo.processInfo.environment["SLUICE_KILL_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999)

  /// SplitMix64.
  struct Lots {
    var state: UInt64
    mutating func draw(_ range: Range<Int>) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return range.lowerBound + Int((bits ^ (bits >> 31)) % UInt64(range.count))
    }
  }

  @Test(arguments: Case.allCases) func endsRight(_ kind: Case) async throws {
    let body = kind.body
    let origin = try Origin { kind.answer(body, $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let words = ["get", origin.url("/f.bin"), "-x", "\(kind.connections)", "-q"]
    var lots = Lots(state: KillTests.seed &+ UInt64(Case.allCases.firstIndex(of: kind) ?? 0))
    var allowed = body.count
    var kills = 0
    print("kills of \(kind): seed \(KillTests.seed)")
    var run: Run
    repeat {
      let running = try Sluice.start(words, in: folder)
      if kills < KillTests.kills {
        let signal = [SIGKILL, SIGKILL, SIGTERM, SIGINT][lots.draw(0..<4)]
        // The moment is the point: from before the first request to amid a rename.
        try await Task.sleep(for: .microseconds(lots.draw(0..<(kind == .fast ? 120_000 : 500_000))))
        running.signal(signal)
        // Each connection may lose 4 MiB after a kill, an overlap, and what was on its way.
        let lost = signal == SIGKILL ? 4 << 20 : 0
        allowed += kind.connections * (lost + 64 * 1024 + 512 * 1024)
        kills += 1
        run = await running.finish()
        if run.status != 0, signal != SIGKILL { #expect(run.status == 128 + signal, "\(run.err)") }
      } else {
        run = await running.finish()
      }
    } while run.status != 0 && (kills < KillTests.kills || run.status > 128)
    let story = Comment(rawValue: "seed \(KillTests.seed), \(kills) kills\n\(run.err)")
    #expect(run.status == 0, story)
    #expect(folder.names == ["f.bin"], story)
    let isSame = folder.read("f.bin") == body.bytes
    #expect(isSame, story)
    // Without a limit, megabytes are on their way at any moment.
    if kind != .fast, kind != .chunked { #expect(origin.log.sent <= allowed, story) }
  }

  @Test func aListEndsRight() async throws {
    let bodies = (0..<30).map { Body.random(UInt64($0), count: $0 % 5 == 0 ? 900_000 : 3000 + $0) }
    let origin = try Origin { request in
      let number = Int(request.path.dropFirst(2).prefix { $0.isNumber }) ?? 0
      return Answer.file(bodies[number], for: request).limited(toBytesPerSecond: 4 << 20)
    }
    defer { origin.stop() }
    let folder = try Folder()
    let list = (0..<30).map { origin.url("/f\($0).bin") }.joined(separator: "\n")
    var lots = Lots(state: KillTests.seed)
    var run: Run
    var kills = 0
    repeat {
      let running = try Sluice.start(["get", "-i", "-", "--skip-existing", "-q"], in: folder, input: list)
      if kills < KillTests.kills {
        try await Task.sleep(for: .microseconds(lots.draw(0..<400_000)))
        running.signal(lots.draw(0..<2) == 0 ? SIGKILL : SIGINT)
        kills += 1
      }
      run = await running.finish()
    } while run.status != 0 && (kills < KillTests.kills || run.status > 128)
    #expect(run.status == 0, "seed \(KillTests.seed): \(run.err)")
    #expect(folder.names.count == 30)
    for (number, body) in bodies.enumerated() {
      let isSame = folder.read("f\(number).bin") == body.bytes
      #expect(isSame, "f\(number).bin")
    }
  }

  /// After another boot only what was synced counts; nothing was within the first seconds.
  @Test func anotherBoot() async throws {
    let body = Body.random(5, count: 6 << 20)
    let origin = try Origin { .file(body, for: $0).limited(toBytesPerSecond: 4 << 20) }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1", "-q"], in: folder)
    try await folder.wait { $0.names.contains("f.bin.sluice.plist") && (origin.log.sent > 4 << 20) }
    running.signal(SIGKILL)
    _ = await running.finish()
    let before = origin.log.sent
    try folder.write("boot", "00000000-0000-4000-8000-000000000000\n")
    let script =
      "mount --bind boot /proc/sys/kernel/random/boot_id && rm boot; exec \"$SLUICE\" get \(origin.url("/f.bin")) -x 1"
    let run = try await Sluice.shell("exec unshare -m sh -c '\(script)'", in: folder)
    #expect(run.status == 0, "\(run.err)")
    let isSame = folder.read("f.bin") == body.bytes
    #expect(isSame)
    #expect(origin.log.sent - before == body.count, "nothing was on the disk for sure")
  }
}
