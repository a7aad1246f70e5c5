internal import Glibc

/// State behind a pthread mutex: what callers on any thread must see at once. Sections are a few instructions long.
///
/// A pthread mutex, because the thread sanitizer misreads `Synchronization.Mutex`.
// Safe to share: `state` is touched only between lock and unlock.
package final class Locked<State>: @unchecked Sendable {
  private var state: State
  // At fixed addresses for as long as the object lives, as pthread demands.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `isReady`, then runs `body`, under the lock. Others call `wake()` when they changed the state.
  package func wait<Result>(until isReady: (State) -> Bool, then body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) { pthread_cond_wait(condition, mutex) }
    return body(&state)
  }

  /// Has all those that wait look again.
  package func wake() { pthread_cond_broadcast(condition) }
}
