import COpenSSL

/// Digests of OpenSSL's, in hexadecimal or as they are.
enum Digest: String, CaseIterable, Sendable {
  case md5
  case sha1 = "sha-1"
  case sha256 = "sha-256"
  case sha512 = "sha-512"

  func bytes(of content: [UInt8]) -> [UInt8] {
    let method =
      switch self {
      case .md5: EVP_md5()
      case .sha1: EVP_sha1()
      case .sha256: EVP_sha256()
      case .sha512: EVP_sha512()
      }
    var out = [UInt8](repeating: 0, count: 64)
    var length: UInt32 = 0
    precondition(EVP_Digest(content, content.count, &out, &length, method, nil) == 1)
    return Array(out[..<Int(length)])
  }

  func hex(of content: [UInt8]) -> String {
    bytes(of: content).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
