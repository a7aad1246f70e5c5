internal import Glibc

/// One download at work: does what its `Transfer` decides, and tells it what comes. Belongs to the loop's thread.
final class Run {
  let id: Int
  let request: TransferRequest
  unowned let loop: CurlLoop
  let emit: (TransferEvent) -> Void
  private(set) var transfer: Transfer?
  private(set) var own: WebURL
  var output: any Output
  var partial: PartialFile?
  var checking: Checking?
  /// The whole file, where it came in one block.
  private(set) var small: UnsafeRawBufferPointer?
  /// It is being written: the block is the scribe's.
  private var isWriting = false
  /// The likely name, found free a moment ago.
  var freeName: String?

  var connections: [Int: Connection] = [:]
  /// Requests that wait for their host's leave.
  private var inLine: [Int: Fetch.Order] = [:]
  private var hasOutput = false
  private var hasStored = false
  private(set) var isEnding = false
  private(set) var hasBytes = false
  private let began: Duration
  var passedOn: Int64 = 0
  var lastProgress: TransferProgress?
  private var ticks = 0

  var unrecorded: Int64 = 0
  var recordedAt: Duration
  var syncedAt: Duration
  var isSyncing = false
  var synced = ByteRanges()
  var syncedCount: Int64 = 0

  /// Written bytes that a crash may cost each connection: with what its block holds, less than 4 MiB.
  private static let recordEvery: Int64 = (4 << 20) - Int64(2 * BlockPool.blockSize)

  init(id: Int, request: TransferRequest, url: WebURL, loop: CurlLoop, emit: @escaping (TransferEvent) -> Void) {
    self.id = id
    self.request = request
    self.loop = loop
    self.emit = emit
    own = url
    began = loop.now
    recordedAt = loop.now
    syncedAt = loop.now
    if case .stream(let descriptor) = request.destination {
      output = StreamOutput(descriptor: descriptor)
      checking = request.options.checksum.map { Checking($0) }
    } else {
      output = NoOutput()
    }
  }

  var isStream: Bool { if case .stream = request.destination { true } else { false } }

  // MARK: From the loop

  func begin() {
    do throws(TransferError) {
      switch try resolveEarly() {
      case .go(let held): start(held)
      case .prove(let held, let proof): prove(held, proof)
      case .ended(let outcome): end(outcome)
      }
    } catch {
      end(.failed(error, partial: partial?.keptPath))
    }
  }

  func start(_ held: Held?) {
    var limits = Transfer.Limits()
    limits.connections = request.options.connections
    limits.retry = RetryPolicy(retries: request.options.retries)
    limits.isOrdered = isStream
    limits.hasURLCommand = request.options.urlCommand != nil
    limits.allowsDowngrade = request.options.allowsDowngrade
    transfer = Transfer(source: own, limits: limits)
    apply(.start(held: held))
  }

  /// The head of an answer, in the midst of libcurl's callback.
  func received(_ head: ResponseHead, _ connection: Connection) {
    guard !isEnding else { return connection.close() }
    if !isStream, partial == nil, [200, 203, 206].contains(head.status) {
      do throws(TransferError) {
        switch try resolve(named: name(head, connection.url)) {
        case .go(let held): if let held { apply(.found(held)) }
        case .prove(let held, let proof):
          // That takes a while: this answer is let go, and another one asked for.
          closeAll()
          return prove(held, proof)
        case .ended(let outcome): return end(outcome)
        }
      } catch {
        return end(.failed(error, partial: partial?.keptPath))
      }
    }
    hasBytes = true
    apply(.head(connection.id, head, now: Int64(time(nil))))
    if checking == nil, !isEnding { checking = originDigest(head).map { Checking($0) } }
    if connection.isFull { loop.filled(connection) }
  }

  /// What the origin says that the whole has for a digest (RFC 9530); nil where it speaks of encoded bytes.
  private func originDigest(_ head: ResponseHead) -> Checksum? {
    guard [200, 203, 206].contains(head.status), head.contentCodings.isEmpty else { return nil }
    return (head.value("Repr-Digest") ?? (head.status == 206 ? nil : head.value("Content-Digest")))
      .flatMap { DigestField.checksum($0) }
  }

  /// Bytes for the output, from a connection's block.
  func store(_ bytes: UnsafeRawBufferPointer, at offset: Int64, _ connection: Connection) throws(TransferError) {
    if !hasOutput {
      try output.create()
      hasOutput = true
    }
    if !hasStored {
      hasStored = true
      // An earlier run's last record says that nothing was written after it: no longer so.
      if partial?.hasRecord == true { record() }
    }
    try output.write(bytes, at: offset)
    checking?.arrived(bytes, at: offset)
    connection.unrecorded += Int64(bytes.count)
    unrecorded += Int64(bytes.count)
    apply(.stored(connection.id, position: offset + Int64(bytes.count)))
    if connection.unrecorded >= Run.recordEvery { record() }
  }

  /// Takes over a block that is the whole file, to be written once all is proved. Otherwise it goes the usual way.
  func keepsWhole(_ block: UnsafeMutableRawPointer, count: Int, _ connection: Connection) -> Bool {
    guard count > 0, !hasOutput, small == nil, partial != nil, transfer?.entity?.total == Int64(count) else {
      return false
    }
    small = UnsafeRawBufferPointer(start: block, count: count)
    checking?.arrived(UnsafeRawBufferPointer(start: block, count: count), at: 0)
    apply(.stored(connection.id, position: Int64(count)))
    return true
  }

  private func dropSmall() {
    guard let small, !isWriting else { return }
    loop.pool.give(UnsafeMutableRawPointer(mutating: small.baseAddress!))
    self.small = nil
  }

  func ended(_ connection: Connection, _ ending: Fetch.Ending) {
    var ending = ending
    if connection.mode == .store, !connection.differs, !connection.flush(), let error = connection.error {
      ending = .failed(error, isPassing: false)
    }
    forget(connection)
    if case .failed(let error, isPassing: false) = ending, connection.error != nil {
      apply(.failed(error))
    } else {
      apply(.ended(connection.id, ending))
    }
  }

  /// A request's turn has come.
  func admitted(_ fetch: Int) {
    guard let order = inLine.removeValue(forKey: fetch) else { return }
    start(order)
  }

  func tick() {
    guard let transfer, !isEnding else { return }
    ticks += 1
    let now = loop.now
    if let most = request.options.maxTime, now - began > most {
      return apply(.failed(.outOfTime(seconds: Int(most / .seconds(1)))))
    }
    for connection in Array(connections.values) { watch(connection, now) }
    guard !isEnding else { return }
    let bytes = transferred
    if transfer.connections > 0 {
      for connection in connections.values where connection.mode == .store {
        apply(.received(connection.id, position: connection.position))
      }
    }
    let origin = transfer.location.origin
    apply(.tick(bytes: bytes, room: loop.hosts.room(origin: origin)))
    guard !isEnding else { return }
    keep(now)
    if ticks % 2 == 0 { tellProgress() }
  }

  /// Ends it, keeping what came.
  func stop() {
    // A file that is all there gets its name in a moment.
    guard !isEnding, !isWriting else { return }
    closeAll()
    record(isLast: true)
    if transfer?.isResumable == false { partial?.discard() }
    end(.stopped(partial: partial?.keptPath))
  }

  // MARK: Actions

  func apply(_ event: Transfer.Event) {
    guard !isEnding, let actions = transfer?.apply(event, now: loop.now, chance: loop.chance()) else { return }
    for action in actions { perform(action) }
  }

  private func perform(_ action: Transfer.Action) {
    guard !isEnding else { return }
    switch action {
    case .open(let order): open(order)
    case .accept(let id, let first, let compareFrom, let start, let limit, let end):
      connections[id]?.accept(first: first, compareFrom: compareFrom, start: start, limit: limit, end: end)
      createEarly()
    case .inflate(let id): connections[id]?.inflate()
    case .pass(let id): connections[id]?.mode = .pass
    case .limit(let id, let limit): connections[id]?.shorten(to: limit)
    case .close(let id): close(id)
    case .reset: reset()
    case .record: record()
    case .hold(let origin, let seconds, let why): hold(origin, seconds, why)
    case .release(let origin): loop.hosts.release(origin: origin)
    case .runURLCommand(let url): runURLCommand(url)
    case .started(let total): emit(.started(name: partial?.name ?? "-", total: total))
    case .resumed(let bytes): emit(.resumed(bytes: bytes))
    case .discarded(let why): emit(.discarded(why: why))
    case .entityChanged: emit(.entityChanged)
    case .redirected(let url): emit(.redirected(to: url.redacted))
    case .waiting(let seconds, let why): emit(.waiting(seconds: seconds, why: why))
    case .finish: finish()
    case .fail(let error): fail(error)
    }
  }

  private func open(_ order: Fetch.Order) {
    inLine[order.id] = order
    let ticket = HostBook.Ticket(run: id, fetch: order.id)
    if loop.hosts.ask(ticket, origin: order.url.origin, now: loop.now) {
      admitted(order.id)
    } else if let wait = loop.hosts.wait(origin: order.url.origin, now: loop.now) {
      emit(.waiting(seconds: wait.left / .seconds(1), why: wait.why))
    }
  }

  private func start(_ order: Fetch.Order) {
    guard let connection = loop.open(order, for: self) else { return apply(.failed(.streamClosed)) }
    connections[order.id] = connection
  }

  private func close(_ id: Int) {
    if let order = inLine.removeValue(forKey: id) {
      loop.hosts.leave(HostBook.Ticket(run: self.id, fetch: id), origin: order.url.origin)
    }
    guard let connection = connections[id] else { return }
    loop.close(connection)
    forget(connection)
  }

  private func closeAll() {
    for id in Array(connections.keys) + Array(inLine.keys) { close(id) }
  }

  private func forget(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    passedOn += connection.transferred
    loop.hosts.leave(HostBook.Ticket(run: id, fetch: connection.id), origin: connection.url.origin)
  }

  private func reset() {
    synced = ByteRanges()
    syncedCount = 0
    checking = request.options.checksum.map { Checking($0) }
    dropSmall()
    if isStream { return fail(.entityChanged(url: own.redacted)) }
    do throws(TransferError) {
      try partial?.truncate()
      partial?.removeRecord()
    } catch {
      fail(error)
    }
  }

  private func hold(_ origin: String, _ seconds: Double, _ why: TransferError) {
    let until = loop.now + .seconds(seconds)
    for ticket in loop.hosts.hold(origin: origin, until: until, why: why) where ticket.run != id {
      loop.run(ticket.run)?.hostRefused(why, seconds: seconds)
    }
  }

  private func hostRefused(_ why: TransferError, seconds: Double) {
    emit(.waiting(seconds: seconds, why: why))
    apply(.hostRefused(why))
  }

  private func runURLCommand(_ url: String) {
    guard let command = request.options.urlCommand else { return }
    let post = loop.post
    let id = id
    spawnThread(named: "sluice-command") {
      let result = URLCommand.run(command, url: url)
      post { loop in loop.run(id)?.apply(.urlCommand(result)) }
    }
  }

  /// Locks the name as soon as more than a moment's work is certain.
  private func createEarly() {
    guard let partial else { return }
    partial.total = transfer?.entity?.total
    guard !hasOutput else { return }
    if let total = transfer?.entity?.total, total <= Int64(BlockPool.blockSize) { return }
    do throws(TransferError) {
      try partial.create()
      hasOutput = true
    } catch {
      fail(error)
    }
  }

  // MARK: Resume data and the end

  /// - Parameter isLast: nothing will be written after it in this run.
  func record(isLast: Bool = false) {
    guard let partial, let transfer, let entity = transfer.entity, !transfer.written.isEmpty, hasOutput,
      transfer.isResumable
    else { return }
    recordedAt = loop.now
    unrecorded = 0
    for connection in connections.values { connection.unrecorded = 0 }
    do throws(TransferError) {
      try partial.save(resumeData(transfer, entity, isClean: isLast))
    } catch {
      // A full disk takes no new record; the old one still tells the truth, and the next write reports it.
    }
  }

  private func fail(_ error: TransferError) {
    closeAll()
    var error = error
    if case .otherEntity(let url, _, let source) = error {
      // What is there stays what it was: another URL's.
      error = .otherEntity(url: url, partial: partial?.partialPath ?? "", source: source)
    } else {
      record(isLast: true)
    }
    if transfer?.isResumable == false { partial?.discard() }
    if case .needsURL = error { emit(.needsURL(error)) }
    partial?.discardIfEmpty()
    end(.failed(error, partial: partial?.keptPath))
  }

  func adoptHeld() { hasOutput = true }

  func end(_ outcome: TransferOutcome) {
    guard !isEnding else { return }
    closeAll()
    dropSmall()
    isEnding = true
    tellProgress()
    emit(.ended(outcome))
    loop.remove(self)
  }

  /// Nothing more is to come from the network; what is left is for the disk.
  func finishing() { closeAll() }

  /// Hands the whole file to the scribe; `then` gets the path that it got.
  func write(
    _ small: UnsafeRawBufferPointer, _ file: SmallFile,
    then: @escaping @Sendable (Run, Result<String, TransferError>) -> Void
  ) {
    isWriting = true
    let post = loop.post
    let id = id
    // Safe to pass: until the answer is back, nobody else touches the block.
    nonisolated(unsafe) let bytes = small
    loop.scribe.post {
      let result = file.write(bytes)
      post { loop in
        guard let run = loop.run(id) else { return }
        run.isWriting = false
        run.dropSmall()
        then(run, result)
      }
    }
  }

  func tell(_ event: TransferEvent) { emit(event) }
}
