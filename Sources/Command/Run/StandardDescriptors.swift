import Glibc

/// Descriptors 0, 1 and 2, of which whoever started the process may have closed some.
enum StandardDescriptors {
  /// Occupies the closed ones, so that no file or socket gets a number to which messages are written.
  ///
  /// Using them still fails with EBADF, as the user of a closed descriptor expects. Call first of all.
  static func reserve() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that `open` takes.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
