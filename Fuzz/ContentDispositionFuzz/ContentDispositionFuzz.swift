import Transfer

/// Any bytes as the value of Content-Disposition, and as a URL's path: what comes out is a safe name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // libFuzzer lends the bytes until this returns.
  let text = String(fieldBytes: UnsafeBufferPointer(start: start, count: count))
  if let name = ContentDisposition.filename(text) {
    precondition(!name.isEmpty, "an empty name")
    if let name = FileName.safe(name) { check(name) }
  }
  if let name = FileName.safe(text) { check(name) }
  if let name = FileName.fromURL(path: text) { check(name) }
  return 0
}

private func check(_ name: String) {
  precondition(isComponent(name), "not one component")
  precondition(!name.hasPrefix(".") && !name.hasPrefix("-"), "hidden, or like an option")
  precondition(name.first?.isWhitespace == false && name.last?.isWhitespace == false, "blanks around")
  precondition(!name.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a control character")
  precondition(
    !name.unicodeScalars.contains { 0x202A...0x202E ~= $0.value || 0x2066...0x2069 ~= $0.value }, "direction")
  precondition(FileName.safe(name).map { $0.utf8.elementsEqual(name.utf8) } == true, "safe twice is not safe once")
  let numbered = FileName.numbered(name, 7)
  precondition(isComponent(numbered) && numbered != name, "numbered")
  for beside in [FileName.partial(name), FileName.record(name), FileName.quarantine(name)] {
    precondition(isComponent(beside) && beside != name, "beside")
    precondition(FileName.safe(beside) != beside, "an origin could name it")
  }
}

private func isComponent(_ name: String) -> Bool {
  1...255 ~= name.utf8.count && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
    && !name.utf8.contains(0)
}
