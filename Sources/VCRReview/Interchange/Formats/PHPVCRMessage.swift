import VCRCore

/// The parts of a message that PHP-VCR has rules of its own for: a text that stands for bytes, and
/// fields in place of a body.
enum PHPVCRMessage {
  /// True for a response whose body is written in Base64, as `Response::toArray` decides by the
  /// fields in these very letters.
  ///
  /// - Parameters:
  ///   - headers: The header fields of the response.
  ///   - text: The body as it is written.
  /// - Returns: False also for bytes that no Base64 has: another version wrote them as they are.
  static func isBase64(_ headers: HeaderFields, _ text: [UInt8]) -> Bool {
    func value(_ name: String) -> String? { headers.fields.last { $0.name == name }?.value }
    return text.allSatisfy { $0 < 0x80 }
      && (value("Content-Type")?.contains("application/x-gzip") == true
        || value("Content-Transfer-Encoding") == "binary")
  }

  /// True for a body or the value of a field that the encrypted storage has written
  /// (`SodiumCipher::MARKER`), which would be served as it stands.
  static func isEncrypted(_ text: [UInt8]) -> Bool { text.starts(with: "vcr:enc:".utf8) }

  /// Puts the body of posted fields into a request: an array that was handed to curl, which sends
  /// it in parts (`multipart/form-data`), or as a form where the type says so.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - request: The request without a body.
  /// - Returns: The parts that the tool compares; nil for fields that no body is known of.
  static func put(
    _ fields: ForeignValue, into request: inout Interaction.Request
  ) -> [RequestEquivalence.Part]? {
    guard let members = fields.members,
      members.allSatisfy({ $0.value.bytes != nil || $0.value.content == .nothing })
    else { return nil }
    let names = request.headers.fields.map(\.name).filter { $0.lowercased() != "accept-encoding" }
    var match: [RequestEquivalence.Part] = [.method, .url]
    if !names.isEmpty { match.append(.headers(names)) }
    let pairs = members.map { (name: Array($0.name.utf8), value: text($0.value)) }
    let type = MediaType(request.headers)
    if type?.isForm == true {
      request.body = Body(FormEncoding.encode(pairs))
      return match + [.form]
    }
    // curl makes the field.
    guard type == nil else { return nil }
    let parts = pairs.map { ForeignStructure.Part(name: $0.name, content: $0.value) }
    let boundary = ForeignStructure.boundary(besides: parts)
    request.headers.append("Content-Type", "multipart/form-data; boundary=\(boundary)")
    request.body = Body(ForeignStructure.multipart(parts, boundary: boundary))
    return match + [.multipart]
  }

  /// A value as PHP makes a text of it.
  private static func text(_ value: ForeignValue) -> [UInt8] {
    switch value.isText ? nil : value.text {
    case "true": Array("1".utf8)
    case "false": []
    default: value.bytes ?? []
    }
  }
}
