internal import COpenSSL

/// A digest that is fed piece by piece.
final class Digest {
  private let context: OpaquePointer

  /// Nil where OpenSSL refuses the algorithm (MD5 under FIPS rules, say).
  init?(_ algorithm: Checksum.Algorithm) {
    let type =
      switch algorithm {
      case .md5: EVP_md5()
      case .sha1: EVP_sha1()
      case .sha256: EVP_sha256()
      case .sha512: EVP_sha512()
      }
    guard let context = EVP_MD_CTX_new() else { return nil }
    guard EVP_DigestInit_ex(context, type, nil) == 1 else {
      EVP_MD_CTX_free(context)
      return nil
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  func update(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  /// Lower-case hexadecimal digits. Called once.
  func finish() -> String {
    var value = [UInt8](repeating: 0, count: 64)
    var length: UInt32 = 0
    EVP_DigestFinal_ex(context, &value, &length)
    let digits = Array("0123456789abcdef".utf8)
    let hex = value.prefix(Int(length)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: hex, as: UTF8.self)
  }
}
