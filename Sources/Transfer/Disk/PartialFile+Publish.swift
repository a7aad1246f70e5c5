internal import CLinux
internal import Glibc

/// How the file gets its name.
extension PartialFile {
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
}
