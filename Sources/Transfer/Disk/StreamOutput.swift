internal import Glibc

/// A pipe or a terminal. It remembers the last bytes, so that a resumed answer can be compared with them.
final class StreamOutput: Output {
  private let descriptor: Int32
  private var tail: [UInt8] = []
  private(set) var written: Int64 = 0

  init(descriptor: Int32) { self.descriptor = descriptor }

  func create() throws(TransferError) {}

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferError) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
        continue
      }
      guard count > 0 else {
        if errno == EPIPE { throw .streamClosed }
        throw .disk(.init(operation: .write, code: errno), path: "standard output")
      }
      done += count
    }
    written += Int64(bytes.count)
    tail += bytes.suffix(Int(Transfer.overlap))
    tail.removeFirst(max(0, tail.count - Int(Transfer.overlap)))
  }

  func read(at offset: Int64, count: Int) throws(TransferError) -> [UInt8] {
    let first = written - Int64(tail.count)
    guard offset >= first, offset <= written else { return [] }
    let start = Int(offset - first)
    return Array(tail[start..<min(tail.count, start + count)])
  }
}
