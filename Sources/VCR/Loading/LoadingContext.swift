/// The context that the steps of one request have in common.
struct LoadingContext: Sendable {
  /// The context of the request's session.
  let handle: SessionContext
  /// Whether the network may be used for recording.
  let records: Bool
  /// How long the request may take.
  let timeout: LoadingTimeout
}
