/// One download: where from, where to, and how.
package struct TransferRequest: Sendable {
  /// The URL as the user gave it.
  package var url: String
  package var destination: Destination
  package var options: TransferOptions

  package init(url: String, destination: Destination, options: TransferOptions = TransferOptions()) {
    self.url = url
    self.destination = destination
    self.options = options
  }

  package enum Destination: Hashable, Sendable {
    /// A file in this folder (made if missing), named by the answer or, failing that, by the URL.
    case folder(String)
    /// This very name in this folder. The name is one path component.
    case file(folder: String, name: String)
    /// In order to an open descriptor, which stays open.
    case stream(descriptor: Int32)
  }
}
