extension InteractionMatcher {
  /// One of the two states whose items are paired.
  package struct Version {
    /// The cassette; nil when there is none.
    let file: CassetteFile?
    /// The items' texts, where they are other than the cassette's own.
    private let texts: [ArraySlice<UInt8>]?
    /// The number of items.
    let count: Int

    /// A cassette in which an item with its own rule matches only one with the same rule.
    package init(_ file: CassetteFile) {
      self.file = file
      texts = nil
      count = file.count
    }

    /// A cassette of which only the texts are certain: an item that cannot be read is matched by
    /// its text alone, and its own rule does not tell it from others.
    ///
    /// - Parameters:
    ///   - texts: The items' texts.
    ///   - file: The cassette that holds them; nil when there is none.
    package init(texts: [ArraySlice<UInt8>], file: CassetteFile?) {
      self.file = file
      self.texts = texts
      count = texts.count
    }

    /// True when an item has a key only if its whole request can be read.
    var needsWholeRequest: Bool { texts != nil }

    func text(_ item: Int) -> ArraySlice<UInt8> {
      if let texts { return texts[item] }
      guard let range = file?.range(ofItem: item), let bytes = file?.bytes[range] else {
        return file?.text(at: item) ?? []
      }
      return bytes
    }

    /// An item's own rule when that is how it matches requests.
    func rule(_ item: Int) throws -> Interaction.Rule? {
      guard texts == nil, let rule = try file?.rule(at: item) else { return nil }
      return rule.match != nil || rule.isPattern ? rule : nil
    }

    /// An item's request; nil when it cannot be read, for which a cassette of its own has no reason
    /// but a missing side file.
    func request(_ item: Int) throws -> Interaction.Request? {
      try read(item) { reader throws(YAMLFault) in try reader.request() }
    }

    /// An item's interaction; nil as for its request.
    func interaction(_ item: Int) throws -> Interaction? {
      try read(item) { reader throws(YAMLFault) in try reader.interaction() }
    }

    private func read<Result>(
      _ item: Int, _ body: (InteractionReader) throws(YAMLFault) -> Result
    ) throws -> Result? {
      if texts != nil { return try? file?.readingUnlessSideFileMissing(at: item, body) }
      return try file?.readingUnlessSideFileMissing(at: item, body)
    }
  }
}
