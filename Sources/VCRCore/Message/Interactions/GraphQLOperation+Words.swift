extension Interaction.Request {
  /// The operations of GraphQL that the request asks for, as a list names them: `query Products`,
  /// `{ shop { id } }` for one without a name; nil for a request that asks for none.
  package var graphQLWords: String? {
    guard let operations = GraphQLOperation.operations(of: self) else { return nil }
    let words = operations.compactMap(\.words)
    return words.isEmpty || words.count < operations.count ? nil : words.joined(separator: ", ")
  }
}

extension GraphQLOperation {
  /// The characters that are shown of a document whose operation has no name.
  private static let excerpt = 40
  private static let kinds = ["query", "mutation", "subscription"]

  /// The kind and the name of the operation; nil for what is no operation, such as the `query` of a
  /// search.
  fileprivate var words: String? {
    let name = String(decoding: self.name, as: UTF8.self)
    guard !query.isEmpty else { return name.isEmpty ? nil : "persisted \(name)" }
    // The document has one space after each token.
    let tokens = query.split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    var depth = 0
    var first: String?
    for (index, token) in tokens.enumerated() {
      if depth == 0, Self.kinds.contains(token) {
        let next = index + 1 < tokens.count ? tokens[index + 1] : ""
        let own = next.utf8.first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") } == true
        if own, name.isEmpty || name.hasSameUTF8(as: next) { return "\(token) \(next)" }
        first = first ?? token
      }
      if ["{", "(", "["].contains(token) { depth += 1 }
      if ["}", ")", "]"].contains(token) { depth -= 1 }
    }
    guard tokens.count > 1, tokens[0] == "{" || first != nil else { return nil }
    guard name.isEmpty else { return "\(first ?? "query") \(name)" }
    let document = String(decoding: query.dropLast(), as: UTF8.self)
    return document.count <= Self.excerpt ? document : document.prefix(Self.excerpt - 1) + "…"
  }
}
