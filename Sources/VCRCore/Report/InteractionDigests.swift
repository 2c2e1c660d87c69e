extension CassetteFile {
  /// What tells the text of each interaction from all others of the file, so that a run record keeps
  /// its meaning when others are added or taken out.
  ///
  /// The digest is FNV-1a (64 bits) of the item's text in hexadecimal: it has to be the same on every
  /// platform, not to withstand forgery. A text that stands there again has `-2` behind it.
  package func digests() -> [String] {
    var counts: [UInt64: Int] = [:]
    return (0..<count).map { item in
      let hash = FNV1a<UInt64>(text(at: item))
      counts[hash.value, default: 0] += 1
      let digest = hash.hexadecimal
      let occurrence = counts[hash.value, default: 1]
      return occurrence == 1 ? digest : "\(digest)-\(occurrence)"
    }
  }
}
