import Foundation
import Glibc

/// nginx as a real server, for HTTP/1.1 and, with TLS, HTTP/2, each on a port that the kernel picked.
final class Nginx: Sendable {
  /// One line of the access log.
  struct Entry: Sendable {
    let connection: String
    let version: String
    let status: Int
    let bytes: Int
  }

  let files: Folder
  private let http: Listener
  private let https: Listener
  private let running: Running

  /// - Parameters:
  ///   - server: directives for the server, say limits.
  ///   - files: what it serves, by name.
  ///   - replacing: a server that has ended, whose ports it takes over.
  init(
    _ server: String = "", certificate: Certificates.Kind = .good, files: Folder, replacing: Nginx? = nil
  ) async throws {
    let certificates = try await Certificates.all
    self.files = files
    http = try replacing?.http ?? Listener()
    https = try replacing?.https ?? Listener()
    let log = replacing == nil ? "access.log" : "access2.log"
    logPath = "\(files.scratch)/\(log)"
    let config = """
      user root;
      daemon off;
      pid \(files.scratch)/\(log).pid;
      error_log \(files.scratch)/error.log;
      events { worker_connections 512; }
      http {
        log_format plain '$connection $server_protocol $status $body_bytes_sent';
        access_log \(logPath) plain;
        sendfile on;
        default_type application/octet-stream;
        \(["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(files.scratch)/\($0);" }
          .joined(separator: "\n"))
        ssl_certificate \(certificates.chain(certificate));
        ssl_certificate_key \(certificates.key(certificate));
        server {
          listen 127.0.0.1:\(http.port);
          listen 127.0.0.1:\(https.port) ssl http2;
          root \(files.path);
          \(server)
        }
      }
      """
    try Data(config.utf8).write(to: URL(fileURLWithPath: "\(files.scratch)/\(log).conf"))
    // It takes over open sockets by these numbers, so nobody else can have the ports in between.
    running = try Running(
      ["nginx", "-c", "\(files.scratch)/\(log).conf", "-e", "\(files.scratch)/error.log"], in: files,
      environment: ["NGINX": "\(http.descriptor);\(https.descriptor);"],
      descriptors: [http.descriptor, https.descriptor])
  }

  private let logPath: String

  func url(_ name: String, secure: Bool = false) -> String {
    secure ? "https://127.0.0.1:\(https.port)/\(name)" : "http://127.0.0.1:\(http.port)/\(name)"
  }

  /// kill -9, whatever it is doing.
  func kill() async {
    Glibc.kill(-running.pid, SIGKILL)
    _ = await running.finish()
  }

  /// What it served, once it has ended.
  func entries() async throws -> [Entry] {
    running.signal(SIGTERM)
    let run = await running.finish()
    guard FileManager.default.fileExists(atPath: logPath) else {
      let errors = (try? String(contentsOfFile: "\(files.scratch)/error.log", encoding: .utf8)) ?? ""
      throw Certificates.Failure(text: "nginx did not run: \(run.err) \(errors)")
    }
    let text = try String(contentsOfFile: logPath, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, let status = Int(words[2]), let bytes = Int(words[3]) else { return nil }
      return Entry(connection: words[0], version: words[1], status: status, bytes: bytes)
    }
  }
}
