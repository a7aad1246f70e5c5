internal import Glibc

/// This boot of the machine: what only another one's page cache held is gone.
enum Boot {
  /// The kernel's boot id; empty where there is none, which equals no boot.
  static let id: String = {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 32 }, as: UTF8.self)
  }()
}
