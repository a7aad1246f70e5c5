/// `Repr-Digest` and `Content-Digest` (RFC 9530): a dictionary of digests in base64 between colons.
package enum DigestField {
  /// The first digest of an algorithm worth trusting; nil where there is none.
  package static func checksum(_ value: String) -> Checksum? {
    for member in value.listElements {
      guard let equals = member.firstIndex(of: "=") else { continue }
      let digits = member[member.index(after: equals)...].prefix { $0 != ";" }.withoutBlanks
      guard digits.utf8.count > 2, digits.first == ":", digits.last == ":",
        let bytes = Base64.decode(Array(digits.dropFirst().dropLast().utf8))
      else { continue }
      let name = member[..<equals].withoutBlanks.lowercased()
      guard let algorithm = [Checksum.Algorithm.sha256, .sha512].first(where: { $0.rawValue == name }) else { continue }
      let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      if let checksum = Checksum(algorithm: algorithm, hex: hex) { return checksum }
    }
    return nil
  }
}
