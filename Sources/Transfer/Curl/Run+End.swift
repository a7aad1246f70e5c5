internal import Glibc

/// From the last byte to the name.
extension Run {
  func finish() {
    finishing()
    guard let transfer else { return }
    let bytes = transfer.entity?.total ?? transfer.written.count
    guard let partial else {
      if let checking, let actual = checking.digest(), actual != checking.checksum.hex {
        return end(.failed(.checksum(expected: checking.checksum.hex, actual: actual, keptAs: ""), partial: nil))
      }
      return end(.completed(path: nil, bytes: bytes))
    }
    if let small { return write(small, partial, bytes) }
    do throws(TransferError) {
      if bytes == 0 { try partial.create() }
      try partial.confirm(bytes: bytes)
    } catch {
      return keep(error)
    }
    let check = checking?.remaining(of: bytes)
    if check == nil, !request.options.syncs {
      return publish(bytes, digest: checking?.digest())
    }
    // Reading back and waiting for the disk take time that other downloads need.
    let descriptor = dup(partial.descriptor)
    let syncs = request.options.syncs
    let post = loop.post
    let id = id
    let checksum = checking?.checksum
    loop.worker.post {
      let digest = checksum.flatMap { check == nil ? nil : Checking.digest(of: descriptor, $0) }
      let code = syncs && fdatasync(descriptor) != 0 ? errno : 0
      close(descriptor)
      post { loop in
        guard let run = loop.run(id), !run.isEnding else { return }
        if code != 0 {
          return run.keep(.disk(.init(operation: .sync, code: code), path: run.partial?.partialPath ?? ""))
        }
        run.publish(bytes, digest: check == nil ? run.checking?.digest() : .some(digest ?? ""))
      }
    }
  }

  private func write(_ small: UnsafeRawBufferPointer, _ partial: PartialFile, _ bytes: Int64) {
    let actual = checking?.digest()
    let expected = checking?.checksum.hex
    let options = request.options
    let file = SmallFile(
      folder: partial.folder, name: partial.name, existing: options.existing, syncs: options.syncs,
      isWrong: actual != expected)
    write(small, file) { run, result in
      switch result {
      case .success(let path) where file.isWrong:
        let error = TransferError.checksum(expected: expected ?? "", actual: actual ?? "", keptAs: path)
        run.end(.failed(error, partial: nil))
      case .success(let path): run.end(.completed(path: path, bytes: bytes))
      case .failure(let error): run.end(.failed(error, partial: nil))
      }
    }
  }

  private func publish(_ bytes: Int64, digest: String?) {
    guard let partial else { return }
    do throws(TransferError) {
      if let checksum = checking?.checksum, digest != checksum.hex {
        let aside = try partial.quarantine()
        let error = TransferError.checksum(expected: checksum.hex, actual: digest ?? "", keptAs: aside)
        return end(.failed(error, partial: nil))
      }
      let path = try partial.publish(existing: request.options.existing)
      if request.options.syncs { fsync(partial.folder.descriptor) }
      end(.completed(path: path, bytes: bytes))
    } catch {
      keep(error)
    }
  }

  /// The bytes are all there, and stay so, though the file could not get its name.
  private func keep(_ error: TransferError) {
    record(isLast: true)
    end(.failed(error, partial: partial?.keptPath))
  }
}
