/// The command line can't be followed. The message names the wrong word, never a secret.
struct UsageError: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
}
