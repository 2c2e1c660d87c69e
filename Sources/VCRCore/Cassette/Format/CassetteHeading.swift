/// The part of a cassette above the interactions: the format's version, digests of values, and
/// unknown keys.
enum CassetteHeading {
  /// The newest version of the format that can be read.
  static let version = 1

  /// Checks the top level of a cassette.
  ///
  /// - Parameters:
  ///   - tree: The text of the file, or what stands above the interactions.
  ///   - path: The path of the file.
  ///   - isJSON: True for a text in JSON.
  /// - Throws: `YAMLFault` for a file that is no cassette, or one of a newer version.
  static func check(_ tree: YAMLTree, of path: String, isJSON: Bool) throws(YAMLFault) {
    guard !tree.nodes.isEmpty else {
      throw YAMLFault(
        line: 0, column: 0, reason: "not a cassette: the file is empty; record it again")
    }
    let root = YAMLTree.root
    guard tree.nodes[root].kind == .mapping else {
      let isOther = tree.nodes[root].kind == .sequence
      let hint = isOther ? "; if another tool wrote it: \(converting(path))" : ""
      throw tree.fault(at: root, "not a cassette: there is no “vcr: 1”\(hint)")
    }
    guard let version = tree.value(HeadingKey.vcr, in: root) else {
      throw foreign(tree, of: path, isJSON: isJSON)
    }
    guard tree.isScalar(version), let number = Int(tree.string(version)), number > 0 else {
      throw tree.fault(at: version, "vcr: takes the version of the format, which is 1")
    }
    guard number <= Self.version else {
      throw tree.fault(
        at: version,
        "the cassette is in format \(number); this version of vcr reads format \(Self.version); "
          + "update vcr")
    }
    guard let items = tree.value(HeadingKey.interactions, in: root) else {
      throw tree.fault(at: root, "not a cassette: there is no interactions:")
    }
    guard tree.isNothing(items) || tree.nodes[items].kind == .sequence else {
      throw tree.fault(at: items, "interactions: takes a list, each item beginning with “- ”")
    }
  }

  // MARK: - Digests of values

  /// The text that stands where a value has no digest.
  private static let missingDigest = "_"

  /// Reads the digests of values.
  ///
  /// - Returns: nil when the cassette has none.
  /// - Throws: `YAMLFault` for what is not a salt, or a name with its digests.
  static func valueDigests(in tree: YAMLTree) throws(YAMLFault) -> ValueDigests? {
    guard let node = tree.value(HeadingKey.valueDigests, in: YAMLTree.root), !tree.isNothing(node)
    else { return nil }
    guard tree.nodes[node].kind == .mapping,
      let salt = tree.value(ValueDigestsKey.salt, in: node), tree.isScalar(salt)
    else {
      throw tree.fault(at: node, "value_digests: takes a salt, and digests below names")
    }
    var digests = ValueDigests(salt: tree.string(salt))
    for key in tree.children(node) where tree.key(key, as: ValueDigestsKey.self) == nil {
      let value = tree.value(ofKey: key)
      let words = tree.isScalar(value) ? tree.string(value).split(separator: " ") : []
      guard !words.isEmpty, words.allSatisfy({ $0 == missingDigest || isDigest($0) }) else {
        throw tree.fault(
          at: value,
          "takes one digest of 1 to 8 or 12 hexadecimal digits for each value, or \(missingDigest)")
      }
      for (index, word) in words.enumerated() where word != missingDigest {
        digests.set(String(word), Array(tree.content(key)), index + 1)
      }
    }
    return digests
  }

  private static func isDigest(_ word: Substring) -> Bool {
    ValueDigests.isLength(word.utf8.count) && word.utf8.allSatisfy { $0.hexValue != nil }
  }

  /// The text above the interactions with other digests of values, each other line as it is.
  ///
  /// - Parameters:
  ///   - digests: The digests.
  ///   - prologue: The text, up to and including `interactions:` and a line feed.
  /// - Returns: The text; as it was where it is laid out otherwise.
  static func setting(
    _ digests: ValueDigests, in prologue: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    let list = Array("\(HeadingKey.interactions.rawValue):\n".utf8)
    guard prologue.suffix(list.count).elementsEqual(list) else { return prologue }
    var lines = Array(prologue.dropLast(list.count))
    if let old = valueDigests(in: lines[...]) {
      lines.replaceSubrange(old, with: text(of: digests))
    } else {
      lines += text(of: digests)
    }
    return (lines + list)[...]
  }

  /// The lines of the digests of values in the text above the interactions; nil when there are
  /// none.
  static func valueDigests(in prologue: ArraySlice<UInt8>) -> Range<Int>? {
    let key = Array("\(HeadingKey.valueDigests.rawValue):\n".utf8)
    guard let start = prologue.firstRange(of: key),
      start.lowerBound == prologue.startIndex
        || prologue[start.lowerBound - 1] == UInt8(ascii: "\n")
    else { return nil }
    var end = start.upperBound
    while end < prologue.endIndex, prologue[end] == UInt8(ascii: " ") {
      let line = prologue[end...].firstIndex(of: UInt8(ascii: "\n"))
      end = line.map { $0 + 1 } ?? prologue.endIndex
    }
    return start.lowerBound..<end
  }

  private static func text(of digests: ValueDigests) -> [UInt8] {
    let indent = String(repeating: " ", count: ValueDigestsKey.column)
    var text = "\(HeadingKey.valueDigests.rawValue):\n"
    text += "\(indent)\(ValueDigestsKey.salt.rawValue): '\(digests.salt)'\n"
    for (name, values) in digests.all.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let words = (1...(values.keys.max() ?? 1)).map { values[$0] ?? missingDigest }
      text += "\(indent)\(String(decoding: name, as: UTF8.self)): \(words.joined(separator: " "))\n"
    }
    return Array(text.utf8)
  }

  /// A fault with what to do where another tool may have written the file, in YAML that no cassette
  /// of ours has, such as tags, or in UTF-16.
  static func hinting(_ fault: YAMLFault, in bytes: [UInt8], of path: String) -> YAMLFault {
    if FileNature.isUTF16(bytes) {
      return YAMLFault(line: 0, column: 0, reason: "a text in UTF-16; save it as UTF-8")
    }
    guard !fault.reason.contains("vcr convert"), !CassetteRecognition.isCassette(bytes) else {
      return fault
    }
    let keys = [
      HeadingKey.interactions.rawValue, ForeignHeadingKey.httpInteractions.rawValue,
    ].map { Array("\($0):".utf8) }
    let isForeign = bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      keys.contains { line.starts(with: $0) }
    }
    guard isForeign else { return fault }
    var hinting = fault
    hinting.reason += "; if another tool wrote it: \(converting(path))"
    return hinting
  }

  /// The fault of a file that another tool may have written.
  private static func foreign(_ tree: YAMLTree, of path: String, isJSON: Bool) -> YAMLFault {
    let root = YAMLTree.root
    let kind: String? =
      if tree.value(ForeignHeadingKey.httpInteractions, in: root) != nil {
        "a cassette of another vcr library"
      } else if tree.value(ForeignHeadingKey.log, in: root) != nil {
        "an HTTP archive (HAR)"
      } else if tree.value(HeadingKey.interactions, in: root) != nil {
        "a cassette of another tool"
      } else if isJSON {
        "a JSON file"
      } else {
        nil
      }
    guard let kind else { return tree.fault(at: root, "not a cassette: there is no “vcr: 1”") }
    return tree.fault(
      at: root,
      "not a cassette but \(kind): there is no “vcr: 1”; to convert it: \(converting(path))")
  }

  /// The command that makes a cassette of the file of another tool: beside it, where the name of
  /// that cassette is another one.
  static func converting(_ path: String) -> String {
    let file = path.relativeToCurrentFolder
    let unpacked = Packing.unpackedName(of: file)
    let dot = RecordingSuffix.isForeign(file) ? unpacked.lastIndex(of: ".") : nil
    let cassette = dot.map { unpacked[..<$0] + ".yaml" } ?? "NEW.yaml"
    return "vcr convert \(file.shellWord) \(String(cassette).shellWord)"
  }
}
