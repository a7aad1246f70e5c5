internal import Glibc

/// What the system calls an errno.
enum SystemError {
  static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    let text = strerror_r(code, &buffer, buffer.count)
    return text == 0
      ? String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : "error \(code)"
  }
}
