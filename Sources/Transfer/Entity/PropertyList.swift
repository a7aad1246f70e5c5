/// A property list, as far as resume data needs it.
package indirect enum PropertyList: Hashable, Sendable {
  case dictionary([String: PropertyList])
  case array([PropertyList])
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case data([UInt8])
  /// Seconds since 2001 in UTC.
  case date(Double)
  /// A keyed archive's reference to another of its objects.
  case uid(UInt64)

  /// Of values inside values, the outermost counted in.
  static let maximumDepth = 64
  static let maximumSize = 16 * 1024 * 1024
  /// 2001-01-01 as seconds since 1970.
  static let epoch: Int64 = 978_307_200

  /// Reads XML (in UTF-8) and the binary form, up to 16 MiB and 64 levels.
  package init(bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.count <= PropertyList.maximumSize else { throw .tooLarge }
    if bytes.starts(with: BinaryPropertyListReader.magic) {
      self = try BinaryPropertyListReader.read(bytes)
    } else {
      var reader = XMLPropertyListReader(bytes)
      self = try reader.read()
    }
  }

  package subscript(key: String) -> PropertyList? {
    guard case .dictionary(let values) = self else { return nil }
    return values[key]
  }

  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  package var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }
  package var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
  package var uid: UInt64? { if case .uid(let value) = self { value } else { nil } }
}

package enum PropertyListError: Error, Hashable, Sendable {
  /// Neither of the forms.
  case notPropertyList
  /// Cut off, or against the form's rules.
  case malformed
  case tooLarge
  case tooDeep
}
