internal import CCurl

/// What libcurl is told for one request.
struct CurlRequest {
  let order: Fetch.Order
  let options: TransferOptions
  let isAlone: Bool
  /// The user's URL: its origin alone gets credentials and the user's headers.
  let own: WebURL

  func configure(_ connection: Connection) {
    let easy = connection.easy
    curl_easy_reset(easy)
    func set(_ option: CURLoption, _ value: Int) { sluice_setopt_long(easy, option, value) }
    func set(_ option: CURLoption, _ value: String) { sluice_setopt_string(easy, option, value) }

    let context = Unmanaged.passUnretained(connection).toOpaque()
    sluice_setopt_pointer(easy, CURLOPT_WRITEDATA, context)
    sluice_setopt_data(easy, CURLOPT_WRITEFUNCTION, connectionBody)
    sluice_setopt_pointer(easy, CURLOPT_HEADERDATA, context)
    sluice_setopt_data(easy, CURLOPT_HEADERFUNCTION, connectionHeader)
    sluice_setopt_pointer(easy, CURLOPT_ERRORBUFFER, connection.errorText)

    set(CURLOPT_URL, order.url.text)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_NOPROGRESS, 1)
    // libcurl makes one for each request: a large one pays for a large file, not for thousands of small ones.
    set(CURLOPT_BUFFERSIZE, (isAlone || order.range != nil ? 512 : 96) * 1024)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(options.connectTimeout / .milliseconds(1)))
    set(CURLOPT_USERAGENT, options.userAgent)
    set(CURLOPT_SSL_VERIFYPEER, options.verifiesPeer ? 1 : 0)
    set(CURLOPT_SSL_VERIFYHOST, options.verifiesPeer ? 2 : 0)
    if let file = options.caFile { set(CURLOPT_CAINFO, file) }
    setVersion(set)
    // Sent as it is; an origin that encodes all the same is decoded.
    set(CURLOPT_ACCEPT_ENCODING, "identity")
    set(CURLOPT_HTTP_CONTENT_DECODING, order.decodes ? 1 : 0)
    setHeaders(connection)
  }

  /// `CURLAUTH_BASIC`, a macro with a cast in it, which Swift doesn't import.
  private static let basic = 1

  private func setVersion(_ set: (CURLoption, Int) -> Void) {
    let version: Int
    switch options.httpVersion {
    case .automatic: version = isAlone ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS
    case .http1: version = CURL_HTTP_VERSION_1_1
    case .http2: version = CURL_HTTP_VERSION_2_0
    }
    set(CURLOPT_HTTP_VERSION, version)
    // Segments of one file go over connections of their own; files share one where it can multiplex.
    set(CURLOPT_FRESH_CONNECT, order.isSeparate ? 1 : 0)
    let mayShare = version != CURL_HTTP_VERSION_1_1 && order.url.scheme == "https" && !order.isSeparate
    set(CURLOPT_PIPEWAIT, mayShare ? 1 : 0)
  }

  private func setHeaders(_ connection: Connection) {
    let easy = connection.easy
    var lines: [String] = []
    if order.url.origin == own.origin {
      for field in options.headers {
        // libcurl leaves out a header without a value unless it ends so.
        lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
      }
    }
    let given = order.url.origin == own.origin ? own.credential ?? options.credential : nil
    if let credential = order.url.credential ?? given {
      sluice_setopt_long(easy, CURLOPT_HTTPAUTH, CurlRequest.basic)
      sluice_setopt_string(easy, CURLOPT_USERNAME, credential.user)
      sluice_setopt_string(easy, CURLOPT_PASSWORD, credential.password)
    }
    // The engine's own come last and alone: a user's Range would break what is asked for.
    lines.removeAll { line in
      ["range:", "if-range:", "accept-encoding:"].contains { line.lowercased().hasPrefix($0) }
    }
    if let range = order.range { lines.append("Range: bytes=\(range)") }
    if let condition = order.condition { lines.append("If-Range: \(condition)") }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { list = curl_slist_append(list, line) ?? list }
    connection.headers = list
    if let list { sluice_setopt_pointer(easy, CURLOPT_HTTPHEADER, list) }
  }
}
