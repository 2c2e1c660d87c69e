extension ValueDigests {
  /// A value in a request that a digest knows.
  struct Mention: Sendable {
    /// The name of its placeholder.
    let name: [UInt8]
    /// Its digest.
    let digest: String
  }

  /// The most words of a request that are looked at, and the longest body.
  private static let mostWords = 64
  private static let largestBody = 1 << 16

  /// The values in a request that the digests know under any name: words that look like tokens, and
  /// what redaction replaced.
  ///
  /// Of a digest of 16 bits another value is the same by chance, and this looks at all of them. It
  /// tells which of several responses is the likely one, and refuses none.
  ///
  /// - Parameters:
  ///   - request: The request without its secrets.
  ///   - slots: The values that were replaced in it.
  /// - Returns: Each value under each name whose values have several numbers.
  func mentions(
    in request: Interaction.Request, _ slots: [PairValues.Slot]
  ) -> [Mention] {
    let names = all.filter { $1.count > 1 }.keys
    guard !names.isEmpty else { return [] }
    var words = Set(slots.map(\.bytes))
    func add(_ text: Span<UInt8>) {
      var start = 0
      while start < text.count, words.count < Self.mostWords {
        var end = start
        while end < text.count, ByteSet.unreserved.contains(text[end]) { end += 1 }
        if end - start >= Self.shortest { words.insert((start..<end).map { text[$0] }) }
        start = end + 1
      }
    }
    request.url.withUTF8Span { add($0) }
    for field in request.headers.fields { field.value.withUTF8Span { add($0) } }
    if request.body.file == nil, request.body.count <= Self.largestBody {
      add(request.body.bytes.view)
    }
    return words.flatMap { word in
      names.compactMap { name in
        guard let fingerprint = Self.fingerprint(of: word, name), !fingerprint.isShort else {
          return nil
        }
        let digest = digest(of: fingerprint, name)
        return numbers(of: digest, name).isEmpty ? nil : Mention(name: name, digest: digest)
      }
    }
  }
}
