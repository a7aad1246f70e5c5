import Foundation
import Glibc

/// A socket on a port of 127.0.0.1 that the kernel picked, handed to a server that is started.
final class Listener: Sendable {
  let descriptor: Int32
  let port: Int

  /// - Parameter listens: without, connections are refused.
  init(listens: Bool = true) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      return bind(descriptor, pointer, length) == 0 && (!listens || listen(descriptor, 511) == 0)
        && getsockname(descriptor, pointer, &length) == 0
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}
