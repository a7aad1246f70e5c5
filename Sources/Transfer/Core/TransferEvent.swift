/// What a download tells, in order, on the loop's thread. Handlers return at once.
package enum TransferEvent: Sendable {
  /// The first answer was taken: the name and, where known, the length in bytes.
  case started(name: String, total: Int64?)
  /// An earlier run's bytes are used: this many are there.
  case resumed(bytes: Int64)
  /// The origin has another entity now: what was held is dropped.
  case entityChanged
  case redirected(to: String)
  /// Nothing moves until this many seconds from now have passed.
  case waiting(seconds: Double, why: TransferError)
  /// What an earlier run left could not be used, and why: starting at zero.
  case discarded(why: String)
  /// The link has expired; all bytes are kept.
  case needsURL(TransferError)
  case progress(TransferProgress)
  /// The last one.
  case ended(TransferOutcome)
}

package struct TransferProgress: Hashable, Sendable {
  /// Bytes of the file that are there, those of earlier runs included.
  package var received: Int64
  package var total: Int64?
  /// Bytes that came in this run, thrown away ones included: what a rate is made of.
  package var transferred: Int64
  /// Connections open now.
  package var connections: Int

  package init(received: Int64, total: Int64?, transferred: Int64, connections: Int) {
    self.received = received
    self.total = total
    self.transferred = transferred
    self.connections = connections
  }
}

package enum TransferOutcome: Sendable {
  /// `path` is nil when the bytes went to a stream.
  case completed(path: String?, bytes: Int64)
  /// The file was there, and the user said to leave it.
  case skipped(path: String)
  /// `partial` names the file that keeps what came, where one does.
  case failed(TransferError, partial: String?)
  /// By the caller; `partial` as above.
  case stopped(partial: String?)
}
