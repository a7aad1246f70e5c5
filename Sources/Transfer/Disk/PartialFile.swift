internal import CLinux
internal import Glibc

/// The file that bytes gather in beside its final name, locked against other processes, and its resume data.
///
/// Belongs to the loop's thread; the descriptor alone is used elsewhere, to sync and to read back.
final class PartialFile {
  let folder: Folder
  let name: String
  // Made when asked for: most small files never need them.
  private var partialName: String { FileName.partial(name) }
  private var recordName: String { FileName.record(name) }
  private var newRecordName: String { partialName + ".new" }
  /// -1 until the first bytes, or an earlier run's, are there.
  private(set) var descriptor: Int32 = -1
  private(set) var hasRecord = false
  /// Small files that come in one piece need none.
  private lazy var fingerprints = Fingerprints()
  private var preallocation = Preallocation()
  /// How long the file is to be, in bytes; nil while nobody knows.
  var total: Int64?
  /// It has no name yet at all: a small file that came in one piece.
  private var isUnnamed = false

  init(folder: Folder, name: String) {
    self.folder = folder
    self.name = name
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var path: String { folder.path(of: name) }
  var partialPath: String { folder.path(of: partialName) }
  /// The partial file's path, while there is one.
  var keptPath: String? { descriptor >= 0 && !isUnnamed && folder.status(partialName) != nil ? partialPath : nil }

  // MARK: What an earlier run left

  enum Found {
    case nothing
    /// `proof`: what must still be in the file for it to be as it was left; none when that is plain to see.
    case held(Held, proof: [ResumeData.Fingerprint])
    /// There was something that can't be used, and why; it is gone.
    case unusable(String)
    /// The file had got its name, and only its resume data was left.
    case complete(bytes: Int64)
  }

  /// Looks for an earlier run's bytes, and locks them.
  ///
  /// - Parameter bootID: this boot's; bytes that only another boot's page cache held don't count.
  /// - Throws: `TransferError.inUse` when another process has them, `.disk` when they can't be opened.
  func find(bootID: String, restarts: Bool) throws(TransferError) -> Found {
    let record = try readRecord()
    guard try openExisting() else {
      guard let record else { return .nothing }
      defer { folder.remove(recordName) }
      if !restarts, case .success(let data) = record, let progress = data.progress, let status = folder.status(name),
        status.st_ino == progress.inode, progress.total == Int64(status.st_size)
      {
        return .complete(bytes: Int64(status.st_size))
      }
      return .unusable("its partial file is gone")
    }
    func refuse(_ why: String) throws(TransferError) -> Found {
      try truncate()
      if record != nil { folder.remove(recordName) }
      return .unusable(why)
    }
    if restarts { return try refuse("as asked, it starts anew") }
    guard let record else {
      guard try size() > 0 else { return .nothing }
      return try refuse("the partial file has no resume data")
    }
    switch record {
    case .failure(let why): return try refuse("its resume data can't be used (\(why))")
    case .success(let data):
      hasRecord = true
      return try check(data, bootID: bootID, refuse)
    }
  }

  private func check(
    _ data: ResumeData, bootID: String, _ refuse: (String) throws(TransferError) -> Found
  ) throws(TransferError) -> Found {
    guard let progress = data.progress else { return try refuse("its resume data is another program's") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault(.read) }
    let sameBoot = progress.bootID == bootID && !bootID.isEmpty
    let written = ByteRanges(sameBoot ? progress.written : progress.synced)
    guard written.upperBound <= Int64(status.st_size) else {
      // After a crash of the machine a file may be shorter than it was; else someone cut it.
      if sameBoot { throw .changedByOthers(path: partialPath) }
      return try refuse("the partial file is shorter than its resume data says")
    }
    if sameBoot, progress.isClean, progress.size != Int64(status.st_size) { throw .changedByOthers(path: partialPath) }
    let untouched =
      progress.isClean && progress.inode == status.st_ino && progress.size == Int64(status.st_size)
      && progress.modified == status.modified
    let validator = Validator(
      entityTag: data.entityTag.flatMap { EntityTag($0) }, lastModified: data.lastModified, date: progress.date)
    let known = progress.fingerprints.filter { written.contains($0.range) }
    fingerprints.continues(from: known)
    return .held(
      Held(
        entity: Entity(total: progress.total, validator: validator), written: written,
        synced: ByteRanges(progress.synced), source: data.url),
      proof: untouched ? [] : known)
  }

  private func readRecord() throws(TransferError) -> Result<ResumeData, ResumeData.ResumeDataError>? {
    let file = folder.open(recordName, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      if errno == ELOOP { return .failure(.notResumeData) }
      throw .disk(.init(operation: .open, code: errno), path: folder.path(of: recordName))
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= 16 << 20 {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    do throws(ResumeData.ResumeDataError) {
      return .success(try ResumeData(bytes: bytes))
    } catch {
      return .failure(error)
    }
  }

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

  private func openExisting() throws(TransferError) -> Bool {
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

  private func size() throws(TransferError) -> Int64 {
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

  /// Checks that the file is still the one of its name and as long as it should be.
  func confirm(bytes: Int64) throws(TransferError) {
    var mine = stat()
    guard fstat(descriptor, &mine) == 0 else { throw fault(.read) }
    guard Int64(mine.st_size) == bytes else { throw .changedByOthers(path: partialPath) }
    guard !isUnnamed else { return }
    guard let named = folder.status(partialName), named.st_ino == mine.st_ino, named.st_dev == mine.st_dev else {
      throw .changedByOthers(path: partialPath)
    }
  }

  /// Gives the file its name.
  ///
  /// - Returns: the path it got.
  func publish(existing: TransferOptions.ExistingFile) throws(TransferError) -> String {
    var number = 0
    while true {
      let candidate = number == 0 ? name : FileName.numbered(name, number)
      if rename(to: candidate, keep: existing != .overwrite) {
        removeRecord()
        return folder.path(of: candidate)
      }
      guard errno == EEXIST else { throw fault(.rename, candidate) }
      guard existing == .rename else { throw .exists(path: path) }
      number += 1
    }
  }

  private func rename(to candidate: String, keep: Bool) -> Bool {
    if isUnnamed {
      if !keep { folder.remove(candidate) }
      return sluice_link(descriptor, folder.descriptor, candidate) == 0
    }
    if sluice_rename(folder.descriptor, partialName, folder.descriptor, candidate, keep ? 1 : 0) == 0 { return true }
    // Some filesystems can't rename without replacing: a second link can't replace either.
    guard keep, errno == EINVAL || errno == ENOSYS else { return false }
    if linkat(folder.descriptor, partialName, folder.descriptor, candidate, 0) == 0 {
      folder.remove(partialName)
      return true
    }
    guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(errno) else { return false }
    // And some have no links: looking first is all that can be done.
    guard folder.status(candidate) == nil else {
      errno = EEXIST
      return false
    }
    return sluice_rename(folder.descriptor, partialName, folder.descriptor, candidate, 0) == 0
  }

  /// Sets a file with wrong bytes aside.
  ///
  /// - Returns: the path it got.
  func quarantine() throws(TransferError) -> String {
    let aside = FileName.quarantine(name)
    guard rename(to: aside, keep: false) else { throw fault(.rename, aside) }
    removeRecord()
    return folder.path(of: aside)
  }

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

  private func fault(_ operation: TransferError.DiskFault.Operation, _ other: String? = nil) -> TransferError {
    .disk(.init(operation: operation, code: errno), path: other.map(folder.path(of:)) ?? partialPath)
  }
}

extension stat {
  /// When the content last changed, in nanoseconds since 1970.
  var modified: Int64 { Int64(st_mtim.tv_sec) * 1_000_000_000 + Int64(st_mtim.tv_nsec) }
}
