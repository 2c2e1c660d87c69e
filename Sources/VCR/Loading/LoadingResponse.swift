import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The response that the client receives in the end.
enum LoadingResponse: Sendable {
  /// A response, its whole body, and the pieces to deliver it in (none for one piece).
  case response(URLResponse, Data, [Body.Chunk])
  /// The request failed.
  case failure(any Error)

  /// Makes the response for what was recorded or just came of a request.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - request: The last request, after redirects.
  ///   - url: Its URL as the client knows it.
  ///   - deck: The deck that has the body where that is not in memory.
  ///   - system: The loading system that passes it on.
  /// - Throws: `SideFileError` or `SystemError` when the file of the body cannot be read.
  init(
    _ outcome: Interaction.Outcome, to request: Interaction.Request, url: URL, from deck: Deck,
    in system: LoadingSystem
  ) throws {
    switch outcome.byFinalResponse {
    case .failure(let failure):
      self = .failure(failure.urlError(url: url))
    case .response(let response):
      // A stub, a hook or an entry written by hand may give content where there is none.
      let hasContent = response.hasContent(toMethod: request.method)
      let body = hasContent ? try deck.content(ofBodyOf: response) : Data()
      guard
        let head = URLResponse.make(
          response, to: request, url: url, length: body.count, in: system)
      else {
        self = .failure(
          LoadingError(
            kind: .malformedResponse, url: request.url,
            reason: "its recorded response has a status that Foundation does not accept"))
        return
      }
      self = .response(head, body, hasContent ? response.body.chunks : [])
    }
  }
}
