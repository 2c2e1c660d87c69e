import Foundation
import VCRCore

/// How the response to a client ends.
enum LoadingEnd: Sendable {
  /// A whole response, or a failure in the place of one.
  case whole
  /// The response breaks off with this error.
  case broken(any Error)
  /// Nothing more comes, and nobody knows what would have followed: a client left here when it was
  /// recorded, so long after its request.
  case silence(Duration)

  /// The end of what was recorded or just came of a request.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - seconds: How long it took; nil when that is not known.
  ///   - url: The URL as the client knows it.
  init(_ outcome: Interaction.Outcome, seconds: Double?, url: URL) {
    switch (outcome.byFinalResponse, outcome.failure) {
    case (_, let failure?) where failure.isLeft:
      self = .silence(.seconds(min(max(seconds ?? 0, 0), 86_400)))
    case (.response, let failure?): self = .broken(failure.urlError(url: url))
    case (.response, nil), (.failure, _): self = .whole
    }
  }
}
