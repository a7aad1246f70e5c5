/// Why a download failed. Each case carries what a person needs to act; URLs in it are without secrets.
package enum TransferError: Error, Hashable, Sendable {
  // The request
  case malformedURL(String)
  case unsupportedScheme(String, url: String)

  // The way to the origin
  case unresolved(host: String)
  case unreachable(host: String, port: Int, reason: String)
  case connectTimedOut(host: String, seconds: Int)
  case tls(host: String, TLSFault)
  case connectionLost(url: String, reason: String)
  case stalled(url: String, seconds: Int)
  case outOfTime(seconds: Int)

  // The answer
  case status(Int, url: String, line: String)
  case needsURL(status: Int, url: String)
  case urlCommand(reason: String)
  case tooManyRedirects(url: String, limit: Int)
  case refusedRedirect(from: String, to: String, reason: String)
  case malformedAnswer(url: String, reason: String)
  case wasted(url: String, bytes: Int64)
  case waitTooLong(host: String, seconds: Int64)

  // The entity
  case entityChanged(url: String)
  case otherEntity(url: String, partial: String, source: String)
  case checksum(expected: String, actual: String, keptAs: String)

  // The disk
  case exists(path: String)
  case inUse(path: String)
  case disk(DiskFault, path: String)
  case changedByOthers(path: String)
  case streamClosed

  package enum TLSFault: Hashable, Sendable {
    case expired, notYetValid, wrongHost, unknownIssuer, selfSigned
    case other(String)
  }

  package struct DiskFault: Hashable, Sendable {
    package enum Operation: String, Sendable { case open, create, write, read, sync, rename, lock, list }
    package var operation: Operation
    /// errno
    package var code: Int32
    package init(operation: Operation, code: Int32) {
      self.operation = operation
      self.code = code
    }
  }
}
