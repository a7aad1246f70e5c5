import Transfer

/// Events as lines of JSON; the README's table describes them.
enum EventJSON {
  static func line(_ event: TransferEvent, _ row: Board.Row, at time: Duration) -> String {
    var object = JSONObject()
    object.add("event", name(event))
    object.add("id", Int64(row.id))
    object.add("seconds", seconds: time)
    object.add("url", row.url)
    switch event {
    case .started(let name, let total):
      object.add("name", name)
      object.add("total", total)
    case .resumed(let bytes): object.add("bytes", bytes)
    case .entityChanged: break
    case .redirected(let target): object.add("to", WebURL.redact(target))
    case .waiting(let seconds, let why):
      object.add("wait", seconds: Duration(capped: seconds))
      add(why, to: &object)
    case .discarded(let why): object.add("message", why)
    case .needsURL(let why): add(why, to: &object)
    case .progress(let progress):
      object.add("received", progress.received)
      object.add("total", progress.total)
      object.add("transferred", progress.transferred)
      object.add("connections", Int64(progress.connections))
    case .ended(.completed(let path, let bytes)):
      object.add("path", path)
      object.add("bytes", bytes)
    case .ended(.skipped(let path)): object.add("path", path)
    case .ended(.failed(let error, let partial)):
      add(error, to: &object)
      object.add("partial", partial)
    case .ended(.stopped(let partial)): object.add("partial", partial)
    }
    return object.line
  }

  /// A line of a list that is no URL.
  static func line(listLine: Int, reason: String, at time: Duration) -> String {
    var object = JSONObject()
    object.add("event", "failed")
    object.add("id", Int64?.none)
    object.add("seconds", seconds: time)
    object.add("line", Int64(listLine))
    object.add("error", "list")
    object.add("message", reason)
    return object.line
  }

  /// The last line.
  static func summary(_ counts: Board.Counts, at time: Duration) -> String {
    var object = JSONObject()
    object.add("event", "summary")
    object.add("seconds", seconds: time)
    object.add("completed", Int64(counts.completed))
    object.add("skipped", Int64(counts.skipped))
    object.add("failed", Int64(counts.failed))
    object.add("stopped", Int64(counts.stopped))
    object.add("bytes", counts.bytes)
    object.add("transferred", counts.transferred)
    return object.line
  }

  private static func add(_ error: TransferError, to object: inout JSONObject) {
    object.add("error", error.name)
    object.add("message", error.description)
  }

  private static func name(_ event: TransferEvent) -> String {
    switch event {
    case .started: "started"
    case .resumed: "resumed"
    case .entityChanged: "entityChanged"
    case .redirected: "redirected"
    case .waiting: "waiting"
    case .discarded: "discarded"
    case .needsURL: "needsURL"
    case .progress: "progress"
    case .ended(.completed): "completed"
    case .ended(.skipped): "skipped"
    case .ended(.failed): "failed"
    case .ended(.stopped): "stopped"
    }
  }
}
