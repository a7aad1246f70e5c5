/// A keyed archive (NSKeyedArchiver's), walked by its references rather than decoded into objects.
struct KeyedArchive {
  private let objects: [PropertyList]
  private let top: PropertyList

  /// Nil when the list is no such archive.
  init?(_ list: PropertyList) {
    guard list["$archiver"]?.string == "NSKeyedArchiver", let objects = list["$objects"]?.array, let top = list["$top"]
    else { return nil }
    self.objects = objects
    self.top = top
  }

  /// Under the key's name, as some systems wrote it, or its value.
  var root: PropertyList? { object(top["NSKeyedArchiveRootObjectKey"] ?? top["root"]) }

  /// What a reference stands for: nil for a null or none, and the value itself where it is no reference.
  func object(_ reference: PropertyList?) -> PropertyList? {
    guard let number = reference?.uid else { return reference }
    guard let index = Int(exactly: number), objects.indices ~= index, objects[index] != .string("$null") else {
      return nil
    }
    return objects[index]
  }

  /// Whether an object of this class is in it.
  func hasClass(_ name: String) -> Bool { objects.contains { $0["$classname"]?.string == name } }

  /// The root as a dictionary of plain values; nil when it is none. Values of other kinds are left out.
  var rootDictionary: [String: PropertyList]? {
    guard let keys = root?["NS.keys"]?.array, let values = root?["NS.objects"]?.array, keys.count == values.count else {
      return nil
    }
    var dictionary: [String: PropertyList] = [:]
    for (key, value) in zip(keys, values) {
      guard let key = plain(object(key))?.string, let value = plain(object(value)) else { continue }
      dictionary[key] = value
    }
    return dictionary
  }

  /// Text and data may be inline or boxed.
  private func plain(_ value: PropertyList?) -> PropertyList? {
    guard case .dictionary = value else { return value }
    return [object(value?["NS.string"]), object(value?["NS.data"]), object(value?["NS.bytes"])].lazy.compactMap { $0 }
      .first
  }
}
