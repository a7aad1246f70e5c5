internal import CCurl
internal import Glibc

/// One request in libcurl's hands, and the way of its bytes into the output. Belongs to the loop's thread.
final class Connection {
  enum Mode {
    /// No head yet.
    case head
    /// Bytes go to the output.
    case store
    /// The body passes by; its first line is kept.
    case pass
    /// Nothing more is wanted.
    case closed
  }

  let id: Int
  let easy: UnsafeMutableRawPointer
  unowned let run: Run
  let url: WebURL
  var mode = Mode.head
  var head: ResponseHead?
  var headers: UnsafeMutablePointer<curl_slist>?
  /// The head as a whole is more than any sane origin sends.
  private(set) var hasEndlessHead = false

  /// The entity's offset of the next byte to come.
  private(set) var position: Int64 = 0
  private var compareFrom: Int64 = 0
  private var start: Int64 = 0
  /// Where its bytes are to end.
  private var limit = Int64.max
  /// Where the answer ends by itself.
  private var end = Int64.max
  private var block: UnsafeMutableRawPointer?
  private var blockCount = 0
  private var blockStart: Int64 = 0

  /// Bytes that came, whatever became of them.
  private(set) var transferred: Int64 = 0
  var seen: Int64 = 0
  var lastByte: Duration
  /// Bytes in the output since the resume data last named them.
  var unrecorded: Int64 = 0
  private(set) var isFull = false
  private(set) var differs = false
  private(set) var error: TransferError?
  private(set) var line: [UInt8] = []
  private var passed = 0
  private var inflater: Inflater?
  /// The body was not what its coding promised, or ended before the coding's own end.
  var hasCodingFault: Bool { isUndecodable || inflater?.isFinished == false }
  private var isUndecodable = false
  let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// What passes by at most, to keep the connection for the next request.
  private static let passes = 64 * 1024

  init(id: Int, easy: UnsafeMutableRawPointer, run: Run, url: WebURL, now: Duration) {
    self.id = id
    self.easy = easy
    self.run = run
    self.url = url
    lastByte = now
    errorText[0] = 0
  }

  deinit {
    errorText.deallocate()
    if let headers { curl_slist_free_all(headers) }
    if let block { run.loop.pool.give(block) }
  }

  func accept(first: Int64, compareFrom: Int64, start: Int64, limit: Int64?, end: Int64?) {
    mode = .store
    position = first
    self.compareFrom = compareFrom
    self.start = start
    self.end = end ?? .max
    self.limit = min(limit ?? .max, self.end)
    // A tail that was only to be compared, and nothing of it is there.
    if position >= self.limit, position >= start { isFull = true }
  }

  /// The body is gzip or deflate: what comes out of it is the file.
  func inflate() { inflater = Inflater() }

  func shorten(to limit: Int64) {
    self.limit = max(limit, position)
    isFull = false
  }

  /// Bytes that wait in the block.
  var pending: Int64 { block == nil ? 0 : Int64(blockCount) }

  /// Connected, and the request is sent: from here on silence is a stall.
  var isUnderWay: Bool {
    var time: curl_off_t = 0
    return sluice_getinfo_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &time) == CURLE_OK && time > 0
  }

  // MARK: From libcurl

  /// One header line, its end included.
  func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
    // Trailers come after the body and say nothing that matters here.
    guard mode == .head else { return mode != .closed }
    var line = bytes[...]
    while let last = line.last, last == 10 || last == 13 { line = line.dropLast() }
    if line.starts(with: "HTTP/".utf8) {
      head = ResponseHead(statusLine: line)
      return head != nil
    }
    guard !line.isEmpty else {
      guard let head else { return false }
      // 1xx: the real one is still to come (RFC 9110 §15.2).
      if head.status >= 200 { run.received(head, self) }
      return mode != .closed
    }
    guard head?.append(line: line) == true else {
      hasEndlessHead = true
      return false
    }
    return true
  }

  /// A piece of the body, 16 KiB at most.
  ///
  /// - Returns: false to end the answer here.
  func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
    transferred += Int64(bytes.count)
    switch mode {
    case .head, .closed: return false
    case .pass:
      if line.count < 512, !line.contains(10) { line += bytes.prefix(512 - line.count) }
      passed += bytes.count
      return passed <= Connection.passes
    case .store: break
    }
    guard let inflater else { return take(bytes) }
    let isTaken = inflater.feed(bytes) { take($0) }
    if !isTaken, error == nil { isUndecodable = true }
    return isTaken
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while position < start, !rest.isEmpty {
      let count = Int(min(Int64(rest.count), start - position))
      let piece = UnsafeRawBufferPointer(rebasing: rest[..<count])
      guard agrees(piece) else {
        differs = true
        return false
      }
      position += Int64(count)
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    if Int64(rest.count) > limit - position {
      isFull = true
      rest = UnsafeRawBufferPointer(rebasing: rest[..<Int(max(0, limit - position))])
    }
    guard store(rest) else { return false }
    if position == limit, position >= start {
      guard flush() else { return false }
      // Where the answer goes on, it is cut off; else its own end keeps the connection for the next request.
      if limit < end { run.loop.filled(self) }
    }
    return !isFull
  }

  /// Compares with what the output holds, from `compareFrom` on.
  private func agrees(_ piece: UnsafeRawBufferPointer) -> Bool {
    let skip = Int(min(Int64(piece.count), max(0, compareFrom - position)))
    guard skip < piece.count else { return true }
    do throws(TransferError) {
      let held = try run.output.read(at: position + Int64(skip), count: piece.count - skip)
      return held.count == piece.count - skip && held.elementsEqual(piece[skip...])
    } catch {
      self.error = error
      return false
    }
  }

  private func store(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while let base = rest.baseAddress, !rest.isEmpty {
      if block == nil {
        block = run.loop.pool.take()
        blockStart = position
        blockCount = 0
      }
      guard let block else {
        // Every block is in use: straight to the file.
        guard write(rest, at: position) else { return false }
        position += Int64(rest.count)
        return true
      }
      // Blocks end at multiples of their size, so that all but the first are aligned in the file.
      let room = BlockPool.blockSize - Int(blockStart % Int64(BlockPool.blockSize)) - blockCount
      let count = min(room, rest.count)
      memcpy(block + blockCount, base, count)
      blockCount += count
      position += Int64(count)
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      if count == room, !flush() { return false }
    }
    return true
  }

  /// Brings what the block holds into the output.
  @discardableResult
  func flush() -> Bool {
    guard let block else { return true }
    self.block = nil
    if blockStart == 0, run.keepsWhole(block, count: blockCount, self) { return true }
    defer { run.loop.pool.give(block) }
    guard blockCount > 0 else { return true }
    return write(UnsafeRawBufferPointer(start: block, count: blockCount), at: blockStart)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
    do throws(TransferError) {
      try run.store(bytes, at: offset, self)
      return true
    } catch {
      self.error = error
      return false
    }
  }

  /// Nothing more of it is wanted; what has come is kept.
  func close() {
    if mode == .store, !differs { flush() }
    mode = .closed
  }
}

// C calls these; they are no closures, so that no actor isolation is read into them.

func connectionHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return connection.receive(headerLine: line) ? size * count : 0
}

func connectionBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
  // A body of no bytes ends nothing.
  return connection.receive(body: body) ? size * count : (size * count == 0 ? 0 : size * count - 1)
}
