extension Interaction.Request {
  /// The methods that are safe, meaning essentially read-only (RFC 9110 §9.2.1).
  private static let safeMethods: Set = ["GET", "HEAD", "OPTIONS", "TRACE"]

  /// The methods that change nothing more when they are repeated (RFC 9110 §9.2.2).
  private static let idempotentMethods = safeMethods.union(["PUT", "DELETE"])

  /// True when the method is safe.
  package var isSafe: Bool { Self.safeMethods.contains(method) }

  /// True when sending the request twice has the same effect as sending it once.
  package var isIdempotent: Bool { Self.idempotentMethods.contains(method) }
}
