internal import CCurl

/// An http or https URL, taken apart by libcurl's own parser, so that what is checked is what is connected to.
package struct WebURL: Hashable, Sendable {
  /// As requests use it: no userinfo, no fragment.
  package let text: String
  package let scheme: String
  /// Lower case; IPv6 in brackets.
  package let host: String
  package let port: Int
  /// Still percent-encoded.
  package let path: String
  package let hasQuery: Bool
  /// From the URL's userinfo, decoded.
  package let credential: TransferOptions.Credential?

  /// - Parameter base: what a relative reference (RFC 3986 §5) starts from.
  /// - Throws: `TransferError.malformedURL` or `.unsupportedScheme`, without secrets.
  package init(_ string: String, relativeTo base: WebURL? = nil) throws(TransferError) {
    guard let handle = curl_url() else { throw .malformedURL("") }
    defer { curl_url_cleanup(handle) }
    // Blanks and letters beyond ASCII are encoded, as people paste them; all else stays as it is.
    let flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE | CURLU_PATH_AS_IS
    func part(_ what: CURLUPart, _ flags: Int32 = 0) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(handle, what, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(cString: value)
    }
    if let base { curl_url_set(handle, CURLUPART_URL, base.text, UInt32(flags)) }
    guard curl_url_set(handle, CURLUPART_URL, string, UInt32(flags)) == CURLUE_OK, let scheme = part(CURLUPART_SCHEME)
    else { throw .malformedURL(WebURL.redact(string)) }
    guard scheme == "http" || scheme == "https" else {
      throw .unsupportedScheme(scheme, url: WebURL.redact(string))
    }
    let user = part(CURLUPART_USER, CURLU_URLDECODE)
    let password = part(CURLUPART_PASSWORD, CURLU_URLDECODE)
    credential = user.map { .init(user: $0, password: password ?? "") }
    curl_url_set(handle, CURLUPART_USER, nil, 0)
    curl_url_set(handle, CURLUPART_PASSWORD, nil, 0)
    curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    guard let host = part(CURLUPART_HOST), !host.isEmpty, let text = part(CURLUPART_URL),
      let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) })
    else { throw .malformedURL(WebURL.redact(string)) }
    self.text = text
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port
    path = part(CURLUPART_PATH) ?? "/"
    hasQuery = part(CURLUPART_QUERY) != nil
  }

  /// Scheme, host and port (RFC 9110 §4.3.1): whom credentials and the user's headers are for.
  package var origin: String { "\(scheme)://\(host):\(port)" }

  /// For messages: the query, which may hold a signature, left out.
  package var redacted: String { WebURL.redact(text) }

  /// Cuts userinfo, query and fragment out of anything that may be a URL.
  package static func redact(_ string: String) -> String {
    var shown = Substring(string)
    var cut = false
    if let end = shown.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      shown = shown[..<end]
      cut = string[end] == "?"
    }
    var start = shown.startIndex
    if let colon = shown.firstIndex(of: ":"), shown[colon...].hasPrefix("://") {
      start = shown.index(colon, offsetBy: 3)
    }
    let authorityEnd = shown[start...].firstIndex { $0 == "/" || $0 == "\\" } ?? shown.endIndex
    var text = String(shown)
    if let at = shown[start..<authorityEnd].lastIndex(of: "@") {
      text = String(shown[..<start]) + String(shown[shown.index(after: at)...])
    }
    return cut ? text + "?…" : text
  }
}
