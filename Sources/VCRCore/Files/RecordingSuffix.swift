/// How the names of recordings end.
package enum RecordingSuffix {
  /// Those of cassettes.
  package static let cassette = [".yaml", ".yml"]

  /// That of the journal beside a cassette.
  package static let journal = ".recording"

  /// Those of cassettes, and of recordings of other tools that are replayed as they are.
  package static let replayed = cassette + [".json"]

  /// Those of all texts that a tool records.
  package static let text = replayed + [".toml"]

  /// That of HTTP archives, which no other file has.
  package static let archive = ".har"
}
