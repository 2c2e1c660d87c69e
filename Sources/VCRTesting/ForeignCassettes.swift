import VCRCore
import VCRReview
import VCRUpstream

/// Other tools' recordings, which a test replays like cassettes.
enum ForeignCassettes {
  /// Once used, recordings of other tools are read in this process.
  static let areRead: Void = ForeignReading.use { path, content in
    // A build for replay alone undoes no content coding; there a body stays as it was stored.
    #if Recording
      return try ForeignCassette.cassette(
        path: path, content: content, inflating: StoredBodies.inflated,
        decoding: StoredBodies.decoded, redaction: .standard)
    #else
      return try ForeignCassette.cassette(
        path: path, content: content, inflating: nil, decoding: { $0 }, redaction: .standard)
    #endif
  }
}
