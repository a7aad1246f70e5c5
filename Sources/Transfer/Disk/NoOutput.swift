/// Before the first answer there is no name, and nothing to write.
final class NoOutput: Output {
  func create() throws(TransferError) {}
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferError) {}
  func read(at offset: Int64, count: Int) throws(TransferError) -> [UInt8] { [] }
}
