#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Serves a recorded response in its content coding, to the byte, to a client that accepts it.
  ///
  /// A large content is encoded on another thread, so that the event loop can serve other clients
  /// meanwhile.
  final class EncodedReplay: ClientObserver {
    /// The size in bytes up to which a content is encoded on the event loop.
    private static let inlineLimit = 32 << 10

    private let playback: Deck.Playback
    private let deck: Deck
    private let response: Interaction.Response
    private let connection: ClientConnection
    private var client: (any ClientResponse)?

    /// Creates a replay; nil when the client is to get the content itself.
    ///
    /// - Parameters:
    ///   - playback: The replay.
    ///   - incoming: The request that it responds to.
    ///   - client: The way back.
    ///   - connection: The client's connection.
    init?(
      _ playback: Deck.Playback, to incoming: ClientRequest, _ client: any ClientResponse,
      from connection: ClientConnection
    ) {
      // The pieces of a stream are those of its content, each with its time.
      guard case .response(let response) = playback.interaction.outcome,
        response.body.encoded != nil, let coding = response.body.encoding,
        incoming.request.method != "HEAD",
        incoming.accepts(codings: coding) || incoming.asksAlike(playback.interaction.request),
        playback.pace == nil || response.body.chunks.isEmpty
      else { return nil }
      self.playback = playback
      deck = connection.proxy.deck(of: incoming)
      self.response = response
      self.connection = connection
      self.client = client
    }

    /// Encodes the content, then serves it.
    func start() {
      let response = response
      if isAtHand {
        serve(ContentEncoding.encoded(response.body))
        return
      }
      client?.live = self
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      DispatchQueue.global().async {
        let body = ContentEncoding.encoded(response.body)
        eventLoop.execute { bound.value.serve(body) }
      }
    }

    /// True when the encoded bytes take no time to make.
    private var isAtHand: Bool {
      switch response.body.encoded {
      case .bytes, .file: true
      case .settings, nil: response.body.count <= Self.inlineLimit
      }
    }

    func clientWritabilityChanged(isWritable: Bool) {}

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func serve(_ body: Body?) {
      guard let client else { return }
      clientGone()
      guard let body, let coding = response.body.encoding else {
        connection.serve(playback, from: deck, to: client)
        return
      }
      var encoded = response
      encoded.headers.insert(.coding, coding, at: encoded.fieldOrder)
      encoded.body = body
      // A stream stays one, whose length was not announced.
      if !response.body.chunks.isEmpty { encoded.body.chunks = [.init(length: body.count)] }
      var playback = playback
      playback.interaction.outcome = .response(encoded)
      // Responses that are kept ready are those with the content itself.
      playback.index = nil
      connection.serve(playback, from: deck, to: client)
    }
  }

  extension ClientRequest {
    /// True when the client accepts the same codings as the one that was recorded, so that the
    /// service would send it the same.
    fileprivate func asksAlike(_ recorded: Interaction.Request) -> Bool {
      // In a cassette of which a person took the fields, nothing is known of what was asked; but
      // of a client that sends none itself nothing else is known.
      recorded.headers.isEmpty
        ? request.withoutRedundantHost.headers.isEmpty
        : recorded.headers.values("accept-encoding") == request.headers.values("accept-encoding")
    }

    /// True when the client accepts every coding of a `Content-Encoding` value (RFC 9110 §12.5.3).
    ///
    /// Without the field a server may choose any coding; a client that asked for none gets none
    /// here.
    func accepts(codings: String) -> Bool {
      var weights: [String: Bool] = [:]
      for element in request.headers.values("accept-encoding").flatMap(\.commaSeparatedWords) {
        let parts = element.split(separator: ";").map {
          $0.filter { !$0.isWhitespace }.lowercased()
        }
        guard let name = parts.first else { continue }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
        weights[Self.registered(name)] = weight.flatMap { Double($0) } != 0
      }
      return codings.lowercased().commaSeparatedWords.allSatisfy { coding in
        let name = Self.registered(coding)
        // Every client takes a body in no coding.
        return name == "identity" || (weights[name] ?? weights["*"] ?? false)
      }
    }

    /// The name of a coding; `x-gzip` is an alias (RFC 9110 §8.4.1.3).
    private static func registered(_ name: String) -> String { name == "x-gzip" ? "gzip" : name }
  }
#endif
