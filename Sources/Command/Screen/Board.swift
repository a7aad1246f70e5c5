import Transfer

/// All that is known of the downloads of one command: fed with events, read by the screen and the summary.
struct Board: Sendable {
  struct Row: Sendable {
    enum Phase: Hashable, Sendable {
      /// Nothing was heard of it yet.
      case connecting
      case running
      case waiting(until: Duration, why: String)
      case needsURL
    }

    let id: Int
    /// As the user gave it.
    let source: String
    var name: String?
    var phase = Phase.connecting
    var received: Int64 = 0
    var total: Int64?
    /// In this run.
    var transferred: Int64 = 0
    /// From earlier runs.
    var resumed: Int64 = 0
    var connections = 0
    var since: Duration
    var meter: Meter
    var left = TimeLeft()

    init(id: Int, source: String, now: Duration) {
      self.id = id
      self.source = source
      since = now
      meter = Meter(start: now)
    }

    /// Without secrets.
    var url: String { WebURL.redact(source) }
    /// What to call it.
    var title: String { name ?? url }
  }

  struct Counts: Hashable, Sendable {
    var added = 0
    var completed = 0
    var skipped = 0
    var failed = 0
    var stopped = 0
    /// Of completed files, those of earlier runs included.
    var bytes: Int64 = 0
    /// In this run, of all downloads.
    var transferred: Int64 = 0
  }

  /// Those that were heard of and have not ended.
  private(set) var rows: [Row] = []
  /// URLs of those that were not heard of yet.
  private var queued: [Int: String] = [:]
  /// No queued one has a lower number.
  private var firstQueued = 0
  /// The number of the next one.
  private var end = 0
  private(set) var counts = Counts()
  private(set) var meter: Meter
  private(set) var left = TimeLeft()
  /// No more will be added, so that a time left for all can be told.
  var isComplete = false
  /// Downloads at once.
  let jobs: Int

  init(jobs: Int, now: Duration) {
    self.jobs = jobs
    meter = Meter(start: now)
  }

  /// Ids are 0, 1, 2 …
  mutating func add(id: Int, url: String) {
    counts.added += 1
    queued[id] = url
    end = max(end, id + 1)
  }

  /// A download that never was one, such as a line of a list that is no URL.
  mutating func addFault() {
    counts.failed += 1
    counts.added += 1
  }

  /// - Returns: the row as it is after the event; nil when there is none.
  @discardableResult
  mutating func apply(_ event: TransferEvent, id: Int, now: Duration) -> Row? {
    if let url = queued.removeValue(forKey: id) {
      rows.append(Row(id: id, source: url, now: now))
      while firstQueued < end, queued[firstQueued] == nil { firstQueued += 1 }
    }
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return nil }
    switch event {
    case .started(let name, let total):
      // Standard output is no name.
      rows[index].name = name == "-" ? nil : name
      rows[index].total = total
      rows[index].phase = .running
    case .resumed(let bytes):
      rows[index].resumed = bytes
      rows[index].received = bytes
    case .entityChanged, .discarded:
      rows[index].resumed = 0
      rows[index].received = 0
      rows[index].left = TimeLeft()
    case .redirected: break
    case .waiting(let seconds, let why):
      rows[index].phase = .waiting(until: now + Duration(capped: seconds), why: why.description)
      rows[index].connections = 0
    case .needsURL: rows[index].phase = .needsURL
    case .progress(let progress): move(index, progress, now)
    case .ended(let outcome):
      count(outcome)
      return rows.remove(at: index)
    }
    return rows[index]
  }

  private mutating func move(_ index: Int, _ progress: TransferProgress, _ now: Duration) {
    let new = max(0, progress.transferred.subtractingReportingOverflow(rows[index].transferred).partialValue)
    if new > 0 || progress.connections > 0 { rows[index].phase = .running }
    rows[index].received = progress.received
    rows[index].total = progress.total ?? rows[index].total
    rows[index].transferred = progress.transferred
    rows[index].connections = progress.connections
    rows[index].meter.add(new, now: now)
    meter.add(new, now: now)
    counts.transferred = counts.transferred.addingReportingOverflow(new).partialValue
  }

  private mutating func count(_ outcome: TransferOutcome) {
    switch outcome {
    case .completed(_, let bytes):
      counts.completed += 1
      counts.bytes = counts.bytes.addingReportingOverflow(bytes).partialValue
    case .skipped: counts.skipped += 1
    case .failed: counts.failed += 1
    case .stopped: counts.stopped += 1
    }
  }

  /// Moves the times left on. Called before each drawing.
  mutating func advance(now: Duration) {
    var all: Int64? = isComplete && queued.isEmpty ? 0 : nil
    for index in rows.indices {
      let row = rows[index]
      let left = row.total.map { max(0, $0.subtractingReportingOverflow(row.received).partialValue) }
      rows[index].left.update(left: left, rate: row.meter.rate(now: now), now: now)
      all = if let sum = all, let left { sum.addingReportingOverflow(left).partialValue } else { nil }
    }
    left.update(left: all, rate: meter.rate(now: now), now: now)
  }

  /// Those at work, in the order they were added: the queue takes them so.
  func running(now: Duration) -> [Row] {
    var running = rows
    var id = firstQueued
    while running.count < jobs, id < end {
      if let url = queued[id] { running.append(Row(id: id, source: url, now: now)) }
      id += 1
    }
    return running.sorted { $0.id < $1.id }
  }

  /// How many have not ended.
  var unfinished: Int { rows.count + queued.count }
}
