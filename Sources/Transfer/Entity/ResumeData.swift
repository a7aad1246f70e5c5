/// What it takes to go on with a download: Apple's keys where they exist, and what Apple hasn't under one of our own.
package struct ResumeData: Hashable, Sendable {
  /// The URL in use.
  package var url: String
  /// Bytes of the entity that are in the partial file, 0 or more.
  package var bytesReceived: Int64
  /// As sent.
  package var entityTag: String?
  /// As sent.
  package var lastModified: String?
  /// The partial file's name: one path component.
  package var tempFileName: String?
  /// The partial file's path, as its writer knew it. From outside it can be any.
  package var localPath: String?
  package var infoVersion: Int
  /// A keyed archive.
  package var originalRequest: [UInt8]?
  /// A keyed archive: after redirects, with what was really sent.
  package var currentRequest: [UInt8]?
  /// Nil in what Apple's systems wrote.
  package var progress: Progress?

  package init(
    url: String, bytesReceived: Int64, entityTag: String? = nil, lastModified: String? = nil,
    tempFileName: String? = nil, localPath: String? = nil, infoVersion: Int = 4, originalRequest: [UInt8]? = nil,
    currentRequest: [UInt8]? = nil, progress: Progress? = nil
  ) {
    self.url = url
    self.bytesReceived = bytesReceived
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.tempFileName = tempFileName
    self.localPath = localPath
    self.infoVersion = infoVersion
    self.originalRequest = originalRequest
    self.currentRequest = currentRequest
    self.progress = progress
  }

  /// What is in the partial file, and how it stood when this was written.
  package struct Progress: Hashable, Sendable {
    /// Sorted, none empty, none overlapping.
    package var written: [Range<Int64>]
    /// The part of `written` that is on the disk.
    package var synced: [Range<Int64>]
    /// The entity's length in bytes, where known.
    package var total: Int64?
    /// The kernel's, for written ranges outlive the program but not the boot.
    package var bootID: String
    /// When the answer was made: its Date, in seconds since 1970.
    package var date: Int64?
    package var inode: UInt64
    /// The partial file's, in nanoseconds since 1970.
    package var modified: Int64
    /// The partial file's, in bytes.
    package var size: Int64
    /// Written at an orderly stop.
    package var isClean: Bool
    /// Of what was written, in no order.
    package var fingerprints: [Fingerprint]

    package init(
      written: [Range<Int64>], synced: [Range<Int64>], total: Int64?, bootID: String, date: Int64?, inode: UInt64,
      modified: Int64, size: Int64, isClean: Bool, fingerprints: [Fingerprint] = []
    ) {
      self.written = written
      self.synced = synced
      self.total = total
      self.bootID = bootID
      self.date = date
      self.inode = inode
      self.modified = modified
      self.size = size
      self.isClean = isClean
      self.fingerprints = fingerprints
    }
  }

  /// The hash (XXH3, 64 bits) of a range of the partial file.
  package struct Fingerprint: Hashable, Sendable {
    /// Not empty.
    package var range: Range<Int64>
    package var value: UInt64

    package init(range: Range<Int64>, value: UInt64) {
      self.range = range
      self.value = value
    }
  }

  package enum ResumeDataError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case truncatedOrDamaged
    case notResumeData
    /// Of Apple's newer loader, whose archive holds no dictionary.
    case newLoaderArchive
    /// Changed since it was written.
    case sealBroken
    /// Well formed, but it can't be true; the text says what.
    case inconsistent(String)

    package var description: String {
      switch self {
      case .empty: "it is empty"
      case .truncatedOrDamaged: "it is cut off or damaged"
      case .notResumeData: "it is not resume data"
      case .newLoaderArchive: "it is an archive of Apple's newer loader, which can't be read"
      case .sealBroken: "it was changed after it was written"
      case .inconsistent(let what): "it contradicts itself: \(what)"
      }
    }
  }
}
