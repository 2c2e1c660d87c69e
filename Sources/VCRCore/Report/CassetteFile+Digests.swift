extension CassetteFile {
  /// A digest for each interaction that distinguishes its text from all others of the file, so that
  /// a run record stays valid when others are added or removed.
  ///
  /// The digest is FNV-1a (64 bits) of the item's text in hexadecimal: it has to be the same on
  /// every platform, but need not withstand forgery. The second occurrence of a text has the suffix
  /// `-2`, the third `-3`.
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
