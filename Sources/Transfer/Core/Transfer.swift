/// One download as a value: events in, actions out. It reads no clock, draws no lots and touches nothing.
package struct Transfer: Sendable {
  package enum Event: Sendable {
    /// `held`: what an earlier run left under the name, where the name is known before the first answer.
    case start(held: Held?)
    /// The first answer named the file, and an earlier run left this under that name.
    case found(Held)
    /// `now`: seconds since 1970.
    case head(Int, ResponseHead, now: Int64)
    /// Bytes up to here came.
    case received(Int, position: Int64)
    /// Bytes up to here are in the file.
    case stored(Int, position: Int64)
    case ended(Int, Fetch.Ending)
    /// A few times a second. `bytes`: all that came in this run; `room`: connections its host has to spare.
    case tick(bytes: Int64, room: Int)
    case urlCommand(Result<WebURL, TransferError>)
    /// Another download found that the host refuses all: it counts for this one, which stands in line there.
    case hostRefused(TransferError)
    case failed(TransferError)
  }

  package enum Action: Hashable, Sendable {
    case open(Fetch.Order)
    /// Take the body: its first byte has offset `first`; bytes before `start` are compared with the file from
    /// `compareFrom` on and else skipped; at `limit` it is cut off; `end` is where it ends by itself.
    case accept(Int, first: Int64, compareFrom: Int64, start: Int64, limit: Int64?, end: Int64?)
    /// Take the body, all of it, undoing gzip or deflate.
    case inflate(Int)
    /// Let the body pass by, keeping its first line.
    case pass(Int)
    case limit(Int, Int64)
    case close(Int)
    /// Empty the file.
    case reset
    /// Renew the resume data.
    case record
    /// All downloads from this origin wait.
    case hold(origin: String, seconds: Double, TransferError)
    /// The origin answers again.
    case release(origin: String)
    case runURLCommand(String)
    case started(total: Int64?)
    case resumed(Int64)
    case discarded(String)
    case entityChanged
    case redirected(WebURL)
    case waiting(seconds: Double, TransferError)
    case finish
    case fail(TransferError)
  }

  package struct Limits: Hashable, Sendable {
    package var connections = 8
    package var retry = RetryPolicy(retries: 8)
    /// In order, from the first byte on: one connection.
    package var isOrdered = false
    package var hasURLCommand = false
    package var allowsDowngrade = false
    package var redirects = 20
    package init() {}
  }

  enum Phase: Hashable, Sendable {
    case idle, running
    case waiting(until: Duration)
    case askingURL, ended
  }

  let limits: Limits
  /// What the user gave, or the URL command since.
  var source: WebURL
  /// Where its redirects led.
  var location: WebURL
  package internal(set) var entity: Entity?
  package internal(set) var written = ByteRanges()
  var fetches: [Fetch] = []
  var phase = Phase.idle
  var budget = Budget()
  var growth = Growth()
  /// The best rate that any one connection has shown, in bytes per second.
  var bestRate = 0.0

  var nextID = 0
  /// Ranges were seen to work.
  var rangesWork = false
  /// The origin sends the whole, whatever is asked.
  var hasNoRanges = false
  /// Answers of 200 to a plain Range, where ranges had worked before.
  var strikes = 0
  /// If-Range works here with this validator.
  var takesCondition = true
  /// Validators that come and go prove nothing: the bytes do.
  var hasTokens = false
  /// What is held came from another URL: bytes are compared before each join.
  var isDoubtful = false
  /// What is held came from another URL: where it is another entity, that is the user's to decide.
  var isForeign = false
  var foreignSource = ""
  /// The body is sent encoded: it comes whole, in one go.
  var isEncoded = false
  /// The coding is the file's own form.
  var keepsCoding = false
  /// The coding is one that libcurl is to undo.
  var leavesCodingToCurl = false
  /// Since the last new byte, the user's URL was asked again for a fresh link.
  var askedSourceAgain = false
  var urlCommandRuns = 0
  /// How often the entity was found to be another one.
  var changes = 0
  var isHTTP2 = false
  /// No connection joins before this moment.
  var joinNotBefore = Duration.zero
  /// No quiet connection is raced before this moment, nor so soon after it.
  var reliefNotBefore = Duration.zero
  var reliefPause = Transfer.quiet
  var adopting = false
  var hasStarted = false
  var hadBytes = false

  package init(source: WebURL, limits: Limits) {
    self.source = source
    location = source
    self.limits = limits
  }

  package var connections: Int { fetches.count }
  /// What is held could be gone on with: decoded bytes are no part of what an origin would send.
  package var isResumable: Bool { !isEncoded }
  /// The URL whose bytes are held.
  package var heldFrom: String { isForeign && !hasStarted ? foreignSource : source.text }
  package var isEnded: Bool { phase == .ended }
  /// Sameness can be proved by a validator that If-Range may carry.
  var isProvable: Bool { entity?.validator.condition != nil && !hasTokens }

  /// - Parameters:
  ///   - now: time since some fixed moment.
  ///   - chance: a number in 0..<1, drawn anew each time.
  package mutating func apply(_ event: Event, now: Duration, chance: Double) -> [Action] {
    if phase == .ended { return [] }
    switch event {
    case .start(let held):
      guard phase == .idle else { return [] }
      phase = .running
      guard let held else { return openNext(now) }
      return adopt(held) + openNext(now)
    case .found(let held):
      adopting = true
      return adopt(held)
    case .head(let id, let head, let wall):
      guard let index = index(id) else { return [] }
      return answered(index, head, wall: wall, now: now, chance: chance)
    case .received(let id, let position):
      guard let index = index(id), position > fetches[index].position else { return [] }
      fetches[index].position = position
      fetches[index].moved = now
      return []
    case .stored(let id, let position):
      return stored(id, position)
    case .ended(let id, let ending):
      guard let index = index(id) else { return [] }
      return ended(fetches.remove(at: index), ending, now: now, chance: chance)
    case .tick(let bytes, let room):
      return tick(bytes: bytes, room: room, now: now)
    case .urlCommand(let result):
      guard phase == .askingURL else { return [] }
      return newURL(result, now: now)
    case .hostRefused(let error):
      budget.failed()
      return budget.fruitless > limits.retry.retries ? fail(error) : []
    case .failed(let error):
      return fail(error)
    }
  }

  func index(_ id: Int) -> Int? { fetches.firstIndex { $0.id == id } }

  private mutating func adopt(_ held: Held) -> [Action] {
    entity = held.entity
    written = held.written
    hadBytes = !written.isEmpty
    isForeign = held.source != source.text
    foreignSource = held.source
    isDoubtful = isForeign
    _ = budget.gained(held: written.count)
    return written.isEmpty ? [] : [.resumed(written.count)]
  }

  private mutating func stored(_ id: Int, _ position: Int64) -> [Action] {
    guard let index = index(id), position > fetches[index].stored else { return [] }
    written.insert(fetches[index].stored..<position)
    fetches[index].stored = position
    hadBytes = true
    if budget.gained(held: written.count) {
      askedSourceAgain = false
      urlCommandRuns = 0
    }
    return []
  }

  mutating func fail(_ error: TransferError) -> [Action] {
    phase = .ended
    return closeAll() + [.fail(error)]
  }

  mutating func finish() -> [Action] {
    phase = .ended
    return closeAll() + [.finish]
  }

  mutating func closeAll() -> [Action] {
    defer { fetches = [] }
    return fetches.map { .close($0.id) }
  }
}
