internal import CCurl

/// What libcurl's result means for the request.
struct CurlEnding {
  let value: Fetch.Ending

  init(_ connection: Connection, _ result: CURLcode) {
    if let error = connection.error {
      value = .failed(error, isPassing: false)
    } else if connection.differs {
      value = .mismatch
    } else if connection.hasCodingFault, result == CURLE_OK || result == CURLE_WRITE_ERROR {
      let reason = "its content coding can't be undone or is cut short"
      value = .failed(.malformedAnswer(url: connection.url.redacted, reason: reason), isPassing: true)
    } else if connection.isFull {
      value = .full
    } else if result == CURLE_OK || connection.mode == .pass && connection.head != nil {
      value = .complete(line: CurlEnding.firstLine(connection.line))
    } else {
      value = CurlEnding.failure(connection, result)
    }
  }

  /// What an error's body says first, as far as it is text that a terminal bears.
  private static func firstLine(_ bytes: [UInt8]) -> String {
    let line = String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
    guard !line.hasPrefix("<"), !line.contains("\u{FFFD}") else { return "" }
    return String(
      line.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 && !(128..<160).contains($0.value) }
        .prefix(200).map(Character.init))
  }

  private static func failure(_ connection: Connection, _ result: CURLcode) -> Fetch.Ending {
    let url = connection.url
    let text = String(cString: connection.errorText)
    let reason = text.isEmpty ? String(cString: curl_easy_strerror(result)) : text
    switch result {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return .failed(.unresolved(host: url.host), isPassing: connection.run.hasBytes)
    case CURLE_COULDNT_CONNECT:
      return .failed(
        .unreachable(host: url.host, port: url.port, reason: systemError(connection) ?? reason), isPassing: true)
    case CURLE_OPERATION_TIMEDOUT:
      let seconds = Int(connection.run.request.options.connectTimeout / .seconds(1))
      return .failed(.connectTimedOut(host: url.host, seconds: seconds), isPassing: true)
    case CURLE_PEER_FAILED_VERIFICATION:
      return .failed(.tls(host: url.host, certificateFault(connection, reason)), isPassing: false)
    case CURLE_SSL_CONNECT_ERROR where connection.run.hasBytes:
      return .failed(.tls(host: url.host, .other(reason)), isPassing: true)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return .failed(.tls(host: url.host, .other(reason)), isPassing: false)
    case CURLE_BAD_CONTENT_ENCODING:
      return .failed(.malformedAnswer(url: url.redacted, reason: "its content coding can't be undone"), isPassing: true)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR:
      return .failed(.malformedAnswer(url: url.redacted, reason: reason), isPassing: true)
    default:
      return .failed(.connectionLost(url: url.redacted, reason: reason), isPassing: true)
    }
  }

  private static func systemError(_ connection: Connection) -> String? {
    var code = 0
    sluice_getinfo_long(connection.easy, CURLINFO_OS_ERRNO, &code)
    return code == 0 ? nil : SystemError.text(Int32(code))
  }

  /// OpenSSL's verdict on the certificate (X509_V_ERR_… in x509_vfy.h).
  private static func certificateFault(_ connection: Connection, _ reason: String) -> TransferError.TLSFault {
    var verdict = 0
    sluice_getinfo_long(connection.easy, CURLINFO_SSL_VERIFYRESULT, &verdict)
    switch verdict {
    case 0, 62, 63, 64: return .wrongHost
    case 9: return .notYetValid
    case 10: return .expired
    case 18, 19: return .selfSigned
    case 2, 20, 21: return .unknownIssuer
    default: return .other(reason)
    }
  }
}
