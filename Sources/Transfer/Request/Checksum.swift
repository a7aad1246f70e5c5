/// A digest that the whole file must have.
package struct Checksum: Hashable, Sendable {
  package enum Algorithm: String, CaseIterable, Sendable {
    case md5
    case sha1 = "sha-1"
    case sha256 = "sha-256"
    case sha512 = "sha-512"

    /// In bytes.
    package var length: Int {
      switch self {
      case .md5: 16
      case .sha1: 20
      case .sha256: 32
      case .sha512: 64
      }
    }
  }

  package let algorithm: Algorithm
  /// Lower case.
  package let hex: String

  /// Nil unless `hex` is as long as the algorithm says, of hexadecimal digits alone.
  package init?(algorithm: Algorithm, hex: String) {
    let digits = hex.lowercased()
    guard digits.utf8.count == algorithm.length * 2, digits.utf8.allSatisfy({ Character(.init($0)).isHexDigit }) else {
      return nil
    }
    self.algorithm = algorithm
    self.hex = digits
  }
}
