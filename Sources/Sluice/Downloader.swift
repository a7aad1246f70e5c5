internal import Downloads
public import FoundationEssentials
internal import Transfer

/// Fetches whole files: resumed after any interruption, and never a wrong byte.
public struct Downloader: Sendable {
  /// Connections for one file, at most: 1 or more, 8 unless set.
  public var connections = 8
  /// Tries in a row that gain nothing before it gives up, after the first: 0 or more, 8 unless set.
  public var retries = 8

  public init() {}

  /// Fetches `url` into `file`, which must not exist yet, and whose folder is made where missing.
  ///
  /// What came stays beside the file as `NAME.sluice` until all of it is there; a later call with the same arguments,
  /// by this process or the next one, goes on with it.
  ///
  /// - Parameters:
  ///   - url: http or https.
  ///   - file: where the whole file gets its name.
  /// - Throws: `DownloadError` that says what happened and what to do; `CancellationError` when the task was cancelled.
  public func download(from url: URL, to file: URL) async throws {
    var options = TransferOptions()
    options.connections = max(1, connections)
    options.retries = max(0, retries)
    let request = TransferRequest(
      url: url.absoluteString,
      destination: .file(folder: file.deletingLastPathComponent().path, name: file.lastPathComponent), options: options)
    let ended = Locked<TransferOutcome?>(nil)
    let queue = Queue(jobs: 1, connectionsPerHost: options.connections) { _, event in
      if case .ended(let outcome) = event { ended.withLock { $0 = outcome } }
    }
    await withTaskCancellationHandler {
      queue.add(request, isAlone: true)
      await queue.finished()
    } onCancel: {
      queue.stop()
    }
    switch ended.withLock({ $0 }) {
    case .completed, .skipped: return
    case .failed(let error, let partial): throw DownloadError(message: error.description, partial: partial)
    case .stopped, nil: throw CancellationError()
    }
  }
}
