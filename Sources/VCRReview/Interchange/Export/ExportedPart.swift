import VCRCore

/// A part of an interaction that some formats have no place for.
enum ExportedPart: String, CaseIterable, Sendable {
  case reason
  case version
  case requestVersion
  case coding
  case otherCoding
  case time
  case seconds
  case pieces
  case interim
  case trailers
  case otherBytes
  case beyondASCII
  case rule
  case placeholders
  case broken
  case failure
  case webSocket
  case custom

  /// The loss without the part.
  enum Weight {
    /// Nothing that a replay gives.
    case remark
    /// A part of what a replay gives.
    case part
    /// The interaction as a whole.
    case interaction
  }

  /// The loss where a format lacks the part.
  var weight: Weight {
    switch self {
    case .reason, .version, .requestVersion, .coding, .otherCoding, .time, .seconds, .pieces,
      .placeholders:
      .remark
    case .interim, .trailers, .otherBytes, .beyondASCII, .rule, .broken: .part
    case .failure, .webSocket, .custom: .interaction
    }
  }

  /// The name of the part in the table of formats.
  var title: String {
    switch self {
    case .reason: "reason phrase"
    case .version: "protocol version of a response"
    case .requestVersion: "protocol version of a request"
    case .coding: "content coding of a response (gzip, deflate)"
    case .otherCoding: "other content codings"
    case .time: "time of the recording"
    case .seconds: "seconds that it took"
    case .pieces: "pieces of a stream, with their times"
    case .interim: "interim responses"
    case .trailers: "trailer fields"
    case .otherBytes: "header fields that are not UTF-8"
    case .beyondASCII: "header fields of responses beyond ASCII"
    case .rule: "matching rule of an interaction"
    case .placeholders: "secrets filled in for placeholders"
    case .broken: "responses that broke off"
    case .failure: "failures without a response"
    case .webSocket: "WebSockets"
    case .custom: "schemes other than HTTP"
    }
  }

  /// The words for the loss, for the line about it.
  var loss: String {
    switch self {
    case .reason: "the reason phrase"
    case .version: "the protocol version of a response"
    case .requestVersion: "the protocol version of a request"
    case .coding, .otherCoding: "the content coding of a body, which is written without it"
    case .time: "the time of the recording"
    case .seconds: "how long it took"
    case .pieces: "the pieces of the stream and their times"
    case .interim: "the interim responses"
    case .trailers: "the trailer fields"
    case .otherBytes: "the bytes of a header field that is not UTF-8"
    case .beyondASCII: "a header field of the response that is not ASCII, as httpx takes none"
    case .rule: "the interaction's own matching rule (`match`, `times`)"
    case .placeholders: "what the placeholders of redacted secrets ({{NAME}}) stand for"
    case .broken: "that the response broke off"
    case .failure: "the failure, as no response came"
    case .webSocket: "a WebSocket"
    case .custom: "a response of a scheme other than HTTP"
    }
  }

  /// True when an interaction has the part.
  func isPresent(in interaction: Interaction) -> Bool {
    guard case .response(let response) = interaction.outcome.byFinalResponse else {
      switch self {
      case .failure: return true
      case .rule: return interaction.rule != nil
      default: return false
      }
    }
    switch self {
    case .reason: return response.reason?.isEmpty == false
    case .version: return response.http != nil
    case .requestVersion: return interaction.request.http != nil
    case .coding: return response.body.encoding.map(Self.isUsualCoding) ?? false
    case .otherCoding:
      return interaction.request.body.encoding != nil
        || response.body.encoding.map { !Self.isUsualCoding($0) } ?? false
    case .time: return interaction.recordedAt != nil
    case .seconds: return interaction.seconds != nil
    case .pieces: return !response.body.chunks.isEmpty
    case .interim: return !response.interim.isEmpty
    case .trailers: return !response.trailers.isEmpty || !interaction.request.trailers.isEmpty
    case .otherBytes:
      return (interaction.request.headers.fields + response.headers.fields)
        .contains { $0.isLatin1 }
    case .beyondASCII:
      return response.headers.fields.contains { $0.value.utf8.contains { $0 >= 0x80 } }
    case .rule: return interaction.rule != nil
    case .placeholders: return Self.hasPlaceholder(interaction.request)
    case .broken: return response.failure != nil
    case .failure: return false
    case .webSocket: return response.opensWebSocket
    case .custom: return response.status == nil
    }
  }

  /// True for a content coding that Ruby VCR can apply again.
  private static func isUsualCoding(_ coding: String) -> Bool {
    ["gzip", "deflate"].contains(coding)
  }

  /// True when a secret of a request was replaced where other tools look for a match.
  private static func hasPlaceholder(_ request: Interaction.Request) -> Bool {
    [Array(request.url.utf8), request.body.bytes].contains {
      !Placeholder.all(in: $0.view).isEmpty
    }
  }
}
