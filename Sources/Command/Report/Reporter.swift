import CLinux
import Transfer

/// What the downloads tell, as lines, a screen, JSON and counts. Events come on the engine's loop thread and only
/// change state here; `tick` writes.
final class Reporter: Sendable {
  private struct State {
    var board: Board
    var summary = Summary()
    var screen = Screen()
    /// Lines to go above the block at the next tick.
    var finished: [String] = []
    /// When each download's progress was last told as JSON.
    var told: [Int: Duration] = [:]
    var isFinished = false
  }

  private let state: Locked<State>
  private let display: Display
  private let errors = Output(descriptor: 2)
  private let output = Output(descriptor: 1)
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant

  /// Between two events of progress of one download, as JSON.
  private static let pause = Duration.milliseconds(250)

  init(_ display: Display, jobs: Int) {
    self.display = display
    start = clock.now
    state = Locked(State(board: Board(jobs: jobs, now: .zero)))
  }

  /// Called before the queue hears of it: the events of number `id` may come at once.
  func add(id: Int, url: String) {
    state.withLock { $0.board.add(id: id, url: url) }
  }

  /// A line of the list that is no URL.
  func add(listLine: Int, reason: String) {
    let now = self.now
    state.withLock { state in
      let what = "line \(listLine) of the list"
      state.board.addFault()
      state.summary.add(.init(what: what, why: reason))
      say("\(what): \(Columns.harmless(reason))", &state)
      if display.json { output.append(EventJSON.line(listLine: listLine, reason: reason, at: now)) }
    }
    settle()
  }

  /// No more will be added.
  func addedAll() {
    state.withLock { $0.board.isComplete = true }
  }

  func told(_ id: Int, _ event: TransferEvent) {
    let now = self.now
    let isSaid = state.withLock { state in
      guard let row = state.board.apply(event, id: id, now: now) else { return false }
      if case .ended(let outcome) = event {
        state.told[id] = nil
        if case .failed(let error, let partial) = outcome {
          state.summary.add(.init(what: row.title, why: EventText.reason(error, partial)))
        }
      }
      let line = EventText.line(event, row, display.amount, now: now)
      if let line { say(line, &state) }
      let isTold = display.json && isDue(event, id, now, &state)
      if isTold { output.append(EventJSON.line(event, row, at: now)) }
      return line != nil || isTold
    }
    if isSaid { settle() }
  }

  /// Writes what has gathered, and draws.
  func tick() {
    if display.draws { draw() }
    errors.flush()
    output.flush()
  }

  /// Something else was written to the terminal: the next frame begins below it.
  func forget() {
    state.withLock { $0.screen.forget() }
  }

  /// Takes the block away, and says how it ended.
  ///
  /// - Returns: how many of what.
  func finish() -> Board.Counts {
    let now = self.now
    let counts = state.withLock { state in
      var counts = state.board.counts
      // Those that had not begun when all was stopped.
      counts.stopped += state.board.unfinished
      state.isFinished = true
      if display.draws {
        errors.append(state.screen.frame(finished: state.finished, lines: [], columns: size.columns))
        state.finished = []
      }
      if display.amount > .errors { errors.append(state.summary.text(counts, after: now)) }
      if display.json { output.append(EventJSON.summary(counts, at: now)) }
      return counts
    }
    errors.flush()
    output.flush()
    return counts
  }

  private var now: Duration { start.duration(to: clock.now) }

  private var size: (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard sluice_terminal_size(2, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
    return (Int(columns), Int(rows))
  }

  private func draw() {
    let now = self.now
    let size = self.size
    state.withLock { state in
      guard !state.isFinished else { return }
      state.board.advance(now: now)
      let lines = ScreenLines.lines(state.board, columns: size.columns, rows: size.rows, now: now)
      errors.append(state.screen.frame(finished: state.finished, lines: lines, columns: size.columns))
      state.finished = []
    }
  }

  private func say(_ line: String, _ state: inout State) {
    if display.draws { state.finished.append(line) } else { errors.append(line + "\n") }
  }

  /// Without ticks, at once.
  private func settle() {
    guard display.interval < 0 else { return }
    errors.flush()
    output.flush()
  }

  private func isDue(_ event: TransferEvent, _ id: Int, _ now: Duration, _ state: inout State) -> Bool {
    guard case .progress = event else { return true }
    if let last = state.told[id], now - last < Reporter.pause { return false }
    state.told[id] = now
    return true
  }
}
