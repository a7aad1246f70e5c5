/// What an earlier run left: bytes that are in the partial file, and of which entity.
package struct Held: Hashable, Sendable {
  package var entity: Entity
  package var written: ByteRanges
  package var synced: ByteRanges
  /// The URL that it was fetched from, as the user gave it then, without userinfo.
  package var source: String
  /// The partial file looks as it was left. Where it doesn't, the bytes before each gap are compared first.
  package var isUntouched: Bool

  package init(entity: Entity, written: ByteRanges, synced: ByteRanges, source: String, isUntouched: Bool) {
    self.entity = entity
    self.written = written
    self.synced = synced
    self.source = source
    self.isUntouched = isUntouched
  }
}
