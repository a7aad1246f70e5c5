internal import CZlib

/// Undoes gzip and deflate as a stream, and knows whether the stream came to its end, which libcurl does not tell.
final class Inflater {
  private var stream = z_stream()
  private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  private var isFirst = true
  /// The stream's own end was reached.
  private(set) var isFinished = false

  init?() { guard sluice_inflate_init(&stream) == Z_OK else { return nil } }

  deinit {
    inflateEnd(&stream)
    block.deallocate()
  }

  /// - Parameter emit: gets what comes out; false ends it.
  /// - Returns: false when the bytes are none of these codings, or `emit` said so.
  func feed(_ bytes: UnsafeRawBufferPointer, emit: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return true }
    if isFinished {
      // Several gzip members make one file (RFC 1952 §2.2); what else may follow is padding.
      guard bytes[0] == 0x1F else { return true }
      inflateReset(&stream)
      isFinished = false
    }
    defer { isFirst = false }
    set(base, bytes.count)
    while stream.avail_in > 0 {
      stream.next_out = block.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.avail_out = UInt32(block.count)
      var code = inflate(&stream, Z_NO_FLUSH)
      if code == Z_DATA_ERROR, isFirst, stream.total_out == 0 {
        // Some send deflate without the zlib head that RFC 9110 §8.4.1.2 asks for.
        inflateEnd(&stream)
        stream = z_stream()
        guard sluice_inflate_init_raw(&stream) == Z_OK else { return false }
        set(base, bytes.count)
        isFirst = false
        stream.next_out = block.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(block.count)
        code = inflate(&stream, Z_NO_FLUSH)
      }
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { return false }
      let count = block.count - Int(stream.avail_out)
      if count > 0, !emit(UnsafeRawBufferPointer(rebasing: block[..<count])) { return false }
      if code == Z_STREAM_END {
        isFinished = true
        let rest = bytes.count - Int(stream.avail_in)
        return stream.avail_in == 0 || feed(UnsafeRawBufferPointer(rebasing: bytes[rest...]), emit: emit)
      }
    }
    return true
  }

  private func set(_ base: UnsafeRawPointer, _ count: Int) {
    // zlib reads from it only; the field is not const for old compilers' sake.
    stream.next_in = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
    stream.avail_in = UInt32(count)
  }
}
