// FoundationNetworking's downloadTask, the peer that every Swift program on Linux has at hand.
//
//   foundation URL FILE
import Foundation
import FoundationNetworking

@main
struct Program {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let url = URL(string: arguments[1]) else {
      fail("usage: foundation URL FILE")
    }
    do {
      try await download(url, to: URL(fileURLWithPath: arguments[2]))
    } catch {
      fail("\(error)")
    }
  }

  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}

/// Downloads one file. The system's temporary folder should be on the file system of `file`, or the move is a copy.
func download(_ url: URL, to file: URL) async throws {
  try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
    let task = URLSession.shared.downloadTask(with: url) { temporary, response, error in
      continuation.resume(
        with: Result {
          if let error { throw error }
          guard let temporary, (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw URLError(.badServerResponse)
          }
          try FileManager.default.moveItem(at: temporary, to: file)
        })
    }
    task.resume()
  }
}
