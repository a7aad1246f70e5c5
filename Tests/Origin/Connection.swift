/// One accepted connection: heads in, answers out, until one side ends it.
struct Connection {
  let socket: Socket
  let number: Int
  let origin: Origin

  private enum Ending { case keep, close, reset }

  func serve() {
    var pending: [UInt8] = []
    var ending = Ending.keep
    while ending == .keep, let head = readHead(&pending) {
      let (_, answer, index) = origin.answer(head, connection: number)
      ending = send(answer, index)
      if ending == .keep, head.wantsClose { ending = .close }
      origin.noteDone(index, connection: number)
    }
    if ending == .reset {
      origin.end(number) { socket.reset() }
    } else {
      origin.end(number) { socket.close() }
    }
  }

  /// Nil at the end of the connection, and for what is no head.
  private func readHead(_ pending: inout [UInt8]) -> RequestHead? {
    let blank: [UInt8] = [13, 10, 13, 10]
    while true {
      if let end = pending.indices.dropLast(3).first(where: { Array(pending[$0..<$0 + 4]) == blank }) {
        guard let head = RequestHead(String(decoding: pending[..<end], as: UTF8.self)) else { return nil }
        pending.removeFirst(end + 4)
        while pending.count < head.bodyLength {
          guard let more = socket.receive(16384) else { return nil }
          pending += more
        }
        pending.removeFirst(head.bodyLength)
        return head
      }
      guard pending.count < 1 << 20, let more = socket.receive(16384) else { return nil }
      pending += more
    }
  }

  private func send(_ answer: Answer, _ index: Int) -> Ending {
    if answer.delay > .zero, !socket.wait(until: .now + answer.delay) { return .close }
    if !answer.isSilent {
      guard socket.send(Array((answer.preamble + answer.head).utf8)) else { return .close }
      origin.noteHead(index, status: answer.status)
    }
    if !answer.omitsBody, !answer.isSilent {
      guard sendBody(answer, index) else { return .close }
    }
    switch answer.end {
    case .whole: return answer.closesConnection ? .close : .keep
    case .cut: return .close
    case .reset: return .reset
    case .stall:
      _ = socket.wait(until: nil)
      return .close
    }
  }

  /// False when the client has gone.
  private func sendBody(_ answer: Answer, _ index: Int) -> Bool {
    let began = ContinuousClock.now
    var steps = 0
    var sent = 0
    let last = answer.bodyEnd
    while sent < last {
      var end = min(sent + (answer.pace?.bytes ?? 65536), last)
      if let pause = answer.pause, sent <= pause.at, pause.at < end {
        if pause.at == sent {
          guard socket.wait(until: .now + pause.for) else { return false }
        } else {
          end = pause.at
        }
      }
      guard socket.send(answer.encoded(answer.body[sent..<end].bytes)) else { return false }
      origin.noteBody(index, sent: end - sent)
      sent = end
      steps += 1
      if let pace = answer.pace, sent < last, !socket.wait(until: began + pace.every * steps) { return false }
    }
    return answer.end != .whole || socket.send(answer.bodyTail)
  }
}
