import VCRCore

/// Two states of a body, or of a part of one, of which at least one is a picture.
struct PicturePair {
  /// A state of the body.
  enum State {
    /// There is no body.
    case nothing
    /// The body is no picture.
    case other
    /// The body is a picture.
    case picture(ShownPicture)
  }

  /// The name of its place, such as `response body`.
  var place: String
  /// The old state.
  var old: State
  /// The new state.
  var new: State

  /// The pictures that two interactions do not share.
  ///
  /// - Parameters:
  ///   - old: The old interaction; nil for none.
  ///   - new: The new interaction; nil for none.
  /// - Returns: Those of the requests, then those of the responses, in the order of the parts.
  static func pairs(_ old: Interaction?, _ new: Interaction?) -> [PicturePair] {
    func request(_ interaction: Interaction?) -> MessageComparison.Content? {
      interaction.map { ($0.request.body, $0.request.headers, nil) }
    }
    func response(_ interaction: Interaction?) -> MessageComparison.Content? {
      guard case .response(let response) = interaction?.outcome else { return nil }
      return (response.body, response.headers, response.mediaType)
    }
    return pairs(request(old), request(new), of: "request")
      + pairs(response(old), response(new), of: "response")
  }

  private static func pairs(
    _ old: MessageComparison.Content?, _ new: MessageComparison.Content?, of message: String
  ) -> [PicturePair] {
    if let old, let new, old.body.hasSameBytes(as: new.body) { return [] }
    guard [old, new].compactMap(\.self).contains(where: mayHavePicture) else { return [] }
    return NamedPairs.of(pieces(old), pieces(new), by: \.name).compactMap { old, new in
      if let old, let new, old.body.hasSameBytes(as: new.body) { return nil }
      let states = (state(old), state(new))
      guard states.0.isPicture || states.1.isPicture else { return nil }
      let name = (new ?? old)?.name ?? ""
      return PicturePair(
        place: name.isEmpty ? "\(message) body" : "part “\(name)” of the \(message)",
        old: states.0, new: states.1)
    }
  }

  /// False for JSON by its first byte, which most bodies are.
  private static func mayHavePicture(_ content: MessageComparison.Content) -> Bool {
    guard content.body.file == nil, let first = content.body.bytes.first,
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return !content.body.isEmpty }
    // What stands before the parts of a multipart body is any text.
    let type = content.headers["Content-Type"] ?? content.mediaType ?? ""
    return type.lowercased().contains("multipart/")
  }

  /// A body, or a part of one by its name.
  private struct Piece {
    var name: String
    var body: Body
    var type: MediaType?
  }

  /// The parts of a body, or else the body itself.
  private static func pieces(_ content: MessageComparison.Content?) -> [Piece] {
    guard let content, !content.body.isEmpty else { return [] }
    let type = MessageComparison.type(content)
    guard content.body.file == nil,
      let parts = MessageComparison.multipart(.init(content.body.bytes, type: type))
    else { return [Piece(name: "", body: content.body, type: type)] }
    return parts.parts.map { part in
      let document = MessageComparison.document(part, of: parts)
      return Piece(
        name: part.name.isEmpty ? "part" : Excerpt.line(part.name.utf8), body: Body(document.bytes),
        type: document.type)
    }
  }

  private static func state(_ piece: Piece?) -> State {
    guard let piece, !piece.body.isEmpty else { return .nothing }
    return ShownPicture(piece.body, piece.type).map { .picture($0) } ?? .other
  }
}

extension PicturePair.State {
  /// True for a picture.
  var isPicture: Bool {
    if case .picture = self { true } else { false }
  }
}
