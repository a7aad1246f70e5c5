import Glibc
import Transfer

/// Lines on their way to a descriptor. What is appended is written by the next `flush`, from whichever thread.
final class Output: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// The reader has gone.
    var isClosed = false
  }

  private let descriptor: Int32
  private let state = Locked(State())
  /// Held while writing, so that batches keep their order; `append` never waits for it.
  private let turn = Locked(())
  /// More than this is written by whoever appends it: memory stays bounded when the reader is slow.
  private static let limit = 64 * 1024

  init(descriptor: Int32) { self.descriptor = descriptor }

  func append(_ text: String) {
    let isFull = state.withLock { state in
      guard !state.isClosed else { return false }
      state.bytes.append(contentsOf: text.utf8)
      return state.bytes.count > Output.limit
    }
    if isFull { flush() }
  }

  func write(_ text: String) {
    append(text)
    flush()
  }

  func flush() {
    turn.withLock { _ in
      let bytes = state.withLock { state in
        defer { state.bytes = [] }
        return state.bytes
      }
      if !bytes.isEmpty, !send(bytes) { state.withLock { $0.isClosed = true } }
    }
  }

  /// - Returns: false when nobody reads any more.
  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let ready = poll(&wanted, 1, 100)
        // A reader that has stopped reading must not keep a stopped command from ending.
        if ready == 0 || (ready < 0 && errno == EINTR) {
          if Signals.stopped != nil { return false }
          continue
        }
        // A pipe that is ready takes this much without blocking.
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(4096))
        let count = Glibc.write(descriptor, part.baseAddress, part.count)
        if count < 0 {
          guard errno == EINTR || errno == EAGAIN else { return false }
          continue
        }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
