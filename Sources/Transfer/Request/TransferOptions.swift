/// What the downloads of one command have in common.
package struct TransferOptions: Sendable {
  /// Go to the origin of the user's URL alone, never to another (RFC 9110 §15.4).
  package var headers: [HeaderField] = []
  /// For the origin of the user's URL alone.
  package var credential: Credential?
  package var userAgent = "sluice"
  /// A file of CA certificates (PEM) in place of the system's.
  package var caFile: String?
  package var verifiesPeer = true
  package var httpVersion = HTTPVersion.automatic
  package var allowsDowngrade = false

  /// Connections for this download at most, 1 or more.
  package var connections = 8
  /// Tries in a row that gain nothing, after the first; 0 for none.
  package var retries = 8
  package var connectTimeout = Duration.seconds(15)
  /// How long a connection may bring no byte.
  package var stallTimeout = Duration.seconds(60)
  /// For the whole download, waiting included.
  package var maxTime: Duration?
  /// A shell command that prints a new URL once the link has expired.
  package var urlCommand: String?

  package var checksum: Checksum?
  package var existing = ExistingFile.refuse
  /// Drop what an earlier run left rather than go on with it.
  package var restarts = false
  /// Wait for the disk before the end.
  package var syncs = false

  package init() {}

  package struct Credential: Hashable, Sendable {
    package var user: String
    package var password: String
    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  package enum HTTPVersion: Sendable {
    /// HTTP/2 where a list profits from its multiplexing, HTTP/1.1 for a file on its own.
    case automatic
    case http1
    case http2
  }

  /// What to do when the name is taken.
  package enum ExistingFile: Sendable { case refuse, overwrite, rename, skip }
}
