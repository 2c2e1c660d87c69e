/// What the client of a recorded call of gRPC sent, as a call that has arrived in part is compared
/// with it.
struct CallRequest: Sendable {
  /// The messages.
  let bytes: [UInt8]
  /// True for a call that ended before its client had sent all: how many messages there are is a
  /// matter of chance.
  let isCutShort: Bool

  /// Whether a client that has sent this may go on as that of the call did.
  ///
  /// - Parameter bodies: What it has sent, in each of its spellings with numbered placeholders.
  /// - Returns: True if it may.
  func begins(with bodies: [[UInt8]]) -> Bool { bodies.contains { bytes.starts(with: $0) } }

  /// Whether the call ended before its request had, and a client has sent all that its client had
  /// sent by then, or more.
  ///
  /// - Parameter bodies: What it has sent, in each of its spellings with numbered placeholders.
  /// - Returns: True if so.
  func isExceeded(by bodies: [[UInt8]]) -> Bool {
    isCutShort && bodies.contains { $0.starts(with: bytes) }
  }

  /// Whether a client that has sent this may be the one of the call.
  ///
  /// - Parameters:
  ///   - bodies: What it has sent, in each of its spellings with numbered placeholders.
  ///   - isWhole: True if it sends no more.
  /// - Returns: True if it may.
  func allows(_ bodies: [[UInt8]], isWhole: Bool) -> Bool {
    if isWhole, !isCutShort { return bodies.contains(bytes) }
    return isExceeded(by: bodies) || begins(with: bodies)
  }
}
