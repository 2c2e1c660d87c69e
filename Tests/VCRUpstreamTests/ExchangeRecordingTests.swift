#if Recording
  import Foundation
  import NIOCore
  import Testing
  import VCRCore
  import VCRUpstream

  @Suite struct ExchangeRecordingTests {
    private func record(_ type: String, _ pieces: [String]) -> Interaction.Response? {
      var recording = ExchangeRecording()
      recording.receive(.head(.init(status: 200, reason: "OK", headers: ["Content-Type": type])))
      for piece in pieces { recording.receive(.body(ByteBuffer(string: piece))) }
      recording.receive(.end(trailers: [:]))
      guard case .response(let response) = recording.outcome() else { return nil }
      return response
    }

    private func texts(_ response: Interaction.Response) -> [String] {
      var start = 0
      return response.body.chunks.map { chunk in
        defer { start += chunk.length }
        return String(decoding: response.body.bytes[start..<start + chunk.length], as: UTF8.self)
      }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `an event stream is split at its events, however the network split it`(end: String) throws
    {
      let stream = "data: 1\(end)\(end)event: x\(end)data: 2\(end)\(end)data: half"
      let events = ["data: 1\(end)\(end)", "event: x\(end)data: 2\(end)\(end)", "data: half"]
      for cut in 1..<stream.utf8.count {
        let bytes = Array(stream.utf8)
        let pieces = [bytes[..<cut], bytes[cut...]].map { String(decoding: $0, as: UTF8.self) }
        let response = try #require(record("text/event-stream; charset=utf-8", pieces))
        #expect(texts(response) == events)
        #expect(response.body.chunks.allSatisfy { $0.after != nil })
      }
    }

    @Test func `line-delimited JSON is split at its lines`() throws {
      let response = try #require(record("application/x-ndjson", ["{\"a\":1}\n{\"a\"", ":2}\n"]))
      #expect(texts(response) == ["{\"a\":1}\n", "{\"a\":2}\n"])
    }

    private static let encodedEvents = [
      "H4sIAAAAAAAAA0pJLEm0UsjPS+XiAgAAAP//", "SgEzS8rzubgAAAAA//8=", "gjIzilLh4mn5AAAAAP//",
      "Ki3i4gIAAAD//w==",
    ].map { Array(Data(base64Encoded: $0) ?? Data()) }

    private func recording(ofType type: String, in coding: String) -> ExchangeRecording {
      var recording = ExchangeRecording()
      recording.receive(
        .head(
          .init(
            status: 200, reason: "OK",
            headers: ["Content-Type": type, "Content-Encoding": coding, "X-A": "1"])))
      return recording
    }

    @Test func `what is whole of a stream in a content coding is known as it comes`() throws {
      var recording = recording(ofType: "text/event-stream", in: "gzip")
      // The second piece comes in two halves, the first of which completes nothing.
      let encoded = Self.encodedEvents
      let pieces = [encoded[0], Array(encoded[1].prefix(5)), Array(encoded[1].dropFirst(5))]
      var bodies: [Body?] = []
      for bytes in pieces + encoded[2...] {
        recording.receive(.body(ByteBuffer(bytes: bytes)))
        let piece = try #require(recording.piece)
        #expect(!piece.isSmall)
        let whole = piece.whole()
        recording.noteJournalled(upTo: whole?.end, of: piece)
        bodies.append(whole?.response.body)
        #expect(whole?.response.headers["Content-Encoding"] == nil)
      }
      let texts = bodies.map { $0.map { String(decoding: $0.bytes, as: UTF8.self) } }
      #expect(
        texts == [
          "data: one\n\n", nil, "data: two\n\n", "data: three\n\n", "data: four\n\n",
        ])
      // From the one on that came with half another no encoded bytes stand for the content alone.
      #expect(
        bodies.map { $0?.encoded } == [.bytes(encoded[0]), nil, .bytes(encoded[1]), nil, nil])
      #expect(bodies.allSatisfy { $0?.encoding ?? "gzip" == "gzip" })
    }

    @Test func `a stream that is not in its content coding is no stream before its end`() throws {
      var recording = recording(ofType: "application/x-ndjson", in: "gzip")
      recording.receive(.body(ByteBuffer(string: "{}\n")))
      let piece = try #require(recording.piece)
      #expect(piece.whole()?.end == nil)
      recording.noteJournalled(upTo: nil, of: piece)
      #expect(!recording.isStream && recording.piece == nil)
      recording.receive(.end(trailers: [:]))
      guard case .response(let response) = recording.outcome() else {
        Issue.record("no response")
        return
      }
      #expect(response.headers["Content-Encoding"] == "gzip" && response.body.count == 3)
    }

    @Test func `an ordinary body is not split`() throws {
      let response = try #require(record("text/plain", ["a\n\n", "b"]))
      #expect(response.body.chunks.isEmpty)
    }

    @Test func `a body that cannot be decoded keeps its bytes and its coding`() throws {
      var recording = ExchangeRecording()
      recording.receive(.head(.init(status: 200, headers: ["Content-Encoding": "gzip"])))
      recording.receive(.body(ByteBuffer(string: "not gzip")))
      recording.receive(.end(trailers: [:]))
      guard case .response(let response) = recording.outcome() else {
        Issue.record("no response")
        return
      }
      #expect(response.body == Body(Array("not gzip".utf8)))
      #expect(response.headers["Content-Encoding"] == "gzip")
    }

    @Test func `a failure in the middle of a body is kept with what came before it`() throws {
      var recording = ExchangeRecording()
      let failure = Interaction.Failure(
        code: "networkConnectionLost", number: -1005, message: "cut")
      recording.receive(.head(.init(status: 200)))
      recording.receive(.body(ByteBuffer(string: "half")))
      recording.receive(.failure(failure))
      #expect(
        recording.outcome()
          == .response(.init(status: 200, body: Body(Array("half".utf8)), failure: failure)))
    }

    @Test func `a failure before a response is a failure alone`() {
      var recording = ExchangeRecording()
      let failure = Interaction.Failure(
        code: "networkConnectionLost", number: -1005, message: "cut")
      recording.receive(.failure(failure))
      #expect(recording.outcome() == .failure(failure))
    }
  }
#endif
