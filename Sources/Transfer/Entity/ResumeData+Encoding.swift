extension ResumeData {
  enum Key {
    static let url = "NSURLSessionDownloadURL"
    static let bytesReceived = "NSURLSessionResumeBytesReceived"
    static let entityTag = "NSURLSessionResumeEntityTag"
    static let lastModified = "NSURLSessionResumeServerDownloadDate"
    static let tempFileName = "NSURLSessionResumeInfoTempFileName"
    static let localPath = "NSURLSessionResumeInfoLocalPath"
    static let infoVersion = "NSURLSessionResumeInfoVersion"
    static let originalRequest = "NSURLSessionResumeOriginalRequest"
    static let currentRequest = "NSURLSessionResumeCurrentRequest"
    static let progress = "SluiceResume"

    // Inside `progress`
    static let written = "Written"
    static let synced = "Synced"
    static let total = "Total"
    static let bootID = "BootID"
    static let date = "Date"
    static let inode = "Inode"
    static let modified = "Modified"
    static let size = "Size"
    static let isClean = "IsClean"
    static let fingerprints = "Fingerprints"
    static let seal = "Seal"
  }

  /// An XML property list.
  package func encoded() -> [UInt8] {
    var values: [String: PropertyList] = [
      Key.url: .string(url), Key.bytesReceived: .integer(bytesReceived), Key.infoVersion: .integer(Int64(infoVersion)),
    ]
    values[Key.entityTag] = entityTag.map { .string($0) }
    values[Key.lastModified] = lastModified.map { .string($0) }
    values[Key.tempFileName] = tempFileName.map { .string($0) }
    values[Key.localPath] = localPath.map { .string($0) }
    values[Key.originalRequest] = originalRequest.map { .data($0) }
    values[Key.currentRequest] = currentRequest.map { .data($0) }
    values[Key.progress] = progress.map { .dictionary(dictionary($0)) }
    return PropertyList.dictionary(values).xml()
  }

  private func dictionary(_ progress: Progress) -> [String: PropertyList] {
    var values: [String: PropertyList] = [
      Key.written: .array(ResumeData.flat(progress.written)), Key.synced: .array(ResumeData.flat(progress.synced)),
      Key.bootID: .string(progress.bootID), Key.inode: .integer(Int64(bitPattern: progress.inode)),
      Key.modified: .integer(progress.modified), Key.size: .integer(progress.size),
      Key.isClean: .boolean(progress.isClean),
    ]
    values[Key.fingerprints] = .array(
      progress.fingerprints.flatMap {
        [.integer($0.range.lowerBound), .integer($0.range.upperBound), .integer(Int64(bitPattern: $0.value))]
      })
    values[Key.total] = progress.total.map { .integer($0) }
    values[Key.date] = progress.date.map { .integer($0) }
    values[Key.seal] = seal().map { .string($0) }
    return values
  }

  private static func flat(_ ranges: [Range<Int64>]) -> [PropertyList] {
    ranges.flatMap { [.integer($0.lowerBound), .integer($0.upperBound)] }
  }

  /// SHA-256 in hexadecimal over all but the boot id, so that records edited or mixed by hand are found out. It is no
  /// signature: anyone can make one. Nil without OpenSSL's SHA-256.
  func seal() -> String? {
    guard let digest = Digest(.sha256) else { return nil }
    // Each value with its length before it, so that none can pass for another's end.
    func add(_ key: String, _ value: [UInt8]?) {
      var line = Array("\(key) \(value.map { String($0.count) } ?? "-")\n".utf8)
      line += value ?? []
      line.append(0x0A)
      line.withUnsafeBytes(digest.update)
    }
    func add(_ key: String, text: String?) { add(key, text.map { Array(PropertyList.carriable($0).utf8) }) }
    func add(_ key: String, ranges: [Range<Int64>]?) {
      add(key, text: ranges.map { $0.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",") })
    }
    add(Key.url, text: url)
    add(Key.bytesReceived, text: "\(bytesReceived)")
    add(Key.entityTag, text: entityTag)
    add(Key.lastModified, text: lastModified)
    add(Key.tempFileName, text: tempFileName)
    add(Key.localPath, text: localPath)
    add(Key.infoVersion, text: "\(infoVersion)")
    add(Key.originalRequest, originalRequest)
    add(Key.currentRequest, currentRequest)
    add(Key.written, ranges: progress?.written)
    add(Key.synced, ranges: progress?.synced)
    add(Key.total, text: progress?.total.map(String.init))
    add(Key.date, text: progress?.date.map(String.init))
    add(Key.inode, text: progress.map { "\($0.inode)" })
    add(Key.modified, text: progress.map { "\($0.modified)" })
    add(Key.size, text: progress.map { "\($0.size)" })
    add(Key.isClean, text: progress.map { "\($0.isClean)" })
    let prints = progress?.fingerprints.map { "\($0.range.lowerBound)-\($0.range.upperBound):\($0.value)" }
    add(Key.fingerprints, text: prints?.joined(separator: ","))
    return digest.finish()
  }
}
