internal import Glibc

/// The digest of a file in the making: taken as bytes arrive where they arrive in order, else read back at the end.
final class Checking {
  let checksum: Checksum
  private var state: Digest?
  private var next: Int64 = 0

  init(_ checksum: Checksum) {
    self.checksum = checksum
    state = Digest(checksum.algorithm)
  }

  func arrived(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    guard offset == next else { return }
    state?.update(bytes)
    next += Int64(bytes.count)
  }

  /// What has to be read back; nil when all came in order.
  func remaining(of bytes: Int64) -> Int64? { next == bytes ? nil : bytes }

  /// Of all that came. Called once.
  func digest() -> String? { state?.finish() }

  /// Of the whole file, read back.
  static func digest(of descriptor: Int32, _ checksum: Checksum) -> String? {
    guard let digest = Digest(checksum.algorithm) else { return nil }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { block.deallocate() }
    var offset: Int64 = 0
    while true {
      let count = pread(descriptor, block.baseAddress, block.count, Int(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return digest.finish() }
      digest.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
      offset += Int64(count)
    }
  }
}
