#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// Translates the sections of a response for an HTTP/2 client (RFC 9113 §8.2, §8.3.2), which
  /// refuses much that HTTP/1 peers accept.
  enum HTTP2ResponseHead {
    /// Why a response cannot be sent to an HTTP/2 client; nil when it can.
    static func refusal(of response: Interaction.Response) -> String? {
      guard
        let field = response.headers.fields.first(where: { !FieldRules.canCarry($0) })
      else { return nil }
      let name = String(field.name.prefix(64))
      return FieldRules.isLowerCaseName(name.lowercased())
        ? """
        The response has a control character in its field \(name), which HTTP/2 cannot carry
        Use HTTP/1.1 for this request, as curl --http1.1 does
        """
        : """
        The response has a field named '\(name)', which HTTP/2 cannot carry
        Use HTTP/1.1 for this request, as curl --http1.1 does
        """
    }

    /// The fields of a header section, without those of the upstream hop (RFC 9110 §7.6.1), and
    /// with one length at most, as the HTTP/2 client demands.
    static func fields(of response: Interaction.Response) -> [HeaderField] {
      var length = length(of: response)
      var fields: [HeaderField] = []
      fields.reserveCapacity(response.headers.fields.count)
      // HTTP/2 has no field for protocols to switch to (RFC 9113 §8.2.2).
      let meant = TransferFields.Kinds.meant(by: response.status).subtracting(.upgrade)
      let unforwarded = TransferFields.Kinds.unforwarded.subtracting(meant)
      for field in response.headers.fields
      where !TransferFields.contains(field.name, in: unforwarded) {
        if field.name.equalsIgnoringASCIICase("content-length") {
          if let length { fields.append(HeaderField(field.name, length)) }
          length = nil
        } else {
          fields.append(field)
        }
      }
      return fields
    }

    /// The fields of a trailer section that can be sent.
    static func trailers(_ trailers: HeaderFields) -> [HeaderField] {
      TransferFields.trailers(trailers).fields.filter(FieldRules.canCarry)
    }

    /// The announced length; nil for a response that has none, or has no content (RFC 9110 §8.6).
    private static func length(of response: Interaction.Response) -> String? {
      let status = response.status ?? 200
      guard status >= 200, status != 204 else { return nil }
      // A list of equal numbers stands for one (RFC 9110 §8.6).
      return response.headers["content-length"]?.commaSeparatedWords.first
    }
  }
#endif
