extension CassetteFile {
  /// Appends the key of an item's request, without parsing it where method and URL are enough.
  ///
  /// - Throws: `CassetteError` when the item cannot be parsed as far as its request.
  func appendKey(
    ofItem item: Int, under policy: RequestEquivalence, to key: inout [UInt8]
  ) throws {
    guard !appendKeyOfMethodAndURL(ofItem: item, under: policy, to: &key) else { return }
    policy.appendKey(of: try request(at: item), to: &key)
  }

  /// Appends the key of an item's request where method and URL are enough for it, and can be found
  /// without parsing the item.
  ///
  /// - Returns: False when that is not so.
  func appendKeyOfMethodAndURL(
    ofItem item: Int, under policy: RequestEquivalence, to key: inout [UInt8]
  ) -> Bool {
    guard policy.needsOnlyMethodAndURL else { return false }
    let isDone: Void? = unsafe withMethodAndURL(at: item) { method, url in
      unsafe policy.appendKey(method: method, url: url, to: &key)
    }
    return isDone != nil
  }

  /// True when an item has these very method and URL, which can be found without parsing it.
  ///
  /// - Returns: False when it has others, in another spelling too, or when that is not known.
  func hasMethodAndURL(of request: Interaction.Request, ofItem item: Int) -> Bool {
    unsafe withMethodAndURL(at: item) { method, url in
      unsafe request.url.isEqual(to: url) && request.method.isEqual(to: method)
    } ?? false
  }

  /// The names of the placeholders by which digests show the user of a recorded request.
  ///
  /// - Parameter names: The names of all placeholders in it.
  /// - Returns: Each of them once, in order.
  func users(among names: [[UInt8]]) -> [[UInt8]] {
    guard let valueDigests else { return [] }
    let shown = names.filter { name in
      valueDigests.all[ValueNumbers.parts(of: name)?.name ?? name] != nil
    }
    return Set(shown).sorted { $0.lexicographicallyPrecedes($1) }
  }
}
