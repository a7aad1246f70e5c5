import Testing
import Transfer

@testable import Command

@Suite struct BoardTests {
  private func progress(_ received: Int64, _ total: Int64?, _ transferred: Int64) -> TransferEvent {
    .progress(.init(received: received, total: total, transferred: transferred, connections: 2))
  }

  @Test func `a download from its start to its end`() throws {
    var board = Board(jobs: 2, now: .zero)
    board.add(id: 0, url: "http://me:pw@h/f?sig=1")
    #expect(board.running(now: .zero).map(\.phase) == [.connecting])
    #expect(board.running(now: .zero).map(\.title) == ["http://h/f?…"])
    board.apply(.started(name: "f", total: 1000), id: 0, now: .seconds(1))
    let applied = board.apply(progress(250, 1000, 250), id: 0, now: .seconds(2))
    let row = try #require(applied)
    #expect(row.title == "f")
    #expect(row.received == 250)
    #expect(row.connections == 2)
    #expect(board.unfinished == 1)
    board.apply(.ended(.completed(path: "f", bytes: 1000)), id: 0, now: .seconds(3))
    #expect(board.running(now: .zero).isEmpty)
    #expect(board.unfinished == 0)
    #expect(board.counts.completed == 1)
    #expect(board.counts.bytes == 1000)
  }

  @Test func `an earlier run's bytes make no speed`() throws {
    var board = Board(jobs: 1, now: .zero)
    board.isComplete = true
    board.add(id: 0, url: "u")
    board.apply(.started(name: "f", total: 1_000_000), id: 0, now: .zero)
    board.apply(.resumed(bytes: 900_000), id: 0, now: .zero)
    for step in 1...50 {
      let new = Int64(step) * 100
      board.apply(progress(900_000 + new, 1_000_000, new), id: 0, now: .milliseconds(step * 100))
      board.advance(now: .milliseconds(step * 100))
    }
    let row = try #require(board.running(now: .zero).first)
    #expect(abs(try #require(row.meter.rate(now: .seconds(5))) - 1000) < 50)
    #expect(abs(try #require(board.meter.rate(now: .seconds(5))) - 1000) < 50)
    #expect(abs((try #require(row.left.shown) - .seconds(95)) / .seconds(1)) < 3)
    #expect(abs((try #require(board.left.shown) - .seconds(95)) / .seconds(1)) < 3)
    #expect(board.counts.transferred == 5000)
  }

  @Test func `outcomes are counted apart`() {
    var board = Board(jobs: 4, now: .zero)
    let outcomes: [TransferOutcome] = [
      .completed(path: "a", bytes: 1), .skipped(path: "b"), .failed(.streamClosed, partial: nil),
      .stopped(partial: nil),
    ]
    for (id, outcome) in outcomes.enumerated() {
      board.add(id: id, url: "u")
      board.apply(.ended(outcome), id: id, now: .zero)
    }
    board.addFault()
    #expect(board.counts.completed == 1)
    #expect(board.counts.skipped == 1)
    #expect(board.counts.failed == 2)
    #expect(board.counts.stopped == 1)
    #expect(board.counts.added == 5)
  }

  @Test func `those at work are shown, in order, and no more than run at once`() {
    var board = Board(jobs: 3, now: .zero)
    for id in 0..<10 { board.add(id: id, url: "u\(id)") }
    #expect(board.running(now: .zero).map(\.id) == [0, 1, 2])
    board.apply(.started(name: "c", total: nil), id: 2, now: .zero)
    board.apply(.started(name: "a", total: nil), id: 0, now: .zero)
    #expect(board.running(now: .zero).map(\.id) == [0, 1, 2])
    board.apply(.ended(.skipped(path: "a")), id: 0, now: .zero)
    #expect(board.running(now: .zero).map(\.id) == [1, 2, 3])
    #expect(board.unfinished == 9)
  }

  @Test func `waiting ends when bytes come`() throws {
    var board = Board(jobs: 1, now: .zero)
    board.add(id: 0, url: "u")
    board.apply(.waiting(seconds: 5, why: .unresolved(host: "h")), id: 0, now: .seconds(1))
    guard case .waiting(let until, let why) = board.running(now: .zero).first?.phase else {
      Issue.record("it does not wait")
      return
    }
    #expect(until == .seconds(6))
    #expect(why.contains("h"))
    board.apply(progress(1, nil, 1), id: 0, now: .seconds(7))
    #expect(board.running(now: .zero).first?.phase == .running)
  }

  @Test func `what is not expected does no harm`() {
    var board = Board(jobs: 1, now: .zero)
    let nobody = board.apply(.entityChanged, id: 7, now: .zero)
    #expect(nobody == nil)
    board.add(id: 0, url: "u")
    board.apply(.waiting(seconds: .infinity, why: .streamClosed), id: 0, now: .zero)
    board.apply(progress(.max, .min, .max), id: 0, now: .seconds(1))
    board.apply(progress(.min, .max, .min), id: 0, now: .seconds(2))
    board.isComplete = true
    board.advance(now: .seconds(3))
    #expect(board.unfinished == 1)
  }
}
