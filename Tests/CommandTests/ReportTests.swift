import CLinux
import Testing
import Transfer

@testable import Command

@Suite struct ReportTests {
  init() { sluice_use_utf8() }

  private func row(_ name: String?, resumed: Int64 = 0) -> Board.Row {
    var row = Board.Row(id: 0, source: "http://me:s3cret@h/f", now: .zero)
    row.name = name
    row.resumed = resumed
    return row
  }

  @Test func `the pace is that of this run's bytes`() {
    let event = TransferEvent.ended(.completed(path: "f", bytes: 10 << 20))
    let line = EventText.line(event, row("f", resumed: 8 << 20), .ends, now: .seconds(2))
    #expect(line == "f: 10.0 MiB in 2.0 s (1.00 MiB/s, 8.00 MiB of it from earlier)")
    #expect(EventText.line(event, row("f"), .ends, now: .milliseconds(5)) == "f: 10.0 MiB")
  }

  @Test(
    arguments: [
      (.ended(.failed(.streamClosed, partial: nil)), .errors), (.entityChanged, .notes), (.discarded(why: "w"), .notes),
      (.needsURL(.needsURL(status: 403, url: "u")), .notes), (.ended(.completed(path: "p", bytes: 1)), .ends),
      (.ended(.skipped(path: "p")), .ends), (.ended(.stopped(partial: nil)), .ends), (.resumed(bytes: 1), .all),
      (.redirected(to: "http://x"), .all), (.started(name: "f", total: 1), .all),
      (.waiting(seconds: 1, why: .streamClosed), .all),
    ] as [(TransferEvent, EventText.Amount)])
  func `each event is said from its amount on`(event: TransferEvent, least: EventText.Amount) {
    for amount in [EventText.Amount.errors, .notes, .ends, .all] {
      let line = EventText.line(event, row("f"), amount, now: .seconds(1))
      #expect((line != nil) == (amount >= least))
      #expect(line?.contains("s3cret") != true)
    }
  }

  @Test func `lines have no control characters`() {
    let line = EventText.line(.ended(.skipped(path: "a\n\u{1B}[1m")), row(nil), .all, now: .zero)
    #expect(line == "a??[1m is there already: left as it is")
  }

  @Test func `a single failure is told once, several are listed`() {
    var summary = Summary()
    var counts = Board.Counts()
    counts.added = 1
    counts.failed = 1
    summary.add(.init(what: "http://h/a", why: "http://h/a was answered with status 404"))
    #expect(!summary.text(counts, after: .seconds(1)).contains("404"))
    counts.added = 3
    counts.failed = 2
    summary.add(.init(what: "http://h/long/b", why: "no such host"))
    let lines = summary.text(counts, after: .seconds(1)).split(separator: "\n")
    #expect(lines.first == "0 done, 2 failed: 0 B in 1.0 s (0 B/s)")
    #expect(
      lines.dropFirst() == [
        "Failed:", "  http://h/a       was answered with status 404", "  http://h/long/b  no such host",
      ])
  }

  @Test func `a list of failures ends somewhere`() {
    var summary = Summary()
    var counts = Board.Counts()
    counts.added = 5000
    counts.failed = 5000
    for index in 0..<5000 { summary.add(.init(what: "u\(index)", why: "w")) }
    let lines = summary.text(counts, after: .seconds(1)).split(separator: "\n")
    #expect(lines.count == Summary.mostFailures + 3)
    #expect(lines.last == "  and \(5000 - Summary.mostFailures) more")
  }

  @Test(
    arguments: [
      ([], true, false, true, .ends), ([], false, false, false, .ends), (["-q"], true, false, false, .errors),
      (["-v"], false, false, false, .all), (["--progress", "bar"], false, false, true, .ends),
      (["--progress", "plain"], true, false, false, .ends), (["--progress", "none"], true, false, false, .notes),
      (["--progress", "bar", "-q"], true, false, false, .errors), (["--json"], true, true, false, .notes),
      (["-o", "-"], true, true, false, .ends), (["-o", "-"], true, false, true, .ends),
    ] as [([String], Bool, Bool, Bool, EventText.Amount)])
  func `how it is shown follows from options and outputs`(
    words: [String], errors: Bool, output: Bool, draws: Bool, amount: EventText.Amount
  ) throws {
    let command = try GetCommand((words + ["u"])[...])
    let display = Display(
      command, errors: .init(isTerminal: errors, isCapable: errors),
      output: .init(isTerminal: output, isCapable: output))
    #expect(display.draws == draws)
    #expect(display.amount == amount)
  }

  @Test func `a terminal that can't move its cursor gets lines`() throws {
    let command = try GetCommand(["u"])
    let dumb = Display.Surface(isTerminal: true, isCapable: false)
    #expect(!Display(command, errors: dumb, output: dumb).draws)
  }
}
