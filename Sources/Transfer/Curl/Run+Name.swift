internal import Glibc

/// Which file the bytes go to.
extension Run {
  enum Resolved {
    case go(Held?)
    /// Once the file has proved to be as it was left.
    case prove(Held, [ResumeData.Fingerprint])
    case ended(TransferOutcome)
  }

  /// Before the first request: where the name is certain, or an earlier run left something under the likely one.
  func resolveEarly() throws(TransferError) -> Resolved {
    switch request.destination {
    case .stream: return .go(nil)
    case .file(_, let name): return try resolve(named: name)
    case .folder(let path):
      let folder = try loop.folder(path)
      guard let name = FileName.fromURL(path: own.path) else { return .go(nil) }
      if folder.status(name) != nil {
        switch request.options.existing {
        case .refuse, .skip: return try resolve(named: name)
        case .overwrite, .rename: return .go(nil)
        }
      }
      if folder.status(FileName.partial(name)) != nil { return try resolve(named: name) }
      freeName = name
      return .go(nil)
    }
  }

  /// From Content-Disposition, else the last component of the URL that answered.
  func name(_ head: ResponseHead, _ url: WebURL) -> String {
    let offered = head.value("Content-Disposition").flatMap { ContentDisposition.filename($0) }
    return offered.flatMap { FileName.safe($0) } ?? FileName.fromURL(path: url.path) ?? "download"
  }

  func resolve(named name: String) throws(TransferError) -> Resolved {
    let path: String
    switch request.destination {
    case .stream: return .go(nil)
    case .file(let folder, _), .folder(let folder): path = folder
    }
    let folder = try loop.folder(path)
    if name == freeName {
      use(PartialFile(folder: folder, name: name))
      return .go(nil)
    }
    var number = 0
    while true {
      let candidate = number == 0 ? name : FileName.numbered(name, number)
      guard candidate.utf8.count <= 255 else {
        throw .disk(.init(operation: .create, code: ENAMETOOLONG), path: folder.path(of: candidate))
      }
      let file = PartialFile(folder: folder, name: candidate)
      let isTaken = folder.status(candidate) != nil
      if isTaken, request.options.existing == .rename {
        number += 1
        continue
      }
      if isTaken, request.options.existing != .overwrite {
        return try taken(file)
      }
      do throws(TransferError) {
        return try adopt(file)
      } catch {
        guard case .inUse = error, request.options.existing == .rename else { throw error }
        number += 1
      }
    }
  }

  private func taken(_ file: PartialFile) throws(TransferError) -> Resolved {
    // Stopped between the file's getting its name and the end: it is all there.
    if file.folder.status(FileName.record(file.name)) != nil,
      case .complete(let bytes) = try file.find(bootID: Boot.id, restarts: request.options.restarts)
    {
      return .ended(.completed(path: file.path, bytes: bytes))
    }
    if request.options.existing == .skip { return .ended(.skipped(path: file.path)) }
    throw .exists(path: file.path)
  }

  private func use(_ file: PartialFile) {
    partial = file
    output = file
    if let checksum = request.options.checksum { checking = Checking(checksum) }
  }

  private func adopt(_ file: PartialFile) throws(TransferError) -> Resolved {
    let found = try file.find(bootID: Boot.id, restarts: request.options.restarts)
    use(file)
    switch found {
    case .nothing, .complete: return .go(nil)
    case .unusable(let why):
      tell(.discarded(why: why))
      return .go(nil)
    case .held(let held, let proof):
      adoptHeld()
      synced = held.synced
      if held.written.isEmpty { return .go(nil) }
      return proof.isEmpty ? .go(held) : .prove(held, proof)
    }
  }

  /// Reads back what an earlier run wrote, on the worker's thread, then begins.
  func prove(_ held: Held, _ proof: [ResumeData.Fingerprint]) {
    guard let partial else { return }
    let descriptor = dup(partial.descriptor)
    let post = loop.post
    let id = id
    loop.worker.post {
      let isProved = proof.allSatisfy { $0.matches(descriptor) }
      close(descriptor)
      post { loop in
        guard let run = loop.run(id), !run.isEnding else { return }
        if isProved { return run.start(held) }
        let error = TransferError.changedByOthers(path: run.partial?.partialPath ?? "")
        run.end(.failed(error, partial: run.partial?.keptPath))
      }
    }
  }

  func resumeData(_ transfer: Transfer, _ entity: Entity, isClean: Bool) -> ResumeData {
    var data = ResumeData(url: transfer.heldFrom, bytesReceived: transfer.written.count)
    data.entityTag = entity.validator.entityTag?.text
    data.lastModified = entity.validator.lastModified
    data.tempFileName = FileName.partial(partial?.name ?? "")
    data.progress = ResumeData.Progress(
      written: transfer.written.ranges, synced: synced.ranges, total: entity.total, bootID: Boot.id,
      date: entity.validator.date, inode: 0, modified: 0, size: 0, isClean: isClean)
    return data
  }
}
