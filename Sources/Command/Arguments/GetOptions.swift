import Transfer

/// The options of `sluice get`. To add one, add a row.
enum GetOptions {
  static let all: [Option] = place + request + pace + existing + output

  private static let place = [
    Option(.place, "output", "o", "FILE", "name for a single download; - streams it to standard output, in order") {
      $1.output = try Name.output($0)
    },
    Option(.place, "dir", "d", "DIR", "folder to put files in, made if missing") { value, command in
      guard !value.isEmpty else { throw UsageError("--dir needs a folder") }
      command.folder = value
    },
    Option(.place, "input", "i", "FILE", "read URLs from FILE, or from standard input with -, one a line") {
      value, command in
      guard !value.isEmpty else { throw UsageError("--input needs a file, or - for standard input") }
      command.list = value
    },
    Option(.place, "checksum", nil, "ALG=HEX", "what the file must hash to: sha-256, sha-512, sha-1 or md5") {
      $1.options.checksum = try ChecksumArgument.parse($0)
    },
    Option(.place, "sync", nil, nil, "wait until the file is on the disk before it counts as done") {
      $1.options.syncs = true
    },
  ]

  private static let request = [
    Option(
      .request, "header", "H", "'N: V'", "send this header field too, to the URL's own origin alone; repeatable",
      secret: Secrets.inHeader
    ) { $1.options.headers.append(try HeaderArgument.parse($0)) },
    Option(
      .request, "user", "u", "USER[:PASSWORD]",
      "log in; without a password, it is read from SLUICE_PASSWORD or asked for", secret: Secrets.inUser
    ) { value, command in try UserArgument.apply(value, &command) },
    Option(.request, "cacert", nil, "FILE", "trust these certificates (PEM) instead of the system's") {
      value, command in
      guard !value.isEmpty else { throw UsageError("--cacert needs a file") }
      command.options.caFile = value
    },
    Option(.request, "insecure", nil, nil, "accept any certificate: anyone between may read and change the file") {
      $1.options.verifiesPeer = false
    },
    Option(.request, "allow-downgrade", nil, nil, "follow a redirect from https to http") {
      $1.options.allowsDowngrade = true
    },
    Option(.request, "user-agent", nil, "TEXT", "what to call ourselves (default: sluice)") {
      $1.options.userAgent = try HeaderArgument.checkedValue($0, "--user-agent")
    },
    Option(.request, "http-version", nil, "1.1|2", "speak this version of HTTP only") {
      $1.options.httpVersion = try Choice.pick($0, "--http-version", ["1.1": .http1, "2": .http2])
    },
    Option(
      .request, "url-command", nil, "CMD",
      "when the link has expired, run CMD by the shell, with SLUICE_URL set; it prints a new URL"
    ) { value, command in
      guard !value.isEmpty else { throw UsageError("--url-command needs a command") }
      command.options.urlCommand = value
    },
  ]

  private static let pace = [
    Option(.pace, "jobs", "j", "N", "downloads at once (default 8)") {
      $1.jobs = try Number.whole($0, "--jobs", in: 1...1000)
    },
    Option(.pace, "connections", "x", "N", "connections per download, at most (default 8)") {
      $1.options.connections = try Number.whole($0, "--connections", in: 1...128)
    },
    Option(.pace, "connections-per-host", nil, "N", "connections to one host, at most (default 8)") {
      $1.connectionsPerHost = try Number.whole($0, "--connections-per-host", in: 1...1000)
    },
    Option(.pace, "retries", nil, "N", "tries in a row that gain nothing before giving up (default 8, 0 none)") {
      $1.options.retries = try Number.whole($0, "--retries", in: 0...1_000_000)
    },
    Option(.pace, "connect-timeout", nil, "S", "seconds to wait for a connection (default 15, 0 no limit)") {
      $1.options.connectTimeout = try Number.seconds($0, "--connect-timeout") ?? .seconds(Number.mostSeconds)
    },
    Option(.pace, "stall-timeout", nil, "S", "seconds without a byte before trying again (default 60, 0 no limit)") {
      $1.options.stallTimeout = try Number.seconds($0, "--stall-timeout") ?? .seconds(Number.mostSeconds)
    },
    Option(.pace, "max-time", nil, "S", "seconds for each download, waiting included (default: no limit)") {
      $1.options.maxTime = try Number.seconds($0, "--max-time")
    },
  ]

  private static let existing = [
    Option(.existing, "overwrite", nil, nil, "replace a file that has the name (default: refuse)") {
      try $1.settle(.overwrite, "--overwrite")
    },
    Option(.existing, "rename", nil, nil, "take a free name beside it") { try $1.settle(.rename, "--rename") },
    Option(.existing, "skip-existing", nil, nil, "leave the file, and count that as done") {
      try $1.settle(.skip, "--skip-existing")
    },
    Option(.existing, "restart", nil, nil, "drop a partial file instead of going on with it") {
      $1.options.restarts = true
    },
  ]

  private static let output = [
    Option(.output, "progress", nil, "MODE", "auto, bar, plain or none (default auto: bar at a terminal)") {
      $1.progress = try Choice.pick(
        $0, "--progress", ["auto": .automatic, "bar": .bar, "plain": .plain, "none": .none])
    },
    Option(.output, "json", nil, nil, "one event a line on standard output, as JSON") { $1.json = true },
    Option(.output, "quiet", "q", nil, "say nothing but errors") { $1.quiet = true },
    Option(.output, "verbose", "v", nil, "say more: redirects, retries, what is resumed") { $1.verbose = true },
  ]
}
