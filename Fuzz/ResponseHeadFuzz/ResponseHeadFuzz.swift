import Transfer

/// Any bytes as a head, cut at its line feeds; and each value as each kind of value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // libFuzzer lends the bytes until this returns.
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  guard let first = lines.first, var head = ResponseHead(statusLine: first) else { return 0 }
  precondition(100...999 ~= head.status, "a status of other than three digits")
  for line in lines.dropFirst() {
    let before = head
    if !head.append(line: line) { precondition(head == before, "a refused line left something") }
  }
  // Again and again, until it is full.
  var full = head
  for _ in 0...256 where full.append(line: lines.last ?? first) {}
  precondition(full.fields.count <= 256, "too many fields")
  precondition(full.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= 65_536, "too many bytes")
  for field in head.fields {
    precondition(!field.name.isEmpty && !field.name.contains(" "), "a name that is none")
    precondition(isClean(field.name) && isClean(field.value), "controls or blanks")
    check(value: field.value)
    precondition(head.values(field.name).first == head.value(field.name), "first of several")
  }
  if case .length(let length) = head.contentLength { precondition(length >= 0, "a negative length") }
  if case .range(let range, let total)? = head.contentRange {
    precondition(range.lowerBound >= 0 && range.upperBound <= total ?? .max, "a range beyond its total")
  }
  precondition(!head.contentCodings.contains { $0 == "identity" || $0.isEmpty || $0 != $0.lowercased() }, "codings")
  if let location = head.location { precondition(!location.isEmpty && isClean(location), "location") }
  _ = (head.acceptsRanges, head.isMultipartRanges, head.date, head.lastModified)
  return 0
}

private func isClean(_ text: String) -> Bool {
  !text.utf8.contains { $0 < 0x20 || $0 == 0x7F } && text.utf8.first != 0x20 && text.utf8.last != 0x20
}

private func check(value: String) {
  if let tag = EntityTag(value) {
    precondition(EntityTag(tag.text) == tag, "a tag's own text reads otherwise")
    precondition(tag.isStronglyEqual(to: tag) != tag.isWeak, "strong equality")
  }
  let now: Int64 = 1_800_000_000
  if let date = HTTPDate.seconds(value, now: now) {
    precondition(-62_167_219_200...253_402_300_800 ~= date, "outside four-digit years")
    precondition(RetryAfter.seconds(value, now: now) == max(0, date - now), "a date as Retry-After")
  }
  if let wait = RetryAfter.seconds(value, now: now) { precondition(wait >= 0, "a negative wait") }
}
