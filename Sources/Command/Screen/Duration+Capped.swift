extension Duration {
  /// Seconds from outside: less than none is none, and more than thirty years is thirty years.
  init(capped seconds: Double) {
    self = .milliseconds(Int64(max(0, min(seconds, 1e9)) * 1000))
  }
}
