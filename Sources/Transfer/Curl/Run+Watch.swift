internal import Glibc

/// What happens a few times a second, whatever comes.
extension Run {
  func watch(_ connection: Connection, _ now: Duration) {
    if connection.transferred != connection.seen || !connection.isUnderWay {
      connection.seen = connection.transferred
      connection.lastByte = now
    }
    let quiet = now - connection.lastByte
    if connection.mode == .pass, quiet > .seconds(2) {
      loop.abandon(connection, .complete(line: ""))
    } else if quiet > request.options.stallTimeout {
      let seconds = Int(request.options.stallTimeout / .seconds(1))
      loop.abandon(connection, .failed(.stalled(url: connection.url.redacted, seconds: seconds), isPassing: true))
    }
  }

  /// What has come goes to the file, the resume data and the disk in time, however slowly it comes.
  func keep(_ now: Duration) {
    guard !isStream else { return }
    if now - recordedAt > .seconds(unrecordedSinceStart ? 1 : 5), !connections.isEmpty {
      for connection in connections.values where connection.mode == .store { connection.flush() }
      if unrecorded > 0 { record() } else { recordedAt = now }
    }
    if now - syncedAt > .seconds(5), !isSyncing, let partial, partial.descriptor >= 0 {
      syncedAt = now
      sync(partial)
    }
  }

  private var unrecordedSinceStart: Bool { partial?.hasRecord != true }

  private func sync(_ partial: PartialFile) {
    guard let written = transfer?.written, written.count > syncedCount else { return }
    let descriptor = dup(partial.descriptor)
    guard descriptor >= 0 else { return }
    isSyncing = true
    let post = loop.post
    let id = id
    loop.worker.post {
      let isDone = fdatasync(descriptor) == 0
      Glibc.close(descriptor)
      post { loop in loop.run(id)?.didSync(isDone ? written : nil) }
    }
  }

  private func didSync(_ written: ByteRanges?) {
    isSyncing = false
    guard let written, let transfer, !isEnding else { return }
    // The file may have been emptied meanwhile: what it has now decides.
    synced = ByteRanges(written.ranges.filter { transfer.written.contains($0) })
    syncedCount = synced.count
    record()
  }

  func tellProgress() {
    guard let transfer else { return }
    var received = transfer.written.count
    for connection in connections.values where connection.mode == .store { received += connection.pending }
    let progress = TransferProgress(
      received: received, total: transfer.entity?.total, transferred: transferred, connections: connections.count)
    guard progress != lastProgress else { return }
    lastProgress = progress
    emit(.progress(progress))
  }

  var transferred: Int64 { connections.values.reduce(passedOn) { $0 + $1.transferred } }
}
