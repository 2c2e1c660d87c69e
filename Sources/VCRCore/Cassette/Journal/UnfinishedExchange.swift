/// An exchange of which a journal has pieces and no end.
struct UnfinishedExchange {
  /// The item, as a cassette holds it.
  private(set) var text: [UInt8]

  /// Joins pieces; nil where one cannot be read.
  ///
  /// - Parameter pieces: The texts of their items, in order. The first one has the whole head of
  ///   either message, and the others what came of their bodies since the one before.
  init?(_ pieces: [ArraySlice<UInt8>]) {
    guard let first = pieces.first, pieces.count > 1,
      let file = try? CassetteFile(
        path: "", content: CassetteWriter.prologue + pieces.joined(),
        sideFile: { Body(Self.fileToCome($0)) }), file.count == pieces.count,
      let interactions = try? (0..<file.count).map({ try file.interaction(at: $0) }),
      var whole = interactions.first
    else { return nil }
    for piece in interactions.dropFirst() { whole.goOn(with: piece) }
    text = CassetteWriter().item(whole)
    guard interactions.dropFirst().allSatisfy(\.request.body.isEmpty),
      let response = Self.response(in: text[...]), let start = Self.response(in: first)
    else { return }
    // What refers to a side file stays as it is.
    text.replaceSubrange(..<response, with: first[..<start])
  }

  /// A side file of which only the name matters here.
  private static func fileToCome(_ reference: String) -> BodyFile {
    BodyFile(path: reference, count: 0, digest: "", isTemporary: false)
  }

  /// The start of the response in an item's text.
  private static func response(in item: ArraySlice<UInt8>) -> Int? {
    item.firstRange(of: Array("\n  \(ItemKey.response.rawValue):".utf8))?.lowerBound
  }
}

extension Interaction {
  /// Adds a piece to what there is of an exchange.
  fileprivate mutating func goOn(with piece: Interaction) {
    request.body.append(piece.request.body)
    recordedAt = piece.recordedAt
    guard case .response(var response) = outcome, case .response(let next) = piece.outcome else {
      return
    }
    response.body.append(next.body)
    response.awaits = next.awaits
    response.failure = next.failure
    outcome = .response(response)
  }
}

extension Body {
  /// Adds the body of a piece.
  fileprivate mutating func append(_ next: Body) {
    guard !next.isEmpty else { return }
    let isStream = !next.chunks.isEmpty && chunks.isEmpty == isEmpty
    let joined = chunks + next.chunks
    // Where one of the pieces has no encoded bytes, those of the others give no whole.
    let encoded: EncodedForm? =
      if case .bytes(let bytes) = encoded, case .bytes(let others) = next.encoded {
        .bytes(bytes + others)
      } else {
        nil
      }
    bytes += next.bytes
    chunks = isStream ? joined : []
    self.encoded = encoded
  }
}
