#if Recording
  package import VCRCore

  extension ExchangeRecording {
    /// A request with its body decoded, as it is matched and stored.
    ///
    /// When decoding fails the request is returned as it is, `Content-Encoding` included.
    package static func decoding(_ request: Interaction.Request) -> Interaction.Request {
      decoding(request, limit: ContentDecoding.limit(ofRequest:))
    }

    /// A request with its body decoded, unless it would be larger than the limit that the closure
    /// returns for the size of the encoded body.
    ///
    /// A coding without its end mark is kept, as services reject it, unlike clients.
    package static func decoding(
      _ request: Interaction.Request, limit: (Int) -> Int
    ) -> Interaction.Request {
      var request = request
      let body = request.body
      if !body.isEmpty, body.file == nil, let encoding = request.headers["Content-Encoding"],
        let decoded = ContentDecoding.decode(
          body.bytes, encoding: encoding, limit: limit(body.count))
      {
        request.headers.remove("Content-Encoding")
        request.body = Body(decoded, encoding: encoding)
      }
      let cut = StreamCut(mediaType: request.headers["Content-Type"] ?? "")
      if cut == .messages, request.body.file == nil {
        request.body.chunks = cut.chunks(of: request.body.bytes) { _ in nil }
      }
      return request
    }

    /// A response with its body decoded, as it is stored.
    ///
    /// When decoding fails the response is returned as it is, `Content-Encoding` included.
    package static func decoding(_ response: Interaction.Response) -> Interaction.Response {
      decoding(response, limit: ContentDecoding.limit(ofEncoded:))
    }

    /// A response with its body decoded, unless it would be larger than the limit that the closure
    /// returns for the size of the encoded body, and with how the encoded bytes come back.
    package static func decoding(
      _ response: Interaction.Response, limit: (Int) -> Int
    ) -> Interaction.Response {
      guard response.body.file == nil, let coding = response.headers["Content-Encoding"] else {
        return response
      }
      var response = response
      let encoded = response.body.bytes
      let largest = limit(encoded.count)
      var content: [UInt8] = []
      let reading = CodedReading(
        of: encoded, response.headers, isCutShort: false, limit: { _ in largest }
      ) { content += $0 }
      guard reading.isRead else { return response }
      response.headers.remove("Content-Encoding")
      response.body = Body(content, encoding: coding)
      response.body.encoded = reading.form(of: encoded, content: content, coding: coding)
      return response
    }
  }
#endif
