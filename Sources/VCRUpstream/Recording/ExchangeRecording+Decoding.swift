#if Recording
  package import VCRCore

  extension ExchangeRecording {
    /// A request with its body decoded, as it is matched and stored.
    ///
    /// When decoding fails the request is returned as it is, `Content-Encoding` included. A coding
    /// without its end mark is kept, as services reject it, unlike clients.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: Returns the most bytes that a body may decode to, by the size of its encoded
    ///     form.
    /// - Returns: The request.
    package static func decoding(
      _ request: Interaction.Request, limit: (Int) -> Int = ContentDecoding.limit(ofRequest:)
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

    /// A response with its body decoded, as it is stored, and with how the encoded bytes come back.
    ///
    /// When decoding fails the response is returned as it is, `Content-Encoding` included.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - limit: Returns the most bytes that a body may decode to, by the size of its encoded
    ///     form.
    /// - Returns: The response.
    package static func decoding(
      _ response: Interaction.Response, limit: (Int) -> Int = ContentDecoding.limit(ofEncoded:)
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
