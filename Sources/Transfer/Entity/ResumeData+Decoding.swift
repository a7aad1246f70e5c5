extension ResumeData {
  /// Reads our own form and all that Apple's systems wrote in property lists, XML or binary, plain or in a keyed archive.
  ///
  /// What it holds is checked against itself alone: neither the partial file nor the entity is looked at.
  package init(bytes: [UInt8]) throws(ResumeDataError) {
    let values = try ResumeData.dictionary(bytes)
    guard values.keys.contains(where: { $0.hasPrefix("NSURLSession") }) else { throw .notResumeData }
    func text(_ key: String) throws(ResumeDataError) -> String? {
      guard let value = values[key] else { return nil }
      guard let text = value.string else { throw .inconsistent("\(key) is no text") }
      return PropertyList.carriable(text)
    }
    /// For what goes into a request, where a line break would begin another field.
    func line(_ key: String) throws(ResumeDataError) -> String? {
      let text = try text(key)
      guard text?.utf8.contains(where: \.isASCIIControl) != true else {
        throw .inconsistent("a control character in \(key)")
      }
      return text
    }
    func data(_ key: String) throws(ResumeDataError) -> [UInt8]? {
      guard let value = values[key] else { return nil }
      guard let data = value.data else { throw .inconsistent("\(key) is no data") }
      return data
    }
    func number(_ key: String) throws(ResumeDataError) -> Int64? {
      guard let value = values[key] else { return nil }
      guard let number = value.integer else { throw .inconsistent("\(key) is no whole number") }
      return number
    }

    originalRequest = try data(Key.originalRequest)
    currentRequest = try data(Key.currentRequest)
    bytesReceived = try number(Key.bytesReceived) ?? 0
    entityTag = try line(Key.entityTag)
    lastModified = try line(Key.lastModified)
    tempFileName = try text(Key.tempFileName)
    localPath = try text(Key.localPath)
    // Version 1 knew the path alone.
    infoVersion = try number(Key.infoVersion).map { Int($0) } ?? (tempFileName == nil && localPath != nil ? 1 : 2)
    let named = try line(Key.url) ?? ""
    let requests = [currentRequest, originalRequest].lazy.compactMap { $0 }
    guard let url = named.isEmpty ? requests.compactMap(ResumeData.url(inRequest:)).first : named else {
      throw .notResumeData
    }
    self.url = url
    guard bytesReceived >= 0 else { throw .inconsistent("a negative count of bytes") }
    if let tempFileName, !ResumeData.isOneComponent(tempFileName) {
      throw .inconsistent("the partial file's name is no plain name")
    }
    guard let own = values[Key.progress] else { return }
    let progress = try Progress(own)
    self.progress = progress
    guard let seal = seal(), own[Key.seal]?.string == seal else { throw .sealBroken }
    try progress.check(bytesReceived: bytesReceived)
  }

  private static func dictionary(_ bytes: [UInt8]) throws(ResumeDataError) -> [String: PropertyList] {
    guard !bytes.isEmpty else { throw .empty }
    let root: PropertyList
    do throws(PropertyListError) {
      root = try PropertyList(bytes: bytes)
    } catch {
      // After a power cut, zeros can stand where the bytes should.
      let isBlank = bytes.allSatisfy { $0 == 0 }
      throw error == .notPropertyList && !isBlank ? .notResumeData : .truncatedOrDamaged
    }
    if let archive = KeyedArchive(root) {
      if archive.hasClass("NWURLSessionDownloadResumeInfo") { throw .newLoaderArchive }
      guard let values = archive.rootDictionary else { throw .notResumeData }
      return values
    }
    guard case .dictionary(let values) = root else { throw .notResumeData }
    return values
  }

  /// From the archive of an NSURLRequest, whose property 1 is its URL.
  private static func url(inRequest bytes: [UInt8]) -> String? {
    guard let root = try? PropertyList(bytes: bytes), let archive = KeyedArchive(root), let request = archive.root
    else {
      return nil
    }
    // Until iOS 9 the keys were numbers alone, the first three taken by others.
    let reference = request["__nsurlrequest_proto_prop_obj_1"] ?? request["$4"]
    guard let object = archive.object(reference), let text = archive.object(object["NS.relative"])?.string,
      text.contains("://"), !text.utf8.contains(where: \.isASCIIControl)
    else { return nil }
    return PropertyList.carriable(text)
  }

  private static func isOneComponent(_ name: String) -> Bool {
    1...255 ~= name.utf8.count && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
      && !name.utf8.contains(0)
  }
}

extension ResumeData.Progress {
  fileprivate init(_ values: PropertyList) throws(ResumeData.ResumeDataError) {
    typealias Key = ResumeData.Key
    guard let written = ResumeData.Progress.ranges(values[Key.written]),
      let synced = ResumeData.Progress.ranges(values[Key.synced]), let bootID = values[Key.bootID]?.string,
      let inode = values[Key.inode]?.integer, let modified = values[Key.modified]?.integer,
      let size = values[Key.size]?.integer, let isClean = values[Key.isClean]?.boolean,
      let fingerprints = ResumeData.Progress.fingerprints(values[Key.fingerprints])
    else { throw .inconsistent("its own part is incomplete") }
    self.init(
      written: written, synced: synced, total: values[Key.total]?.integer, bootID: PropertyList.carriable(bootID),
      date: values[Key.date]?.integer, inode: UInt64(bitPattern: inode), modified: modified, size: size,
      isClean: isClean, fingerprints: fingerprints)
  }

  /// From start, end, hash and so on; nil unless each is a range.
  private static func fingerprints(_ value: PropertyList?) -> [ResumeData.Fingerprint]? {
    guard let value else { return [] }
    guard let numbers = value.array?.compactMap(\.integer), numbers.count == value.array?.count,
      numbers.count % 3 == 0
    else { return nil }
    var prints: [ResumeData.Fingerprint] = []
    for index in stride(from: 0, to: numbers.count, by: 3) {
      guard numbers[index] >= 0, numbers[index] < numbers[index + 1] else { return nil }
      prints.append(.init(range: numbers[index]..<numbers[index + 1], value: UInt64(bitPattern: numbers[index + 2])))
    }
    return prints
  }

  /// From start, end, start, end and so on; nil unless they are sorted, not empty, and don't overlap.
  private static func ranges(_ value: PropertyList?) -> [Range<Int64>]? {
    guard let ends = value?.array?.compactMap(\.integer), ends.count == value?.array?.count, ends.count % 2 == 0 else {
      return nil
    }
    var ranges: [Range<Int64>] = []
    var last: Int64 = 0
    for index in stride(from: 0, to: ends.count, by: 2) {
      guard ends[index] >= last, ends[index] < ends[index + 1] else { return nil }
      last = ends[index + 1]
      ranges.append(ends[index]..<last)
    }
    return ranges
  }

  fileprivate func check(bytesReceived: Int64) throws(ResumeData.ResumeDataError) {
    if let total, total < 0 { throw .inconsistent("a negative length") }
    guard size >= 0 else { throw .inconsistent("a negative file size") }
    if let total, let last = written.last, last.upperBound > total {
      throw .inconsistent("bytes beyond the end of the file")
    }
    // Sorted and apart, so their sum is at most the last one's end.
    guard bytesReceived == written.reduce(0, { $0 + ($1.upperBound - $1.lowerBound) }) else {
      throw .inconsistent("the count of bytes is not that of its ranges")
    }
    guard isSyncedWritten else { throw .inconsistent("bytes on the disk that were never written") }
  }

  private var isSyncedWritten: Bool {
    // Ranges that touch are one here.
    var runs: [Range<Int64>] = []
    for range in written {
      if let last = runs.last, last.upperBound == range.lowerBound {
        runs[runs.count - 1] = last.lowerBound..<range.upperBound
      } else {
        runs.append(range)
      }
    }
    var rest = runs[...]
    return synced.allSatisfy { range in
      rest = rest.drop { $0.upperBound < range.upperBound }
      return rest.first.map { $0.lowerBound <= range.lowerBound } ?? false
    }
  }
}
