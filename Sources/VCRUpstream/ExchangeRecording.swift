#if Recording
  import NIOCore
  public import VCRCore

  /// Collects the events of one exchange into what a cassette holds.
  ///
  /// The body is decoded and its coding noted; event streams and line-delimited JSON are cut into
  /// their events, each with its time.
  public struct ExchangeRecording: Sendable {
    private var head: Interaction.Response?
    private var headTime: ContinuousClock.Instant?
    private var bytes: [UInt8] = []
    /// Where each piece ended in `bytes`, with its seconds since the head.
    private var arrivals: [(end: Int, after: Double)] = []
    private var cut = StreamCut.none
    private var finished: Interaction.Outcome?

    /// Creates an empty recording.
    public init() {}

    /// Takes an event in.
    public mutating func receive(_ event: Upstream.Event) {
      switch event {
      case .informational: break
      case .head(let response):
        head = response
        headTime = .now
        cut = StreamCut(mediaType: response.headers["Content-Type"] ?? "")
      case .body(let piece):
        bytes.append(contentsOf: piece.readableBytesView)
        if cut != .none, let headTime {
          let seconds = (ContinuousClock.now - headTime) / .seconds(1)
          arrivals.append((bytes.count, (seconds * 1000).rounded() / 1000))
        }
      case .end(let trailers): finished = complete(trailers: trailers)
      case .failure(let failure): finished = .failure(failure)
      }
    }

    /// True when a response's body is a stream, which may be without end.
    ///
    /// - Parameter head: The response without its body.
    /// - Returns: Whether its media type is that of server-sent events or of JSON line by line.
    public static func isStream(_ head: Interaction.Response) -> Bool {
      StreamCut(mediaType: head.headers["Content-Type"] ?? "") != .none
    }

    /// What the cassette is to hold.
    ///
    /// - Returns: Nil before `end` or `failure` was received.
    public func outcome() -> Interaction.Outcome? { finished }

    /// What the cassette is to hold when all that was announced has come, though nobody has said yet
    /// that this was the end.
    ///
    /// A client that knows the length leaves with the last byte, which may be before the service ends
    /// the stream (RFC 9113 §8.1): such an exchange is complete.
    ///
    /// - Parameter method: The request's method, which decides whether there is a body.
    /// - Returns: Nil when more may have been to come.
    package func wholeOutcome(ofRequest method: String) -> Interaction.Outcome? {
      if let finished { return finished }
      guard let head, isWhole(head, method: method) else { return nil }
      return complete(trailers: [:])
    }

    /// RFC 9112 §6.3, which holds for the semantics of every version (RFC 9110 §6.4.1).
    private func isWhole(_ head: Interaction.Response, method: String) -> Bool {
      if method == "HEAD" || head.status == 204 || head.status == 304 { return true }
      guard head.headers["Transfer-Encoding"] == nil, let length = head.headers["Content-Length"]
      else { return false }
      return Int(length) == bytes.count
    }

    /// A request with its content coding undone, as it is matched and stored.
    ///
    /// When decoding fails the request is returned as it is, `Content-Encoding` included.
    public static func decoding(_ request: Interaction.Request) -> Interaction.Request {
      decoding(request) { _ in ContentDecoding.limit }
    }

    /// A request with its content coding undone, unless it would become larger than the closure says
    /// for the size of its body.
    package static func decoding(
      _ request: Interaction.Request, limit: (Int) -> Int
    ) -> Interaction.Request {
      var request = request
      decode(&request.body, &request.headers, limit: limit(request.body.bytes.count))
      return request
    }

    /// A response with its content coding undone, as it is stored.
    ///
    /// When decoding fails the response is returned as it is, `Content-Encoding` included.
    public static func decoding(_ response: Interaction.Response) -> Interaction.Response {
      decoding(response) { _ in ContentDecoding.limit }
    }

    /// A response with its content coding undone, unless it would become larger than the closure says
    /// for the size of its body.
    package static func decoding(
      _ response: Interaction.Response, limit: (Int) -> Int
    ) -> Interaction.Response {
      var response = response
      decode(&response.body, &response.headers, limit: limit(response.body.bytes.count))
      return response
    }

    private static func decode(
      _ body: inout Body, _ headers: inout HeaderFields, limit: Int
    ) {
      guard !body.isEmpty, let encoding = headers["Content-Encoding"],
        let decoded = ContentDecoding.decode(body.bytes, encoding: encoding, limit: limit)
      else { return }
      headers.remove("Content-Encoding")
      body = Body(decoded, encoding: encoding)
    }

    private func complete(trailers: HeaderFields) -> Interaction.Outcome? {
      guard var response = head else { return nil }
      response.trailers = trailers
      response.body = Body(bytes)
      response = Self.decoding(response)
      let isDecoded = response.body.encoding != nil
      response.body.chunks = cut.chunks(of: response.body.bytes) { end in
        // Of a decoded stream only the order is known, not which piece brought which event.
        isDecoded ? nil : seconds(atWhich: end)
      }
      return .response(response)
    }

    /// When the byte before a position had arrived: the first arrival that reaches it.
    private func seconds(atWhich end: Int) -> Double? {
      var (low, high) = (0, arrivals.count)
      while low < high {
        let middle = (low + high) / 2
        if arrivals[middle].end < end { low = middle + 1 } else { high = middle }
      }
      return low < arrivals.count ? arrivals[low].after : nil
    }
  }
#endif
