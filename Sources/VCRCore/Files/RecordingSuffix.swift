/// How the names of recordings end.
package enum RecordingSuffix {
  /// The endings of cassettes.
  package static let cassette = [".yaml", ".yml"]

  /// The ending of the journal beside a cassette.
  package static let journal = ".recording"

  /// The endings of cassettes, and of recordings of other tools that are replayed as they are.
  package static let replayed = cassette + [".json"]

  /// The endings of all texts that a tool records.
  package static let text = replayed + [".toml", ".json5"]

  /// The endings of HTTP archives, in a call or not, and of sessions of Charles and Fiddler, which
  /// no other files have.
  package static let archives = [".har", ".harp", ".chlsj", ".saz"]

  /// The endings of all recordings, ours and those of other tools.
  package static let all = text + archives

  /// True for the name of a recording of another tool, packed or not.
  package static func isForeign(_ path: String) -> Bool {
    let name = Packing.unpackedName(of: path)
    return FolderListing.endsInAny(name, of: all) && !FolderListing.isYAML(path)
  }
}
