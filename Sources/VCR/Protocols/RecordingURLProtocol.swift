/// A URL protocol that replays requests, or sends and records them, as the mode of its deck says.
///
/// Install it with `URLSessionConfiguration.record(_:trusting:)`:
///
/// ```swift
/// let deck = try Cassette.Deck(
///   cassette: "Cassettes/users.yaml", options: .init(mode: .newEpisodes))
/// configuration.record(deck)
/// ```
///
/// Redactions run before anything is stored, so a secret never reaches the disk; the client still
/// sees the real values. A request that fails is recorded as a failure, and the client sees the
/// error. Each hop of a redirect is an interaction of its own. A compressed body is decoded for the
/// client and for the cassette.
///
/// > Important: `URLSession.shared` ignores `protocolClasses`; see
/// ``VCR/installGlobally(_:trusting:)``.
open class RecordingURLProtocol: ReplayingURLProtocol {
  override class var records: Bool { true }
}
