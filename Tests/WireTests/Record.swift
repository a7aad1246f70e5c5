import Foundation
import Testing

/// A resume record: read and edited with Foundation's property lists, not with the project's own code.
struct Record {
  var root: [String: Any]

  init(_ folder: Folder, _ name: String = "f.bin.sluice.plist") throws {
    let bytes = try #require(folder.read(name), "no record among \(folder.names)")
    let value = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    root = try #require(value as? [String: Any])
  }

  func write(
    to folder: Folder, as name: String = "f.bin.sluice.plist", format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let data = try PropertyListSerialization.data(fromPropertyList: root, format: format, options: 0)
    try folder.write(name, Array(data))
  }

  /// Bytes that the record says were received; 0 when it doesn't.
  var received: Int { (root["NSURLSessionResumeBytesReceived"] as? NSNumber)?.intValue ?? 0 }

  /// Every leaf is replaced by what `change` makes of it.
  func mapping(_ change: (Any) -> Any) -> Record {
    var copy = self
    copy.root = Self.map(root, change) as? [String: Any] ?? [:]
    return copy
  }

  /// All strings in it.
  var strings: [String] {
    var found: [String] = []
    _ = mapping { leaf in
      if let text = leaf as? String { found.append(text) }
      return leaf
    }
    return found
  }

  /// Paths to all values that are no folders of others, and to these.
  var keyPaths: [[String]] { Self.paths(root) }

  func removing(_ path: [String]) -> Record {
    var copy = self
    copy.root = Self.remove(path[...], root)
    return copy
  }

  private static func map(_ value: Any, _ change: (Any) -> Any) -> Any {
    switch value {
    case let dictionary as [String: Any]: dictionary.mapValues { map($0, change) }
    case let array as [Any]: array.map { map($0, change) }
    default: change(value)
    }
  }

  private static func paths(_ dictionary: [String: Any]) -> [[String]] {
    dictionary.keys.sorted().flatMap { key in
      [[key]] + ((dictionary[key] as? [String: Any]).map(paths) ?? []).map { [key] + $0 }
    }
  }

  private static func remove(_ path: ArraySlice<String>, _ dictionary: [String: Any]) -> [String: Any] {
    var copy = dictionary
    guard let key = path.first else { return copy }
    if path.count == 1 {
      copy[key] = nil
    } else {
      copy[key] = remove(path.dropFirst(), dictionary[key] as? [String: Any] ?? [:])
    }
    return copy
  }
}
