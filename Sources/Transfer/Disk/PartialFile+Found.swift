internal import Glibc

/// What an earlier run left.
extension PartialFile {
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
}
