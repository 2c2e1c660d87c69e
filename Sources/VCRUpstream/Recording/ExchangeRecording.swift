#if Recording
  import Dispatch
  import NIOCore
  package import VCRCore

  /// Collects the events of one exchange into an outcome for the cassette.
  ///
  /// The body is decoded and its coding is noted. Event streams and line-delimited JSON are split
  /// into their events, each with its time. A body that is too large for the memory goes to a file
  /// as it passes, where whoever records has one for it; it is not split.
  package struct ExchangeRecording: Sendable {
    /// A closure that begins the file of a response's body, by the response and what undoes its
    /// coding.
    package typealias Spills =
      @Sendable (
        Interaction.Response, (@Sendable () -> (any PieceDecoder)?)?
      ) -> BodyCollector.Spill

    private let spills: Spills?
    /// The interim responses that have come.
    package private(set) var interim: [Interaction.Interim] = []
    /// The protocol version of the interim responses.
    private var interimVersion: String?
    private var head: Interaction.Response?
    private var body = BodyCollector()
    /// How much of a request was sent.
    package enum RequestProgress: Sendable {
      case whole
      /// This number of messages of an unfinished request of gRPC.
      case messages(Int)
      /// This number of bytes of any other unfinished request.
      case bytes(Int)

      fileprivate var amount: Int? {
        switch self {
        case .whole: nil
        case .messages(let count), .bytes(let count): count
        }
      }
    }

    /// How much of the request was sent by now.
    package var requestProgress = RequestProgress.whole
    /// True when the response began before a request that is not of gRPC had ended.
    private var isEarly = false
    /// True when the exchange ended before a request that is not of gRPC did.
    package var isRequestLeftOut = false
    private var stream = StreamProgress()
    /// The decoding of a stream while it passes; nil where it has no coding.
    private var decoding: StreamDecoding?
    private var end: End?
    /// How many bytes of the body had come when the client stopped sending; nil while it may send.
    private var halfClosedAt: Int?

    /// How the exchange ended.
    private enum End {
      case response(trailers: HeaderFields)
      case failure(Interaction.Failure)

      /// True when more of the body would have followed.
      var isCutShort: Bool {
        if case .failure = self { true } else { false }
      }
    }

    /// Creates an empty recording, which holds a body of any size in memory.
    package init() { spills = nil }

    /// Creates an empty recording whose large bodies go to a file.
    package init(spills: @escaping Spills) { self.spills = spills }

    /// Adds an event.
    package mutating func receive(_ event: Upstream.Event) {
      switch event {
      case .informational(let response):
        // `100 Continue` is about the transfer of the request, which a replay decides itself.
        guard let status = response.status, status > 101 else { break }
        interim.append(.init(status: status, reason: response.reason, headers: response.headers))
        interimVersion = response.http
      case .head(let response):
        head = response
        head?.fieldOrder = FieldOrder(of: response.headers)
        if case .bytes = requestProgress { isEarly = true }
        stream = StreamProgress(response)
        if stream.isStream, let coding = response.headers["Content-Encoding"],
          let decoder = Self.decoder(for: response.headers)
        {
          decoding = StreamDecoding(coding, cut: stream.cut, makeDecoder: decoder)
        }
        if let spills {
          let spill = spills(response, Self.decoder(for: response.headers))
          // Of a stream each piece is written before it is passed on.
          body = BodyCollector(spill: stream.isStream ? spill.withoutWaiting : spill)
        }
      case .body(let piece):
        body.append(piece.readableBytesView)
        stream.receive(piece.readableBytesView, isCoded: decoding != nil)
        if body.large == nil {
          stream.noteArrival(upTo: body.count, awaits: requestProgress.amount)
        }
      case .end(let trailers): end = .response(trailers: trailers)
      case .failure(let failure): end = .failure(failure)
      // The bytes that follow are no response, and recorded by other means or not at all.
      case .switched: break
      }
    }

    /// Notes that the client has closed its half of the connection.
    ///
    /// Most clients do so as they leave, and it shows only when the service sends more. Where they
    /// left is then here, and does not depend on when the service sends.
    package mutating func noteHalfClosed() { halfClosedAt = halfClosedAt ?? body.count }

    /// The number of messages that the service had when the response ended; see
    /// ``Interaction/Response/awaits``.
    private var awaits: Int? {
      if isRequestLeftOut || isEarly { return 0 }
      guard stream.cut == .messages, case .messages(let count) = requestProgress else { return nil }
      return count
    }

    /// The outcome for the cassette.
    ///
    /// - Returns: The outcome; nil before `end` or `failure` was received, and for a body that goes
    ///   to a file.
    package func outcome() -> Interaction.Outcome? {
      guard body.large == nil, let end else { return nil }
      var content: [UInt8] = []
      let reading = CodedReading(
        of: keptBytes, head?.headers ?? [:], isCutShort: end.isCutShort
      ) { content += $0 }
      return outcome(reading, content)
    }

    /// The outcome with a body in memory.
    ///
    /// - Parameters:
    ///   - reading: What was read of a body in a content coding.
    ///   - content: Its content.
    /// - Returns: The outcome; nil before the end.
    private func outcome(_ reading: CodedReading, _ content: [UInt8]) -> Interaction.Outcome? {
      guard !reading.isTooLarge else { return .failure(.unsearchable()) }
      switch end {
      case nil: return nil
      case .failure(let failure) where head == nil: return failed(failure)
      case .failure, .response: break
      }
      guard var response = head else { return nil }
      response.interim = interim
      response.awaits = awaits
      let encoded = keptBytes
      response.body = Body(reading.isRead ? content : encoded)
      if reading.isRead, let coding = response.headers["Content-Encoding"] {
        // A reader, and the search for secrets, need what the beginning of a coded body holds. The
        // length that was announced is that of the encoded bytes.
        response.headers.remove("Content-Encoding")
        response.body.encoding = coding
        response.body.encoded = reading.form(of: encoded, content: content, coding: coding)
      }
      response = split(response, isDecoded: response.body.encoding != nil)
      switch end {
      case .failure(let failure): response.failure = failure
      case .response(let trailers):
        response.trailers = trailers
        response.noteUnknownLength()
      case nil: break
      }
      return .response(response)
    }

    /// The outcome of an exchange that failed before a final response began: the failure, beside
    /// the interim responses that had come.
    private func failed(_ failure: Interaction.Failure) -> Interaction.Outcome {
      guard !interim.isEmpty else { return .failure(failure) }
      var response = Interaction.Response(
        status: nil, http: interimVersion, failure: failure)
      response.interim = interim
      return .response(response)
    }

    // MARK: Responses that go on

    /// True for a stream that is recorded while it lasts, with what its client gets of it.
    package var isStream: Bool {
      stream.isStream && body.large == nil && decoding?.isBroken != true
    }

    /// The part of a stream that is not in the journal yet; nil when nothing of it can be whole.
    package var piece: StreamPiece? {
      guard isStream, end == nil, var head else { return nil }
      head.interim = interim
      head.awaits = awaits
      guard let decoding else { return stream.piece(of: body.bytes, head) }
      return stream.piece(of: body.bytes, head) { decoding.whole(in: $0) }
    }

    /// Notes that a stream is in the journal up to a position, which is nil when nothing was whole.
    package mutating func noteJournalled(upTo position: Int?, of piece: StreamPiece) {
      stream.noteJournalled(upTo: decoding?.consumed ?? position, of: piece, body.count)
    }

    /// True when no more bytes can follow, whether the end of the response has come or not.
    ///
    /// - Parameter method: The request's method, which decides whether there is a body.
    /// - Returns: False while more can.
    package func isWhole(ofRequest method: String) -> Bool {
      end != nil || head.map { isWhole($0, method: method) } == true
    }

    /// The response as far as it has come, with a body that is in memory; nil where there is none
    /// yet, or its content is too large for the memory.
    package var responseSoFar: Interaction.Response? {
      guard body.large == nil, end == nil, let head else { return nil }
      var ended = self
      guard (try? ended.body.takeBack()) != nil else { return nil }
      ended.end = .failure(.init(.networkConnectionLost, message: ""))
      var content: [UInt8] = []
      let reading = CodedReading(
        of: ended.body.bytes, head.headers, isCutShort: true, limit: { _ in Body.memoryLimit }
      ) { content += $0 }
      guard !reading.isTooLarge, case .response(let response) = ended.outcome(reading, content)
      else { return nil }
      return response
    }

    /// How many bytes of the body have come.
    package var receivedCount: Int { body.count }

    /// The response whose body goes to a file, without that; nil where it does not.
    package var headOfLarge: Interaction.Response? {
      guard body.large != nil, var response = head else { return nil }
      response.interim = interim
      response.awaits = awaits
      if Self.decoder(for: response.headers) != nil {
        response.body.encoding = response.headers["Content-Encoding"]
        response.headers.remove("Content-Encoding")
      }
      return response
    }

    // MARK: Large bodies

    /// The body as far as it goes to a file, which may be behind; nil while it is in memory.
    package var large: LargeBody? { body.large }

    /// True while a part of the body waits in a file, as many others are in memory.
    package var isWaiting: Bool { body.isWaiting }

    /// True when the outcome costs next to nothing, so that it may be made on an event loop.
    package var isSmall: Bool {
      guard body.large == nil else { return false }
      return body.count <= Self.smallSize && head?.headers["Content-Encoding"] == nil
    }

    /// The most bytes of a body that an event loop looks at.
    package static let smallSize = StreamPiece.smallSize

    /// Makes the outcome of a response that has ended on another thread, where a body that takes up
    /// too much memory once it is decoded goes to a file, too.
    ///
    /// - Parameter deliver: Called with the outcome; a body that cannot be written is a failure of
    ///   the recorder's own.
    package func complete(_ deliver: @escaping @Sendable (Interaction.Outcome?) -> Void) {
      guard let large = body.large else {
        DispatchQueue.global().async {
          var whole = self
          do throws(SystemError) {
            try whole.body.takeBack()
            whole.completeInMemory(deliver)
          } catch {
            deliver(.failure(.unwritable("the body of a response", error)))
          }
        }
        return
      }
      finish(
        large, isDecoded: Self.decoder(for: head?.headers ?? [:]) != nil, encoded: \.encoded,
        deliver: deliver)
    }

    private func completeInMemory(_ deliver: @escaping @Sendable (Interaction.Outcome?) -> Void) {
      guard let end, let spills, let head, Self.decoder(for: head.headers) != nil else {
        return deliver(outcome())
      }
      // A small body may be large once it is decoded.
      var collector = BodyCollector(spill: spills(head, nil).withoutWaiting)
      var clear = SHA256()
      let encoded = keptBytes
      let reading = CodedReading(of: encoded, head.headers, isCutShort: end.isCutShort) {
        collector.append($0)
        clear.update($0)
        // A few KiB may decode to a GiB, faster than it can be written.
        collector.large?.waitWhileBehind()
      }
      guard reading.isRead, let large = collector.large else {
        let outcome = outcome(reading, collector.bytes)
        // Its folder goes with the run, if nothing is in it by then.
        guard let large = collector.large else { return deliver(outcome) }
        return large.whenDiscarded { deliver(outcome) }
      }
      let digest = BodyFile.digest(clear)
      finish(large, isDecoded: true) { body in
        // Of a content without its secrets the encoded bytes would bring them back.
        body.digest == digest ? reading.visible(encoded) : nil
      } deliver: {
        deliver($0)
      }
    }

    /// Makes the outcome of a response whose body goes to a file.
    ///
    /// - Parameters:
    ///   - large: The body.
    ///   - isDecoded: True when it may have a coding that was undone.
    ///   - encoded: How the encoded bytes of the body that was written come back.
    ///   - deliver: Called with the outcome.
    private func finish(
      _ large: LargeBody, isDecoded: Bool, encoded: @escaping @Sendable (Body) -> EncodedForm?,
      deliver: @escaping @Sendable (Interaction.Outcome?) -> Void
    ) {
      large.finish(isCutShort: end?.isCutShort == true) { result in
        guard var response = head, let end else { return deliver(nil) }
        switch result {
        case .success(let result):
          guard !result.isTooLarge else { return deliver(.failure(.unsearchable())) }
          switch end {
          case .response(let trailers): response.trailers = trailers
          case .failure(let failure): response.failure = failure
          }
          response.interim = interim
          response.awaits = awaits
          response.body = result.body
          if isDecoded, result.isDecoded {
            response.body.encoding = response.headers["Content-Encoding"]
            response.headers.remove("Content-Encoding")
            response.body.encoded = encoded(result.body)
          }
          response.noteUnknownLength()
          deliver(.response(response))
        case .failure(let error):
          deliver(.failure(.unwritable("the body of a response", error)))
        }
      }
    }

    /// Drops the body of an exchange that is not recorded.
    package mutating func discard() { body.discard() }

    /// Returns the closure that undoes the coding of a body while it passes; nil when it has none
    /// that is known.
    static func decoder(for headers: HeaderFields) -> (@Sendable () -> (any PieceDecoder)?)? {
      guard let encoding = headers["Content-Encoding"],
        PieceDecoding(encoding: encoding)?.isEmpty == false
      else { return nil }
      return { PieceDecoding(encoding: encoding, limit: ContentDecoding.limit(ofEncoded:)) }
    }

    /// Ends a response of which all announced bytes have arrived, even without the end of the
    /// stream.
    ///
    /// A client that knows the length may disconnect after the last byte, before the service ends
    /// the stream (RFC 9113 §8.1). Such an exchange is complete.
    ///
    /// - Parameter method: The request's method, which decides whether there is a body.
    /// - Returns: False when more bytes could have followed.
    package mutating func endIfWhole(ofRequest method: String) -> Bool {
      if end != nil { return true }
      guard let head, isWhole(head, method: method) else { return false }
      end = .response(trailers: [:])
      return true
    }

    /// Ends the recording of an exchange that its client has left: as a response in full when all
    /// announced bytes have arrived, else as one that was left.
    ///
    /// - Parameter method: The request's method, which decides whether there is a body.
    package mutating func endAsLeft(ofRequest method: String) {
      guard !endIfWhole(ofRequest: method) else { return }
      end = .failure(.left)
    }

    /// True when the body is complete (RFC 9112 §6.3, for every version by RFC 9110 §6.4.1).
    private func isWhole(_ head: Interaction.Response, method: String) -> Bool {
      if method == "HEAD" || head.status == 204 || head.status == 304 { return true }
      guard head.headers["Transfer-Encoding"] == nil, let length = head.headers["Content-Length"]
      else { return false }
      return Int(length) == body.count
    }

    /// The bytes of a body in memory that came before its client left.
    private var keptBytes: [UInt8] {
      guard case .failure(let failure) = end, failure.isLeft, let halfClosedAt else {
        return body.bytes
      }
      return Array(body.bytes.prefix(halfClosedAt))
    }

    /// A response with the body of a stream split into its events.
    private func split(
      _ response: Interaction.Response, isDecoded: Bool
    ) -> Interaction.Response {
      var response = response
      // In a decoded stream it is not known which piece contained which event, so there are no
      // times.
      response.body.chunks = stream.chunks(of: response.body.bytes, isTimed: !isDecoded)
      return response
    }
  }
#endif
