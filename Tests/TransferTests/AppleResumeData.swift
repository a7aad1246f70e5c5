import Foundation
import Testing
import Transfer

/// Resume data as Apple's systems write it, in each of their containers.
enum AppleResumeData {
  enum Container: CaseIterable {
    case xml
    case binary
    /// A keyed archive whose top key is the constant's name.
    case archiveByName
    /// A keyed archive whose top key is the constant's value.
    case archiveByValue
  }

  static func bytes(_ values: [String: PropertyList], in container: Container) throws -> [UInt8] {
    switch container {
    case .xml: PropertyList.dictionary(values).xml()
    case .binary: try binary(.dictionary(values))
    case .archiveByName: try archive(values, top: "NSKeyedArchiveRootObjectKey")
    case .archiveByValue: try archive(values, top: "root")
    }
  }

  /// By Foundation, which turns `CF$UID` into references.
  static func binary(_ list: PropertyList) throws -> [UInt8] {
    let object = try PropertyListSerialization.propertyList(from: Data(list.xml()), format: nil)
    return Array(try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0))
  }

  static func archive(top: String, objects: [PropertyList]) throws -> [UInt8] {
    try binary(
      .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary([top: .uid(1)]),
        "$objects": .array([.string("$null")] + objects),
      ]))
  }

  private static func archive(_ values: [String: PropertyList], top: String) throws -> [UInt8] {
    let pairs = values.sorted { $0.key < $1.key }
    let count = UInt64(pairs.count)
    let boxed = pairs.map { pair -> PropertyList in
      if case .data(let bytes) = pair.value { return .dictionary(["NS.data": .data(bytes), "$class": .uid(2)]) }
      return pair.value
    }
    let root = PropertyList.dictionary([
      "$class": .uid(2), "NS.keys": .array((0..<count).map { .uid(3 + $0) }),
      "NS.objects": .array((0..<count).map { .uid(3 + count + $0) }),
    ])
    return try archive(
      top: top, objects: [root, classObject("NSMutableDictionary")] + pairs.map { .string($0.key) } + boxed)
  }

  static func classObject(_ name: String) -> PropertyList {
    .dictionary(["$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")])])
  }

  /// An NSURLRequest's archive, as far as its URL.
  static func request(url: String, key: String, top: String) throws -> [UInt8] {
    try archive(
      top: top,
      objects: [
        .dictionary(["$class": .uid(3), key: .uid(2)]),
        .dictionary(["$class": .uid(4), "NS.base": .uid(0), "NS.relative": .uid(5)]), classObject("NSURLRequest"),
        classObject("NSURL"), .string(url),
      ])
  }
}
