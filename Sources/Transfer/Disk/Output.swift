/// Where the bytes of a download go: a file, at any offset, or a stream, in order.
protocol Output: AnyObject {
  /// Called before the first write.
  func create() throws(TransferError)
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferError)
  /// Bytes written before; fewer than `count` where they are not to be had.
  func read(at offset: Int64, count: Int) throws(TransferError) -> [UInt8]
}

extension PartialFile: Output {}
