extension WebMockQuery {
  /// The most items of a query that are taken apart, as elements of arrays are looked for one by
  /// one.
  private static let mostItems = 1_000

  /// The items of a URL's query as WebMock decodes them, in their order.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The items; none for a URL without a query.
  package static func items(of url: String) -> [Item] {
    items(of: Array(url.utf8).view, choosing: .all)
  }

  private static func items(
    of url: Span<UInt8>, choosing choice: QueryPairs.Choice
  ) -> [Item] {
    guard let query = URLRanges(url).query else { return [] }
    var items: [Item] = []
    url.forEachFormPair(in: query) { name, value in
      var item: Item = ([], nil)
      item.name.appendPercentDecoded(url, name, isForm: false)
      guard choice.contains(item.name[...]) else { return }
      item.value = value.map { range in
        var bytes: [UInt8] = []
        bytes.appendPercentDecoded(url, range, isForm: true)
        return choice.rest(of: bytes[...], of: item.name[...]) ?? bytes
      }
      items.append(item)
    }
    return items
  }

  /// The chosen items of a URL's query as WebMock spells them, encoded.
  ///
  /// A query that WebMock refuses, and one with very many items, is compared in its own order.
  static func text(of url: Span<UInt8>, choosing choice: QueryPairs.Choice) -> [UInt8] {
    let items = items(of: url, choosing: choice)
    let spelled = items.count <= mostItems ? WebMockQuery(items)?.items ?? items : items
    return FormEncoding.encode(spelled.map { ($0.name, $0.value ?? []) })
  }

  /// True for a URL with a query that is as WebMock spells it.
  ///
  /// - Parameter url: The URL.
  /// - Returns: Whether WebMock may have written it.
  package static func mayHaveSpelled(_ url: String) -> Bool {
    let items = items(of: url)
    guard !items.isEmpty, items.count <= mostItems, let spelled = WebMockQuery(items)?.items else {
      return false
    }
    return items.elementsEqual(spelled) { $0.name == $1.name && $0.value == $1.value }
  }
}
