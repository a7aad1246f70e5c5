internal import CLinux
internal import Glibc

/// An open folder: files are reached relative to it, whatever happens to its path meanwhile.
// Safe to share: the descriptor never changes.
final class Folder: Sendable {
  let path: String
  let descriptor: Int32

  /// Opens it, and makes it and those above it where missing.
  init(path: String) throws(TransferError) {
    self.path = path
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
      guard !part.isEmpty, part != ".", part != ".." else { continue }
      if mkdir(made, 0o777) != 0, errno != EEXIST, errno != EISDIR, access(made, F_OK) != 0 {
        throw .disk(.init(operation: .create, code: errno), path: path)
      }
    }
    descriptor = Glibc.open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .disk(.init(operation: .open, code: errno), path: path) }
  }

  deinit { Glibc.close(descriptor) }

  func path(of name: String) -> String {
    path.isEmpty || path == "." ? name : path.hasSuffix("/") ? path + name : path + "/" + name
  }

  func status(_ name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  func open(_ name: String, _ flags: Int32, mode: mode_t = 0) -> Int32 {
    while true {
      let descriptor = openat(descriptor, name, flags | sluice_open_flags_nofollow(), mode)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  func remove(_ name: String) { unlinkat(descriptor, name, 0) }
}
