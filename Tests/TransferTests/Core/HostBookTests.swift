import Testing
import Transfer

@Suite struct HostBookTests {
  private let origin = "http://a:80"
  private let busy = TransferError.status(503, url: "http://a/", line: "")
  private func ticket(_ run: Int) -> HostBook.Ticket { .init(run: run, fetch: 0) }

  @Test func admitsSoManyAndThenInTurn() {
    var book = HostBook(most: 2)
    let r1 = book.ask(ticket(1), origin: origin, now: .zero)
    #expect(r1)
    #expect(book.room(origin: origin) == 1)
    let r2 = book.ask(ticket(2), origin: origin, now: .zero)
    #expect(r2)
    let r3 = book.ask(ticket(3), origin: origin, now: .zero)
    #expect(!r3)
    let r4 = book.ask(ticket(4), origin: origin, now: .zero)
    #expect(!r4)
    let r5 = book.ask(ticket(5), origin: "http://b:80", now: .zero)
    #expect(r5)
    let r6 = book.ready(now: .zero)
    #expect(r6.isEmpty)
    book.leave(ticket(1), origin: origin)
    let r7 = book.ready(now: .zero)
    #expect(r7 == [ticket(3)])
    book.leave(ticket(4), origin: origin)
    book.leave(ticket(2), origin: origin)
    let r8 = book.ready(now: .zero)
    #expect(r8.isEmpty)
    #expect(book.room(origin: origin) == 1)
  }

  @Test func afterAWaitOneGoesFirst() {
    var book = HostBook(most: 8)
    let r9 = book.ask(ticket(0), origin: origin, now: .zero)
    #expect(r9)
    book.leave(ticket(0), origin: origin)
    let r10 = book.hold(origin: origin, until: .seconds(5), why: busy)
    #expect(r10.isEmpty)
    for run in 1...3 {
      let isAdmitted = book.ask(ticket(run), origin: origin, now: .seconds(1))
      #expect(!isAdmitted)
    }
    #expect(book.wait(origin: origin, now: .seconds(1))?.left == .seconds(4))
    #expect(book.room(origin: origin) == 0)
    let r11 = book.ready(now: .seconds(4))
    #expect(r11.isEmpty)
    let r12 = book.ready(now: .seconds(5))
    #expect(r12 == [ticket(1)])
    let r13 = book.ready(now: .seconds(6))
    #expect(r13.isEmpty)
    // Refused once more: it counts for those in line, too.
    book.leave(ticket(1), origin: origin)
    let r14 = book.hold(origin: origin, until: .seconds(9), why: busy)
    #expect(r14 == [ticket(2), ticket(3)])
    let r15 = book.ready(now: .seconds(9))
    #expect(r15 == [ticket(2)])
    book.release(origin: origin)
    let r16 = book.ready(now: .seconds(9))
    #expect(r16 == [ticket(3)])
  }
}
