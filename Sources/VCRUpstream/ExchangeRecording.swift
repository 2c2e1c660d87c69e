#if Recording
  public import VCRCore

  /// Collects the events of one exchange into what a cassette holds: the body decoded, its coding
  /// noted, event streams cut into their events with the time of each.
  public struct ExchangeRecording: Sendable {
    /// Creates an empty recording; the clock starts.
    public init() {}

    /// Takes an event in.
    public mutating func receive(_ event: Upstream.Event) {}

    /// What the cassette is to hold, once `end` or `failure` was received; nil before.
    public func outcome() -> Interaction.Outcome? { nil }

    /// A request with its content coding undone, as it is matched and stored.
    ///
    /// When decoding fails the request is returned as it is, `Content-Encoding` included.
    public static func decoding(_ request: Interaction.Request) -> Interaction.Request { request }
  }
#endif
