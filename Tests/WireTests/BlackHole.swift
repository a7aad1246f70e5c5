import Glibc

/// A port of loopback that never completes a connection: its queue is full.
final class BlackHole: Sendable {
  let port: Int
  private let descriptors: [Int32]

  struct Failure: Error {
    let code = errno
  }

  init() throws {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let listener = socket(AF_INET, type, 0)
    var address = sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: 0, sin_addr: in_addr(s_addr: UInt32(0x7f00_0001).bigEndian),
      sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var open = [listener]
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      return bind(listener, pointer, length) == 0 && listen(listener, 0) == 0
        && getsockname(listener, pointer, &length) == 0
    }
    guard isListening else { throw Failure() }
    // The queue takes backlog + 1; what follows stays in SYN-SENT.
    for _ in 0..<4 {
      let client = socket(AF_INET, type, 0)
      _ = withUnsafeBytes(of: address) {
        connect(client, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
      }
      open.append(client)
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    descriptors = open
  }

  func close() { for descriptor in descriptors { Glibc.close(descriptor) } }
}
