internal import Glibc

/// What happened, to which URL or file, and what to do next.
extension TransferError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformedURL(let url):
      "\"\(url)\" is no URL that can be fetched: write it in full, such as https://example.org/file"
    case .unsupportedScheme(let scheme, let url):
      "\(url) can't be fetched: \(scheme) is not supported; look for an http or https link to the same file"

    case .unresolved(let host):
      "the name \(host) can't be found: check its spelling, and that this machine is connected"
    case .unreachable(let host, let port, let reason):
      "\(host), port \(port), can't be reached (\(reason)): check that it is the right address, or try later"
    case .connectTimedOut(let host, let seconds):
      "\(host) took no connection within \(seconds) s: try later, or allow more with --connect-timeout"
    case .tls(let host, let fault): TransferError.text(fault, host)
    case .connectionLost(let url, let reason):
      "the connection for \(url) broke (\(reason)), and so did the tries after it: run the same command to go on"
    case .stalled(let url, let seconds):
      "\(url) brought no byte for \(seconds) s: run the same command to go on, or allow more with --stall-timeout"
    case .outOfTime(let seconds):
      "the download took longer than the \(seconds) s that --max-time allows: run the same command to go on"

    case .status(let status, let url, let line): TransferError.text(status: status, url, line)
    case .needsURL(let status, let url):
      "the link \(url) has expired (status \(status)): get a fresh one, and run sluice get NEWURL -o NAME to go on"
    case .urlCommand(let reason):
      "--url-command gave no usable URL (\(reason)): it has to print one, and nothing else, and exit with 0"
    case .tooManyRedirects(let url, let limit):
      "\(url) leads to more than \(limit) redirects: it probably goes round in circles; check the link in a browser"
    case .refusedRedirect(let from, let to, let reason):
      "\(from) redirects to \(to), which was not followed: \(reason)"
    case .malformedAnswer(let url, let reason):
      "the answer for \(url) can't be trusted: \(reason); try later, or another link to the same file"
    case .wasted(let url, let bytes):
      "\(url) always breaks off and can't be resumed: given up after throwing \(bytes) bytes away; try another link"
    case .waitTooLong(let host, let seconds):
      "\(host) asks to wait for \(seconds) s, longer than the download may take: try again then"

    case .entityChanged(let url):
      "the file at \(url) keeps changing while it is fetched: try again once it has settled"
    case .otherEntity(let url, let partial, let source):
      "\(partial) holds part of another file, from \(source), not of \(url): go on from there, name another file "
        + "with -o, or drop that part with --restart"
    case .checksum(let expected, let actual, let keptAs):
      "the file's checksum is \(actual), not \(expected): the file or the checksum is wrong; "
        + (keptAs.isEmpty ? "its bytes have gone down the pipe" : "it is kept as \(keptAs)")

    case .exists(let path):
      "\(path) is there already: --overwrite replaces it, --rename takes another name, --skip-existing leaves it"
    case .inUse(let path):
      "another process is downloading to \(path): wait for it to end, or name another file with -o"
    case .disk(let fault, let path): TransferError.text(fault, path)
    case .changedByOthers(let path):
      "\(path) was changed or removed by someone else while it was written: run the same command again"
    case .streamClosed:
      "nobody reads the output any more: check the command behind the pipe"
    }
  }

  private static func text(_ fault: TLSFault, _ host: String) -> String {
    let unchecked = "--insecure goes on unprotected"
    switch fault {
    case .expired:
      return "the certificate of \(host) has expired: tell its owner, and check this machine's clock; \(unchecked)"
    case .notYetValid:
      return "the certificate of \(host) is not valid yet: check this machine's clock; \(unchecked)"
    case .wrongHost:
      return "the certificate shown is not for \(host): check the link, someone may be in between; \(unchecked)"
    case .unknownIssuer:
      return
        "the certificate of \(host) is from an issuer unknown here: name its certificate with --cacert; \(unchecked)"
    case .selfSigned:
      return "\(host) signed its certificate itself: if you trust it, name that with --cacert; \(unchecked)"
    case .other(let reason):
      return "no secure connection to \(host) could be made (\(reason)): check the link, or try later"
    }
  }

  private static func text(status: Int, _ url: String, _ line: String) -> String {
    let said = line.isEmpty ? "" : ", saying \"\(line)\""
    let what = "\(url) was answered with status \(status)\(said): "
    switch status {
    case 401: return what + "log in with --user, or check the name and password"
    case 403: return what + "access is refused; check that the link is still valid and whether it needs a login"
    case 404, 410: return what + "the file is not there; check the link"
    case 407: return what + "the proxy wants a login"
    case 408, 425, 429, 503: return what + "the server is busy; try later, or with fewer connections (-j 1 -x 1)"
    case 416: return what + "the file may have changed; run the command with --restart"
    case 500...599: return what + "the fault is the server's; try later"
    default: return what + "check the link in a browser"
    }
  }

  private static func text(_ fault: DiskFault, _ path: String) -> String {
    let what: String =
      switch fault.operation {
      case .open: "can't be opened"
      case .create: "can't be made"
      case .write: "can't be written"
      case .read: "can't be read"
      case .sync: "can't be synced to the disk"
      case .rename: "can't be given its name"
      case .lock: "can't be locked"
      case .list: "can't be listed"
      }
    return "\(path) \(what): \(reason(fault.code)); \(advice(fault.code))"
  }

  private static func reason(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "make room, and run the same command to go on"
    case EDQUOT: "your quota is used up; make room, and run the same command to go on"
    case EACCES, EPERM: "check who may write there, or choose another folder with --dir"
    case EROFS: "choose a folder on another disk with --dir"
    case ENAMETOOLONG: "choose a shorter name with -o"
    case ENOENT, ENOTDIR, EISDIR, ELOOP: "check the path, or choose another with --dir or -o"
    case EFBIG: "this disk can't hold a file of that size; choose another folder with --dir"
    case EMFILE, ENFILE: "allow more open files (ulimit -n), or run fewer downloads at once with -j"
    case EIO: "the disk may be failing; check it, or choose another folder with --dir"
    default: "check the disk and the folder, and run the same command again"
    }
  }
}
