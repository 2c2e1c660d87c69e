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
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in text(at: item) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      counts[hash, default: 0] += 1
      let digits = String(hash, radix: 16)
      let digest = String(repeating: "0", count: 16 - digits.count) + digits
      let occurrence = counts[hash, default: 1]
      return occurrence == 1 ? digest : "\(digest)-\(occurrence)"
    }
  }
}
