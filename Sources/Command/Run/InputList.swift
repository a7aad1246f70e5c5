import Glibc

/// URLs from a file or standard input, one a line; blank lines and those that begin with `#` are passed over.
///
/// Holds one block and one line, however long the list is.
final class InputList {
  enum Entry: Hashable {
    case url(String)
    /// A line that is none, or a fault in reading; `line` counts from 1.
    case fault(line: Int, reason: String)
  }

  /// In bytes, its end not counted.
  static let longestLine = 64 * 1024

  private let descriptor: Int32
  private let closes: Bool
  /// Reading ends once this is readable.
  private let stopDescriptor: Int32
  private var block = [UInt8](repeating: 0, count: 64 * 1024)
  private var rest = 0..<0
  private var line = 0
  private var hasEnded = false

  /// - Parameter path: `-` is standard input.
  /// - Throws: `UsageError` when the file can't be opened.
  init(path: String, stopDescriptor: Int32 = -1) throws(UsageError) {
    self.stopDescriptor = stopDescriptor
    closes = path != "-"
    descriptor = closes ? open(path, O_RDONLY | O_CLOEXEC) : 0
    guard descriptor >= 0 else {
      throw UsageError("--input: \"\(path)\" can't be read: \(String(cString: strerror(errno)))")
    }
  }

  deinit { if closes { close(descriptor) } }

  /// Nil at the end.
  func next() -> Entry? {
    while !hasEnded {
      line += 1
      switch readLine() {
      case .text(let bytes):
        let trimmed = InputList.trim(bytes)
        if trimmed.isEmpty || trimmed.first == UInt8(ascii: "#") { continue }
        guard let url = String(validating: trimmed, as: UTF8.self) else {
          return .fault(line: line, reason: "it is not UTF-8")
        }
        return .url(url)
      case .tooLong: return .fault(line: line, reason: "it is longer than 64 KiB")
      case .failed(let code): return .fault(line: line, reason: String(cString: strerror(code)))
      case .end: return nil
      }
    }
    return nil
  }

  private enum Line {
    case text([UInt8])
    case tooLong
    case failed(Int32)
    case end
  }

  private func readLine() -> Line {
    var bytes: [UInt8] = []
    var isTooLong = false
    while true {
      if rest.isEmpty {
        let count = fill()
        guard count > 0 else {
          hasEnded = true
          if count < 0 { return .failed(errno) }
          if isTooLong { return .tooLong }
          return bytes.isEmpty ? .end : .text(bytes)
        }
        rest = 0..<count
      }
      let end = block[rest].firstIndex(of: UInt8(ascii: "\n"))
      let part = rest.lowerBound..<(end ?? rest.upperBound)
      rest = (end.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
      if bytes.count + part.count > InputList.longestLine {
        isTooLong = true
        bytes = []
      } else if !isTooLong {
        bytes.append(contentsOf: block[part])
      }
      if end != nil { return isTooLong ? .tooLong : .text(bytes) }
    }
  }

  /// - Returns: how many bytes came, 0 at the end or when asked to stop, -1 with errno.
  private func fill() -> Int {
    while true {
      var wanted = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&wanted, nfds_t(wanted.count), -1)
      if ready < 0, errno != EINTR { return -1 }
      if wanted[1].revents != 0 { return 0 }
      if ready <= 0 { continue }
      let count = read(descriptor, &block, block.count)
      if count >= 0 || (errno != EINTR && errno != EAGAIN) { return count }
    }
  }

  /// Without blanks around it, a carriage return among them, nor a byte order mark before it.
  private static func trim(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}
