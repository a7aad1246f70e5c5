import Glibc

/// A TCP socket, blocking. Its owner closes it, once.
struct Socket: Sendable {
  enum Family: Sendable { case ipv4, ipv6 }

  struct Failure: Error, CustomStringConvertible {
    let call: String
    let code = errno
    var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  let descriptor: Int32

  // MARK: Listening

  /// Listens on loopback, on a port that the kernel picks.
  static func listening(_ family: Family, backlog: Int32) throws -> Socket {
    let domain = family == .ipv4 ? AF_INET : AF_INET6
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Socket(descriptor: Glibc.socket(domain, type, 0))
    guard socket.descriptor >= 0 else { throw Failure(call: "socket") }
    let bound =
      switch family {
      case .ipv4:
        socket.bind(
          sockaddr_in(
            sin_family: sa_family_t(AF_INET), sin_port: 0, sin_addr: in_addr(s_addr: UInt32(0x7f00_0001).bigEndian),
            sin_zero: (0, 0, 0, 0, 0, 0, 0, 0)))
      case .ipv6:
        socket.bind(
          sockaddr_in6(
            sin6_family: sa_family_t(AF_INET6), sin6_port: 0, sin6_flowinfo: 0, sin6_addr: in6addr_loopback,
            sin6_scope_id: 0))
      }
    guard bound, Glibc.listen(socket.descriptor, backlog) == 0 else {
      let failure = Failure(call: "bind")
      socket.close()
      throw failure
    }
    return socket
  }

  private func bind<Address>(_ address: Address) -> Bool {
    withUnsafeBytes(of: address) { bytes in
      Glibc.bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count)) == 0
    }
  }

  var port: Int {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
      // The port stands at the same place in sockaddr_in and sockaddr_in6.
      return Int(UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self)))
    }
  }

  /// Nil once the socket was shut down.
  func accept() -> Socket? {
    while true {
      let accepted = Glibc.accept(descriptor, nil, nil)
      if accepted >= 0 {
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        let socket = Socket(descriptor: accepted)
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, to: Int32(1))
        // Small, so that "sent" stays close to "received".
        socket.set(SOL_SOCKET, SO_SNDBUF, to: Int32(64 << 10))
        return socket
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  private func set<Value>(_ level: Int32, _ option: Int32, to value: Value) {
    _ = withUnsafeBytes(of: value) { setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) }
  }

  // MARK: Bytes

  /// At most `limit` bytes; nil at the end and on an error.
  func receive(_ limit: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    while true {
      let count = recv(descriptor, &buffer, limit, 0)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
  }

  /// Sends everything; false when the peer has gone.
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// The peer has closed its side, even if nobody has noticed yet.
  var isAbandoned: Bool {
    var watched = pollfd(fd: descriptor, events: Self.peerClosed, revents: 0)
    return poll(&watched, 1, 0) > 0
  }

  /// POLLRDHUP, which is behind _GNU_SOURCE.
  private static let peerClosed: Int16 = 0x2000

  /// Waits until `deadline`, for ever when nil; false when the peer has gone before.
  func wait(until deadline: ContinuousClock.Instant?) -> Bool {
    while true {
      var timeout: Int32 = -1
      if let deadline {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return true }
        timeout = Int32(clamping: left.milliseconds + 1)
      }
      var watched = pollfd(fd: descriptor, events: Self.peerClosed, revents: 0)
      if poll(&watched, 1, timeout) > 0 { return false }
    }
  }

  // MARK: The end

  /// Wakes whoever waits on it; the descriptor stays open.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// What was sent still arrives, then the end.
  func close() {
    // A child that was started at the wrong moment may hold the descriptor too: closing alone would not end it.
    shutDown()
    Glibc.close(descriptor)
  }

  /// Waits for the peer's kernel to have what was sent, then resets the connection.
  func reset() {
    var queued: Int32 = 1
    let deadline = ContinuousClock.now + .seconds(1)
    while ioctl(descriptor, UInt(TIOCOUTQ), &queued) == 0, queued > 0, ContinuousClock.now < deadline {
      guard wait(until: .now + .milliseconds(1)) else { break }
    }
    set(SOL_SOCKET, SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    // Dissolving the association resets at once, whoever else holds the descriptor.
    var nowhere = sockaddr(sa_family: sa_family_t(AF_UNSPEC), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    Glibc.close(descriptor)
  }
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
