import Transfer

/// Any bytes as the value of Content-Range.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // libFuzzer lends the bytes until this returns.
  let text = String(fieldBytes: UnsafeBufferPointer(start: start, count: count))
  guard let value = ContentRange(text) else { return 0 }
  let canonical: String
  switch value {
  case .range(let range, let total):
    precondition(range.lowerBound >= 0 && !range.isEmpty, "an empty or negative range")
    precondition(range.upperBound <= total ?? .max, "a range beyond its total")
    canonical = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total.map(String.init) ?? "*")"
  case .unsatisfied(let total):
    precondition(total >= 0, "a negative total")
    canonical = "bytes */\(total)"
  }
  precondition(ContentRange(canonical) == value, "its own form reads otherwise")
  return 0
}
