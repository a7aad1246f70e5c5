import Foundation

/// Certificates for TLS on 127.0.0.1, good and bad, made by openssl(1) once for all tests.
struct Certificates: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case good
    case expired
    case otherHost
    case selfSigned
  }

  /// Issued all but the self-signed one.
  let authority: String
  private let folder: Folder

  func chain(_ kind: Kind) -> String { "\(folder.path)/\(kind.rawValue).pem" }
  func key(_ kind: Kind) -> String { "\(folder.path)/\(kind.rawValue).key" }

  private static let made = Task { try await Certificates() }
  static var all: Certificates { get async throws { try await made.value } }

  private init() async throws {
    folder = try Folder()
    authority = folder.path("authority.pem")
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    let script = """
      set -e
      openssl req -x509 \(key) -days 2 -subj /CN=Tests -keyout authority.key -out authority.pem
      issue() {
        openssl req \(key) -subj /CN=$1 -keyout $1.key -out $1.csr
        echo "subjectAltName=$2" >$1.ext
        openssl x509 -req -in $1.csr -CA authority.pem -CAkey authority.key -days $3 -extfile $1.ext -out $1.pem
      }
      issue good IP:127.0.0.1 2
      issue expired IP:127.0.0.1 -1
      issue otherHost DNS:other.example 2
      openssl req -x509 \(key) -days 2 -subj /CN=self -addext subjectAltName=IP:127.0.0.1 \\
        -keyout selfSigned.key -out selfSigned.pem
      """
    let run = try await Running(["/bin/sh", "-c", script], in: folder).finish()
    guard run.status == 0 else { throw Failure(text: "openssl can't make certificates: \(run.err)") }
  }

  struct Failure: Error {
    let text: String
  }
}
