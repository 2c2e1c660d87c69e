import VCRLocks

/// The texts of the stream or list that was searched last: one body is searched for each list of
/// values and for shapes, and mostly nothing is found in between.
final class StreamMemo: Sendable {
  private let last = Mutex<(bytes: [UInt8], texts: StreamSecrets.Texts)?>(nil)

  /// Returns the texts of a body.
  func texts(of bytes: [UInt8]) -> StreamSecrets.Texts {
    let known = last.withLock { last in last?.bytes == bytes ? last?.texts : nil }
    if let known { return known }
    let texts = StreamSecrets.Texts(StreamTexts(of: bytes), in: bytes)
    if bytes.count <= Self.longest { last.withLock { $0 = (bytes, texts) } }
    return texts
  }

  /// A longer body is not kept.
  private static let longest = 64 << 10
}
