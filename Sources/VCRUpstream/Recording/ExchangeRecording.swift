#if Recording
  import NIOCore
  public import VCRCore

  /// Collects the events of one exchange into what a cassette holds: the body decoded, its coding
  /// noted, event streams cut into their events with the time of each.
  public struct ExchangeRecording: Sendable {
    private var response: Interaction.Response?
    private var pieces: [(bytes: [UInt8], after: Double)] = []
    private var begun = ContinuousClock.now
    private var result: Interaction.Outcome?

    /// Creates an empty recording; the clock starts.
    public init() {}

    /// Takes an event in.
    public mutating func receive(_ event: Upstream.Event) {
      guard result == nil else { return }
      switch event {
      case .informational: break
      case .head(let head):
        response = head
        begun = .now
      case .body(let buffer):
        pieces.append(([UInt8](buffer: buffer), seconds()))
      case .end(let trailers):
        guard let response else { return }
        result = .response(Self.recorded(response, pieces: pieces, trailers: trailers))
        pieces = []
      case .failure(let failure): result = .failure(failure)
      }
    }

    /// What the cassette is to hold, once `end` or `failure` was received; nil before.
    public func outcome() -> Interaction.Outcome? { result }

    /// A request with its content coding undone, as it is matched and stored.
    ///
    /// When decoding fails the request is returned as it is, `Content-Encoding` included.
    public static func decoding(_ request: Interaction.Request) -> Interaction.Request {
      guard !request.body.isEmpty, let value = request.headers["Content-Encoding"],
        let decoding = ContentDecoding(contentEncoding: value), !decoding.codings.isEmpty,
        let bytes = decoding.decode(request.body.bytes)
      else { return request }
      var request = request
      request.body = Body(bytes, encoding: value)
      request.headers.remove("Content-Encoding")
      return request
    }

    /// Seconds since the head, to the millisecond.
    private func seconds() -> Double {
      let (seconds, attoseconds) = begun.duration(to: .now).components
      return Double(seconds * 1000 + attoseconds / 1_000_000_000_000_000) / 1000
    }

    private static func recorded(
      _ head: Interaction.Response, pieces: [(bytes: [UInt8], after: Double)],
      trailers: HeaderFields
    ) -> Interaction.Response {
      var response = head
      response.trailers = trailers
      let size = pieces.reduce(0) { $0 + $1.bytes.count }
      guard size > 0 else { return response }
      let coding = head.headers["Content-Encoding"]
      if let coding, let decoding = ContentDecoding(contentEncoding: coding),
        !decoding.codings.isEmpty, let decoded = decoded(pieces, by: decoding)
      {
        response.headers.remove("Content-Encoding")
        response.body = body(decoded, of: head)
        response.body.encoding = coding
      } else {
        response.body = body(pieces, of: coding == nil ? head : nil)
      }
      return response
    }

    private static func decoded(
      _ pieces: [(bytes: [UInt8], after: Double)], by decoding: ContentDecoding
    ) -> [(bytes: [UInt8], after: Double)]? {
      var stream = decoding.makeStream()
      var decoded: [(bytes: [UInt8], after: Double)] = []
      for piece in pieces {
        guard let bytes = stream.decode(piece.bytes) else { return nil }
        decoded.append((bytes, piece.after))
      }
      guard let rest = stream.finish() else { return nil }
      if let last = decoded.last, !rest.isEmpty { decoded.append((rest, last.after)) }
      return decoded
    }

    /// The body, cut when the head says that it is a stream.
    private static func body(
      _ pieces: [(bytes: [UInt8], after: Double)], of head: Interaction.Response?
    ) -> Body {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.bytes.count })
      for piece in pieces { bytes += piece.bytes }
      var body = Body(bytes)
      if var cutter = StreamCutter(contentType: head?.headers["Content-Type"]) {
        for piece in pieces { cutter.add(piece.bytes, after: piece.after) }
        body.chunks = cutter.finish()
      }
      return body
    }
  }
#endif
