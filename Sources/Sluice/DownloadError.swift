/// Why a file did not come.
public struct DownloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, to which URL or file, and what to do. Holds no secrets.
  public let message: String
  /// The file that keeps what came, where one does.
  public let partial: String?

  public var description: String { message }
}
