/// What an earlier run left: bytes that are in the partial file, and of which entity.
package struct Held: Hashable, Sendable {
  package var entity: Entity
  package var written: ByteRanges
  package var synced: ByteRanges
  /// The URL that it was fetched from, as the user gave it then, without userinfo.
  package var source: String

  package init(entity: Entity, written: ByteRanges, synced: ByteRanges, source: String) {
    self.entity = entity
    self.written = written
    self.synced = synced
    self.source = source
  }
}
