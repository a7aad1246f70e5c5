import Transfer

/// Any bytes as resume data, and records made of them: sealed, so that what lies behind the seal is reached.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // libFuzzer lends the bytes until this returns.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let data = try? ResumeData(bytes: bytes) {
    check(data)
    precondition(read(data) == data, "it reads otherwise when written again")
  }
  let made = record(bytes)
  if let data = read(made) {
    check(data)
    precondition(read(data) == data, "a record reads otherwise when written again")
    precondition(data.progress == made.progress && data.bytesReceived == made.bytesReceived, "a record changed")
  }
  return 0
}

/// Nil when what was written contradicts itself; nothing else may be wrong with it.
private func read(_ data: ResumeData) -> ResumeData? {
  do throws(ResumeData.ResumeDataError) {
    return try ResumeData(bytes: data.encoded())
  } catch {
    guard case .inconsistent = error else { preconditionFailure("what was written is \(error)") }
    return nil
  }
}

private func check(_ data: ResumeData) {
  precondition(!data.url.isEmpty && data.bytesReceived >= 0, "no URL, or a negative count")
  for line in [data.url, data.entityTag, data.lastModified] {
    precondition(line?.utf8.contains { $0 < 0x20 || $0 == 0x7F } != true, "a control character for a request")
  }
  if let name = data.tempFileName {
    precondition(![".", "..", ""].contains(name) && !name.utf8.contains(UInt8(ascii: "/")), "a path for a name")
  }
  guard let progress = data.progress else { return }
  let end = progress.total ?? .max
  var last: Int64 = 0
  var sum: Int64 = 0
  for range in progress.written {
    precondition(range.lowerBound >= last && !range.isEmpty && range.upperBound <= end, "written ranges")
    last = range.upperBound
    sum += range.upperBound - range.lowerBound
  }
  precondition(sum == data.bytesReceived, "the count of bytes")
  let written = ByteRanges(progress.written)
  precondition(progress.synced.allSatisfy { written.contains($0) }, "synced but not written")
  precondition(progress.size >= 0, "a negative size")
}

/// Small steps between the ends of ranges, so that good records come about as well as bad ones.
private func record(_ bytes: [UInt8]) -> ResumeData {
  var rest = bytes[...]
  func next() -> Int64 { Int64(rest.popFirst() ?? 0) }
  func ranges() -> [Range<Int64>] {
    var end: Int64 = 0
    return (0..<next() % 8).map { _ in
      let start = end + next() % 16 - 1
      end = start + next() % 32
      return start..<end
    }
  }
  let written = ranges()
  let synced = next() % 2 == 0 ? written : ranges()
  let sum = written.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
  var data = ResumeData(url: "http://a/", bytesReceived: sum + (next() == 1 ? 1 : 0))
  data.progress = .init(
    written: written, synced: synced, total: next() % 2 == 0 ? nil : next() * 2, bootID: "boot", date: next(),
    inode: UInt64(next()) << 56, modified: next(), size: next() - 1, isClean: next() % 2 == 0)
  let text = String(fieldBytes: rest)
  data.tempFileName = text.isEmpty ? nil : text
  data.localPath = text
  data.entityTag = String(text.prefix(8))
  data.progress?.bootID = PropertyList.carriable(text)
  return data
}
