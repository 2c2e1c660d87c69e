extension BodyReader {
  /// The bytes of a stream and its pieces.
  ///
  /// - Parameters:
  ///   - node: The list under `chunks`.
  ///   - body: The body, whose key `spelling` says how the lines of events are spelled.
  /// - Returns: The bytes, and the pieces into which they are cut.
  /// - Throws: `YAMLFault` for a piece that is not well-formed.
  func chunks(_ node: Int, in body: Int) throws(YAMLFault) -> ([UInt8], [Body.Chunk]) {
    guard tree.nodes[node].kind == .sequence else {
      throw tree.fault(at: node, "chunks: takes a list")
    }
    let spelling = try spelling(of: body)
    var bytes: [UInt8] = []
    var chunks: [Body.Chunk] = []
    for chunk in tree.children(node) {
      chunks.append(try self.chunk(chunk, spelling, to: &bytes))
    }
    return (bytes, chunks)
  }

  /// How the events of a body are spelled.
  private func spelling(of body: Int) throws(YAMLFault) -> EventSpelling {
    guard let node = tree.value(BodyKey.spelling, in: body) else { return EventSpelling() }
    guard let spelling = EventSpelling(words: try text(node, of: BodyKey.spelling)) else {
      throw tree.fault(at: node, "spelling: takes crlf, unspaced, or both")
    }
    return spelling
  }

  /// Appends the bytes of a piece.
  private func chunk(
    _ node: Int, _ spelling: EventSpelling, to bytes: inout [UInt8]
  ) throws(YAMLFault) -> Body.Chunk {
    func fault() -> YAMLFault {
      tree.fault(
        at: node,
        "a chunk has text:, message:, line:, record: or base64:, or the fields of an event such as "
          + "data:, and perhaps after: and awaits:")
    }
    guard tree.nodes[node].kind == .mapping else { throw fault() }
    let start = bytes.count
    var piece = Body.Chunk(length: 0)
    var form: ChunkKey?
    for key in tree.children(node) {
      guard let name = tree.key(key, as: ChunkKey.self) else { continue }
      let value = tree.value(ofKey: key)
      switch name {
      case .after: piece.after = try after(value)
      case .awaits: piece.awaits = try awaits(value)
      case .message: bytes += GRPCMessages.message(try content(value, of: name))
      case .text: bytes += try content(value, of: name)
      case .base64: bytes += try base64(value, of: name)
      case .line, .record:
        if name == .record { bytes.append(EventSpelling.recordSeparator) }
        bytes += try streamContent(value, of: name)
        bytes += spelling.lineEnd
      case .event, .id, .retry, .data, .comment:
        guard let field = name.field else { continue }
        spelling.append(field, try streamContent(value, of: name), to: &bytes)
      }
      guard name != .after, name != .awaits else { continue }
      // An event has several fields; any other form stands alone.
      guard form == nil || (form?.field != nil && name.field != nil) else {
        throw fault()
      }
      form = name
    }
    guard let form else { throw fault() }
    if form.field != nil { bytes += spelling.lineEnd }
    piece.length = bytes.count - start
    return piece
  }

  private func after(_ node: Int) throws(YAMLFault) -> Double {
    guard tree.isScalar(node), let seconds = Double(tree.string(node)), seconds.isFinite else {
      throw tree.fault(at: node, "after: takes seconds, such as 0.15")
    }
    return seconds
  }

  private func awaits(_ node: Int) throws(YAMLFault) -> Int {
    guard tree.isScalar(node), let count = Int(tree.string(node)), count >= 0 else {
      throw tree.fault(at: node, "awaits: takes a number of messages or bytes, such as 2")
    }
    return count
  }

  /// A text, which may stand on several lines.
  private func streamContent(_ node: Int, of key: ChunkKey) throws(YAMLFault) -> [UInt8] {
    guard key.mayBeLong, !tree.isScalar(node) else { return Array(try content(node, of: key)) }
    for name in StreamTextKey.allCases {
      guard let value = tree.value(name, in: node), let form = name.jsonForm else { continue }
      return form.bytes(of: try content(value, of: name))
    }
    if let list = tree.value(StreamTextKey.lines, in: node) { return try lines(list, nil) }
    throw tree.fault(
      at: node,
      "\(key.rawValue): takes text, or lines:, json: or one of its sisters below it")
  }
}
