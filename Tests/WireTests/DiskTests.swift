import Origin
import Testing

/// Folders that refuse. Mounts live in a namespace of their own, so these need root.
struct DiskTests {
  static let body = Body.random(1, count: 4 << 20)

  static func expectFailed(_ run: Run, _ folder: Folder, at place: SourceLocation = #_sourceLocation) {
    #expect(run.status == 1, "\(run.err)", sourceLocation: place)
    #expect(!run.err.isEmpty, sourceLocation: place)
    #expect(folder.finalNames == [], sourceLocation: place)
  }

  @Test("A folder that is read-only: an error that names it")
  func readOnly() async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.shell(
      "mkdir ../sealed && exec unshare -m sh -c 'mount -t tmpfs -o ro none ../sealed || exit 99; "
        + "exec \"$SLUICE\" get \(origin.url("/f.bin")) -d ../sealed'", in: folder, limit: .seconds(20))
    Self.expectFailed(run, folder)
    #expect(run.err.contains("sealed"), "\(run.err)")
    #expect(run.err.lowercased().contains("read-only"), "\(run.err)")
  }

  @Test("A folder that is a file, or below one; a folder that nobody can make")
  func noFolder() async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    try folder.write("../plain", "text")
    for place in ["../plain", "../plain/below", "/proc/nothing/here"] {
      let run = try await Sluice.run(["get", origin.url("/f.bin"), "-d", place, "--retries", "1"], in: folder)
      Self.expectFailed(run, folder)
    }
    #expect(folder.text("../plain") == "text")
  }

  @Test("A name too long: an error, and nothing left", arguments: [256, 300, 5000])
  func nameTooLong(_ count: Int) async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let folder = try Folder()
    let run = try await Sluice.run(
      ["get", origin.url("/f.bin"), "-o", String(repeating: "n", count: count)], in: folder, limit: .seconds(20))
    #expect(run.status == 1 || run.status == 2, "\(run.err)")
    #expect(!run.err.isEmpty)
    #expect(folder.names == [])
  }

  @Test("A name as long as names can be", arguments: [236, 242, 243, 248, 249, 255])
  func nameLong(_ count: Int) async throws {
    let origin = try Origin { .file(Self.body, for: $0) }
    defer { origin.stop() }
    let name = String(repeating: "n", count: count)
    let download = try await Download.get(origin.url("/f.bin"), ["-o", name], from: origin)
    download.expectDoneOrFailed(Self.body, as: name)
  }

  @Test("A full disk: said, kept, no file; with room again it goes on", arguments: [true, false])
  func full(_ knownLength: Bool) async throws {
    let origin = try Origin { request in
      let file = Answer.file(Self.body, for: request)
      return knownLength ? file : file.chunked()
    }
    defer { origin.stop() }
    let folder = try Folder()
    let script = """
      mkdir ../small && mount -t tmpfs -o size=8m none ../small || exit 99
      head -c 6M /dev/zero > ../small/filler
      "$SLUICE" get URL -d ../small --retries 1 2> ../told & pid=$!
      tries=0
      while kill -0 $pid 2> /dev/null && ! grep -qiE 'space|full' ../told && [ $tries -lt 200 ]; do
        sleep 0.1; tries=$((tries + 1))
      done
      ls ../small > ../during
      rm ../small/filler
      wait $pid || "$SLUICE" get URL -d ../small
      echo $? > ../status
      ls ../small > ../after
      cp ../small/f.bin ../result
      """.replacing("URL", with: origin.url("/f.bin"))
    let run = try await Sluice.shell("exec unshare -m sh -c '\(script.replacing("'", with: "'\\''"))'", in: folder)
    let told = folder.text("../told") ?? ""
    #expect(!run.isLate && run.status == 0, "\(run.err) \(told)")
    #expect(told.lowercased().contains("space") || told.lowercased().contains("full"), "\(told)")
    #expect(folder.text("../during")?.split(separator: "\n").contains("f.bin") == false)
    #expect(folder.text("../status") == "0\n", "\(run.err) \(told)")
    #expect(folder.text("../after") == "f.bin\n")
    #expect(folder.read("../result") == Self.body.bytes)
  }

  @Test("Room that was asked for ahead: none is left over at the end, and not much after a stop")
  func room() async throws {
    let body = Body.random(4, count: 40 << 20)
    let origin = try Origin { request in
      let file = Answer.file(body, for: request)
      return request.number == 1 ? file.stalled(at: 6 << 20) : file
    }
    defer { origin.stop() }
    let folder = try Folder()
    let running = try Sluice.start(["get", origin.url("/f.bin"), "-x", "1"], in: folder)
    try await folder.wait { ($0.size("f.bin.sluice") ?? 0) >= 5 << 20 }
    running.signal(9)
    _ = await running.finish()
    #expect(try #require(folder.occupied("f.bin.sluice")) < (6 + 17) << 20)
    let download = try await Download.get(origin.url("/f.bin"), [], from: origin, in: folder)
    download.expectDone(body)
    #expect(try #require(folder.occupied("f.bin")) < body.count + (1 << 20))
  }

  @Test("Stopped while the disk is full: what came is kept and goes on")
  func fullThenStopped() async throws {
    let origin = try Origin { .file(Self.body, for: $0).limited(toBytesPerSecond: 8 << 20) }
    defer { origin.stop() }
    let folder = try Folder()
    let script = """
      mkdir ../small && mount -t tmpfs -o size=8m none ../small || exit 99
      head -c 6M /dev/zero > ../small/filler
      "$SLUICE" get URL -d ../small --retries 1 2> ../told & pid=$!
      tries=0
      while kill -0 $pid 2> /dev/null && ! grep -qiE 'space|full' ../told && [ $tries -lt 200 ]; do
        sleep 0.1; tries=$((tries + 1))
      done
      kill -INT $pid 2> /dev/null
      wait $pid
      echo $? > ../first
      ls ../small > ../during
      rm ../small/filler
      "$SLUICE" get URL -d ../small
      echo $? > ../status
      cp ../small/f.bin ../result
      """.replacing("URL", with: origin.url("/f.bin"))
    let run = try await Sluice.shell("exec unshare -m bash -c '\(script.replacing("'", with: "'\\''"))'", in: folder)
    #expect(!run.isLate && run.status == 0, "\(run.err)")
    #expect(["1\n", "130\n"].contains(folder.text("../first")), "\(folder.text("../told") ?? "")")
    #expect(folder.text("../during")?.split(separator: "\n").contains("f.bin") == false)
    #expect(folder.text("../status") == "0\n", "\(run.err)")
    #expect(folder.read("../result") == Self.body.bytes)
  }
}
