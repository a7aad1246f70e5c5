internal import Glibc

/// A file that came whole in one block: written and named in one go, away from the loop's thread.
struct SmallFile: Sendable {
  let folder: Folder
  let name: String
  let existing: TransferOptions.ExistingFile
  let syncs: Bool
  /// Its bytes are not what they should be: they are set aside.
  let isWrong: Bool

  /// - Returns: the path it got.
  func write(_ bytes: UnsafeRawBufferPointer) -> Result<String, TransferError> {
    let file = PartialFile(folder: folder, name: name)
    do throws(TransferError) {
      if existing == .overwrite || !file.createUnnamed() { try file.create() }
      try file.write(bytes, at: 0)
      if isWrong { return .success(try file.quarantine()) }
      if syncs { try file.sync() }
      let path = try file.publish(existing: existing)
      if syncs { fsync(folder.descriptor) }
      return .success(path)
    } catch {
      file.discard()
      return .failure(error)
    }
  }
}
