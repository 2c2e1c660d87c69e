/// Two digests of a key, so that two different keys never agree in both by chance.
struct KeyDigest: Hashable {
  let first: Int
  private let second: Int

  /// Creates the digests of a key.
  init(_ key: [UInt8]) {
    var hasher = Hasher()
    unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    // The hasher is copied, so that the key is hashed once for both digests.
    var other = hasher
    other.combine(true)
    first = hasher.finalize()
    second = other.finalize()
  }
}
