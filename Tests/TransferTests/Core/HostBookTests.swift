import Testing
import Transfer

@Suite struct HostBookTests {
  private let origin = "http://a:80"
  private let busy = TransferError.status(503, url: "http://a/", line: "")
  private func ticket(_ run: Int) -> HostBook.Ticket { .init(run: run, fetch: 0) }

  @Test func admitsSoManyAndThenInTurn() {
    var book = HostBook(most: 2)
    let first = book.ask(ticket(1), origin: origin, now: .zero)
    #expect(first)
    #expect(book.room(origin: origin) == 1)
    let second = book.ask(ticket(2), origin: origin, now: .zero)
    #expect(second)
    let third = book.ask(ticket(3), origin: origin, now: .zero)
    #expect(!third)
    let fourth = book.ask(ticket(4), origin: origin, now: .zero)
    #expect(!fourth)
    let elsewhere = book.ask(ticket(5), origin: "http://b:80", now: .zero)
    #expect(elsewhere)
    let whileFull = book.ready(now: .zero)
    #expect(whileFull.isEmpty)
    book.leave(ticket(1), origin: origin)
    let afterOneLeft = book.ready(now: .zero)
    #expect(afterOneLeft == [ticket(3)])
    book.leave(ticket(4), origin: origin)
    book.leave(ticket(2), origin: origin)
    let afterAllLeft = book.ready(now: .zero)
    #expect(afterAllLeft.isEmpty)
    #expect(book.room(origin: origin) == 1)
  }

  @Test func afterAWaitOneGoesFirst() {
    var book = HostBook(most: 8)
    let only = book.ask(ticket(0), origin: origin, now: .zero)
    #expect(only)
    book.leave(ticket(0), origin: origin)
    let counted = book.hold(origin: origin, until: .seconds(5), why: busy)
    #expect(counted.isEmpty)
    for run in 1...3 {
      let isAdmitted = book.ask(ticket(run), origin: origin, now: .seconds(1))
      #expect(!isAdmitted)
    }
    #expect(book.wait(origin: origin, now: .seconds(1))?.left == .seconds(4))
    #expect(book.room(origin: origin) == 0)
    let tooEarly = book.ready(now: .seconds(4))
    #expect(tooEarly.isEmpty)
    let afterTheWait = book.ready(now: .seconds(5))
    #expect(afterTheWait == [ticket(1)])
    let whileItTries = book.ready(now: .seconds(6))
    #expect(whileItTries.isEmpty)
    // Refused once more: it counts for those in line, too.
    book.leave(ticket(1), origin: origin)
    let countedAgain = book.hold(origin: origin, until: .seconds(9), why: busy)
    #expect(countedAgain == [ticket(2), ticket(3)])
    let afterTheSecondWait = book.ready(now: .seconds(9))
    #expect(afterTheSecondWait == [ticket(2)])
    book.release(origin: origin)
    let afterSuccess = book.ready(now: .seconds(9))
    #expect(afterSuccess == [ticket(3)])
  }
}
