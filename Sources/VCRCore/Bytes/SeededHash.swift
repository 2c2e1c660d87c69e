extension [UInt8] {
  /// A hash under the process's own seed; an array's own hash takes byte by byte.
  package var seededHash: Int {
    var hasher = Hasher()
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
