extension Interaction.Request {
  /// The methods that are safe, meaning essentially read-only (RFC 9110 §9.2.1).
  package static let safeMethods: Set = ["GET", "HEAD", "OPTIONS", "TRACE"]

  /// True when the method is safe.
  package var isSafe: Bool { Self.safeMethods.contains(method) }
}
