internal import CCurl
internal import Glibc

/// One thread, one multi handle: performs what transfers decide and tells them what comes.
///
/// All of it belongs to the loop's thread. libcurl forbids adding and removing handles inside its callbacks, so
/// those are put off until it has returned.
final class CurlLoop {
  /// How often transfers look around: rates, stalls, waits that are over.
  private static let tick = Duration.milliseconds(100)

  let multi: UnsafeMutableRawPointer
  let pool = BlockPool(most: 64)
  /// For what may take long: waiting for the disk, reading a file back.
  let worker = Worker(named: "sluice-disk")
  /// For what is many: small files, each written and named in one go.
  let scribe = Worker(named: "sluice-files")
  var hosts: HostBook
  private(set) var now: Duration = .zero
  /// One download and no other is to come: nothing profits from HTTP/2's multiplexing.
  var isAlone = false
  var isOver = false
  /// All was stopped: what is started all the same, by someone who had not heard of it, ends at once.
  private(set) var isStopped = false
  private let began = ContinuousClock.now
  /// From any thread: has something done on this one, later.
  let post: @Sendable (@escaping @Sendable (CurlLoop) -> Void) -> Void
  private var runs: [Int: Run] = [:]
  private var connections: [UnsafeMutableRawPointer: Connection] = [:]
  private var idle: [UnsafeMutableRawPointer] = []
  private var opening: [Connection] = []
  private var full: [Connection] = []
  private var closing: [Connection] = []
  private var folders: [String: Folder] = [:]
  private var lastTick: Duration = .zero
  private var lots = UInt64.random(in: .min ... .max)

  init(
    multi: UnsafeMutableRawPointer, connectionsPerHost: Int,
    post: @escaping @Sendable (@escaping @Sendable (CurlLoop) -> Void) -> Void
  ) {
    self.multi = multi
    self.post = post
    hosts = HostBook(most: connectionsPerHost)
    sluice_multi_setopt_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    sluice_multi_setopt_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 100)
  }

  /// Milliseconds of patience that the loop has left before somebody must be looked after.
  private var patience: Int32 { runs.isEmpty ? 1000 : 100 }

  // MARK: Runs

  func add(_ run: Run) {
    runs[run.id] = run
    run.begin()
  }

  func run(_ id: Int) -> Run? { runs[id] }
  func remove(_ run: Run) { runs[run.id] = nil }
  func stopAll() {
    isStopped = true
    for run in Array(runs.values) { run.stop() }
  }

  /// One descriptor for each folder, however many downloads go there.
  func folder(_ path: String) throws(TransferError) -> Folder {
    if let folder = folders[path] { return folder }
    let folder = try Folder(path: path)
    folders[path] = folder
    return folder
  }

  /// A number in 0..<1 (SplitMix64), for events that come by the thousand: the system's lots are a call each.
  func chance() -> Double {
    lots &+= 0x9E37_79B9_7F4A_7C15
    var bits = (lots ^ (lots >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
  }

  // MARK: Turning

  /// One turn: what libcurl has to do, what it has to say, and a wait for more.
  ///
  /// - Parameter maySleep: asked right before the wait.
  func turn(maySleep: () -> Bool) {
    now = ContinuousClock.now - began
    var running: Int32 = 0
    startOpening()
    curl_multi_perform(multi, &running)
    now = ContinuousClock.now - began
    var isBusy = readMessages()
    isBusy = endFull() || isBusy
    if now - lastTick >= CurlLoop.tick { tickAll() }
    for connection in closing { release(connection) }
    closing = []
    if isBusy { for ticket in hosts.ready(now: now) { runs[ticket.run]?.admitted(ticket.fetch) } }
    if opening.isEmpty, !isBusy, maySleep() { waitForWork() }
  }

  /// Where idle time is spent: by this name in profiles.
  @inline(never)
  private func waitForWork() { curl_multi_poll(multi, nil, 0, patience, nil) }

  private func readMessages() -> Bool {
    var any = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let result = sluice_message_result(message)
      guard let connection = connections[easy] else { continue }
      any = true
      end(connection, result)
    }
    return any
  }

  /// Ends those that have all they were to bring.
  private func endFull() -> Bool {
    guard !full.isEmpty else { return false }
    let connections = full
    full = []
    for connection in connections where connection.mode == .store { abandon(connection, .full) }
    return true
  }

  func filled(_ connection: Connection) { full.append(connection) }

  private func tickAll() {
    // A program that was stopped, or a machine that slept, has not seen a stall.
    let gap = now - lastTick
    if gap > .seconds(5) { for connection in connections.values { connection.lastByte += gap } }
    lastTick = now
    for ticket in hosts.ready(now: now) { runs[ticket.run]?.admitted(ticket.fetch) }
    for run in Array(runs.values) { run.tick() }
  }

  // MARK: Requests

  func open(_ order: Fetch.Order, for run: Run) -> Connection? {
    guard let easy = idle.popLast() ?? makeEasy() else { return nil }
    let connection = Connection(id: order.id, easy: easy, run: run, url: order.url, now: now)
    CurlRequest(order: order, options: run.request.options, isAlone: isAlone, own: run.own).configure(connection)
    connections[easy] = connection
    opening.append(connection)
    return connection
  }

  private func makeEasy() -> UnsafeMutableRawPointer? { curl_easy_init() }

  private func startOpening() {
    while !opening.isEmpty {
      let batch = opening
      opening = []
      for connection in batch where connections[connection.easy] === connection {
        curl_multi_add_handle(multi, connection.easy)
      }
    }
  }

  /// From now on it brings nothing; libcurl lets go of it at the end of this turn.
  func close(_ connection: Connection) {
    connection.close()
    closing.append(connection)
  }

  private func end(_ connection: Connection, _ result: CURLcode) {
    guard connections[connection.easy] === connection, connection.mode != .closed else { return }
    let run = connection.run
    let ending = CurlEnding(connection, result).value
    release(connection)
    run.ended(connection, ending)
  }

  /// Ends a request that libcurl goes on with.
  func abandon(_ connection: Connection, _ ending: Fetch.Ending) {
    guard connections[connection.easy] === connection, connection.mode != .closed else { return }
    close(connection)
    connection.run.ended(connection, ending)
  }

  private func release(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.easy) != nil else { return }
    curl_multi_remove_handle(multi, connection.easy)
    idle.append(connection.easy)
  }

  func shutDown() {
    for connection in connections.values { curl_multi_remove_handle(multi, connection.easy) }
    for easy in idle + connections.keys { curl_easy_cleanup(easy) }
    connections = [:]
    idle = []
    worker.stop()
    scribe.stop()
    curl_multi_cleanup(multi)
  }
}
