#if Recording
  import NIOCore
  public import VCRCore

  /// Collects the events of one exchange into an outcome for the cassette.
  ///
  /// The body is decoded and its coding is noted. Event streams and line-delimited JSON are split
  /// into their events, each with its time.
  public struct ExchangeRecording: Sendable {
    private var head: Interaction.Response?
    private var headTime: ContinuousClock.Instant?
    private var bytes: [UInt8] = []
    /// The position in `bytes` at which each piece ended, with its time in seconds since the head.
    private var arrivals: [(end: Int, after: Double)] = []
    private var cut = StreamCut.none
    private var finished: Interaction.Outcome?

    /// Creates an empty recording.
    public init() {}

    /// Adds an event.
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

    /// True when a response's body is a stream, which may never end.
    ///
    /// - Parameter head: The response without its body.
    /// - Returns: Whether its media type is that of server-sent events or of JSON line by line.
    public static func isStream(_ head: Interaction.Response) -> Bool {
      StreamCut(mediaType: head.headers["Content-Type"] ?? "") != .none
    }

    /// The outcome for the cassette.
    ///
    /// - Returns: The outcome; nil before `end` or `failure` was received.
    public func outcome() -> Interaction.Outcome? { finished }

    /// The outcome when all announced bytes have arrived, even without the end of the stream.
    ///
    /// A client that knows the length may disconnect after the last byte, before the service ends
    /// the stream (RFC 9113 §8.1). Such an exchange is complete.
    ///
    /// - Parameter method: The request's method, which decides whether there is a body.
    /// - Returns: The outcome; nil when more bytes could have followed.
    package func wholeOutcome(ofRequest method: String) -> Interaction.Outcome? {
      if let finished { return finished }
      guard let head, isWhole(head, method: method) else { return nil }
      return complete(trailers: [:])
    }

    /// True when the body is complete (RFC 9112 §6.3, for every version by RFC 9110 §6.4.1).
    private func isWhole(_ head: Interaction.Response, method: String) -> Bool {
      if method == "HEAD" || head.status == 204 || head.status == 304 { return true }
      guard head.headers["Transfer-Encoding"] == nil, let length = head.headers["Content-Length"]
      else { return false }
      return Int(length) == bytes.count
    }

    /// A request with its body decoded, as it is matched and stored.
    ///
    /// When decoding fails the request is returned as it is, `Content-Encoding` included.
    public static func decoding(_ request: Interaction.Request) -> Interaction.Request {
      decoding(request) { _ in ContentDecoding.limit }
    }

    /// A request with its body decoded, unless it would be larger than the limit that the closure
    /// returns for the size of the encoded body.
    package static func decoding(
      _ request: Interaction.Request, limit: (Int) -> Int
    ) -> Interaction.Request {
      var request = request
      decode(&request.body, &request.headers, limit: limit(request.body.bytes.count))
      return request
    }

    /// A response with its body decoded, as it is stored.
    ///
    /// When decoding fails the response is returned as it is, `Content-Encoding` included.
    public static func decoding(_ response: Interaction.Response) -> Interaction.Response {
      decoding(response) { _ in ContentDecoding.limit }
    }

    /// A response with its body decoded, unless it would be larger than the limit that the closure
    /// returns for the size of the encoded body.
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
        // In a decoded stream it is not known which piece contained which event, so there are no
        // times.
        isDecoded ? nil : seconds(atWhich: end)
      }
      return .response(response)
    }

    /// The time at which the byte before a position had arrived, by the first arrival that reaches
    /// it.
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
