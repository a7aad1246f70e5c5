internal import CLinux
internal import Glibc

/// The file that bytes gather in beside its final name, locked against other processes, and its resume data.
///
/// Belongs to the loop's thread; the descriptor alone is used elsewhere, to sync and to read back.
final class PartialFile {
  let folder: Folder
  let name: String
  // Made when asked for: most small files never need them.
  var partialName: String { FileName.partial(name) }
  var recordName: String { FileName.record(name) }
  private var newRecordName: String { partialName + ".new" }
  /// -1 until the first bytes, or an earlier run's, are there.
  private(set) var descriptor: Int32 = -1
  var hasRecord = false
  /// Small files that come in one piece need none.
  lazy var fingerprints = Fingerprints()
  private var preallocation = Preallocation()
  /// How long the file is to be, in bytes; nil while nobody knows.
  var total: Int64?
  /// It has no name yet at all: a small file that came in one piece.
  var isUnnamed = false

  init(folder: Folder, name: String) {
    self.folder = folder
    self.name = name
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var path: String { folder.path(of: name) }
  var partialPath: String { folder.path(of: partialName) }
  /// The partial file's path, while there is one.
  var keptPath: String? { descriptor >= 0 && !isUnnamed && folder.status(partialName) != nil ? partialPath : nil }

  // MARK: Bytes

  /// Makes a file without a name, for bytes that are all there: nothing is left of it should the program die.
  ///
  /// - Returns: false where the filesystem can't.
  func createUnnamed() -> Bool {
    guard descriptor < 0 else { return false }
    descriptor = sluice_open_unnamed(folder.descriptor)
    isUnnamed = descriptor >= 0
    return isUnnamed
  }

  /// Makes the file unless it is open.
  func create() throws(TransferError) {
    guard descriptor < 0 else { return }
    let file = folder.open(partialName, O_RDWR | O_CREAT | O_EXCL, mode: 0o666)
    if file >= 0 {
      descriptor = file
      guard sluice_lock(file) == 0 else { throw .inUse(path: path) }
      return
    }
    guard errno == EEXIST else { throw fault(.create) }
    guard try openExisting() else { throw .changedByOthers(path: partialPath) }
    try truncate()
  }

  func openExisting() throws(TransferError) -> Bool {
    // Between open and lock, another process may finish with the file: then it is no longer the one of that name.
    for _ in 0..<8 {
      let file = folder.open(partialName, O_RDWR | O_NONBLOCK)
      guard file >= 0 else {
        if errno == ENOENT { return false }
        throw fault(.open)
      }
      var mine = stat()
      guard fstat(file, &mine) == 0, mine.st_mode & S_IFMT == S_IFREG else {
        close(file)
        throw .changedByOthers(path: partialPath)
      }
      guard sluice_lock(file) == 0 else {
        let code = errno
        close(file)
        if code == EWOULDBLOCK { throw .inUse(path: path) }
        throw .disk(.init(operation: .lock, code: code), path: partialPath)
      }
      if folder.status(partialName)?.st_ino == mine.st_ino {
        descriptor = file
        return true
      }
      close(file)
    }
    throw .inUse(path: path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferError) {
    if !isUnnamed { fingerprints.wrote(bytes, at: offset) }
    if let total {
      preallocation.prepare(offset..<offset + Int64(bytes.count), total: total, descriptor: descriptor)
    }
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, Int(offset) + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw fault(.write) }
      done += count
    }
  }

  func read(at offset: Int64, count: Int) throws(TransferError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, Int(offset) + done)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw fault(.read) }
      guard got > 0 else { return Array(bytes[..<done]) }
      done += got
    }
    return bytes
  }

  func truncate() throws(TransferError) {
    guard descriptor >= 0 else { return }
    guard ftruncate(descriptor, 0) == 0 else { throw fault(.write) }
    fingerprints.restart()
    preallocation = Preallocation()
  }

  func size() throws(TransferError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(.read) }
    return Int64(status.st_size)
  }

  // MARK: Resume data

  /// Renews the resume data: written anew, then renamed, and readable by its owner alone.
  func save(_ data: ResumeData) throws(TransferError) {
    guard descriptor >= 0, !isUnnamed else { return }
    var data = data
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(.read) }
    data.progress?.inode = UInt64(status.st_ino)
    data.progress?.size = Int64(status.st_size)
    data.progress?.modified = status.modified
    data.progress?.fingerprints = fingerprints.all
    var file = folder.open(newRecordName, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    if file < 0, errno == EEXIST {
      folder.remove(newRecordName)
      file = folder.open(newRecordName, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }
    guard file >= 0 else { throw fault(.create, recordName) }
    let bytes = data.encoded()
    let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    let code = errno
    close(file)
    guard count == bytes.count else {
      folder.remove(newRecordName)
      throw .disk(.init(operation: .write, code: count < 0 ? code : ENOSPC), path: folder.path(of: recordName))
    }
    guard sluice_rename(folder.descriptor, newRecordName, folder.descriptor, recordName, 0) == 0 else {
      throw fault(.rename, recordName)
    }
    hasRecord = true
  }

  func removeRecord() {
    guard hasRecord else { return }
    folder.remove(recordName)
    hasRecord = false
  }

  // MARK: The end

  func sync() throws(TransferError) {
    guard fdatasync(descriptor) == 0 else { throw fault(.sync) }
  }

  /// Removes an empty partial file: there is nothing to keep.
  func discardIfEmpty() {
    guard descriptor >= 0, let size = try? size(), size == 0 else { return }
    discard()
  }

  /// Removes the partial file and its resume data.
  func discard() {
    guard descriptor >= 0, !isUnnamed else { return }
    folder.remove(partialName)
    removeRecord()
  }

  func fault(_ operation: TransferError.DiskFault.Operation, _ other: String? = nil) -> TransferError {
    .disk(.init(operation: operation, code: errno), path: other.map(folder.path(of:)) ?? partialPath)
  }
}

extension stat {
  /// When the content last changed, in nanoseconds since 1970.
  var modified: Int64 { Int64(st_mtim.tv_sec) * 1_000_000_000 + Int64(st_mtim.tv_nsec) }
}
