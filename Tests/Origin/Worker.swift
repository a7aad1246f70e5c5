import Glibc

/// A thread that can be joined.
///
/// `@unchecked Sendable`: `thread` is written before the value is shared, then only read.
final class Worker: @unchecked Sendable {
  private var thread = pthread_t()

  init(_ work: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Work(work))
    let code = pthread_create(&thread, nil, runWork, box.toOpaque())
    precondition(code == 0, "pthread_create: \(String(cString: strerror(code)))")
  }

  func join() { pthread_join(thread, nil) }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
  return nil
}
