/// The part of a cassette above the interactions: the format's version, and unknown keys.
enum CassetteHeading {
  /// The newest version of the format that can be read.
  static let version = 1

  /// Checks the top level of a cassette.
  ///
  /// - Throws: `YAMLFault` for a file that is no cassette, or one of a newer version.
  static func check(_ tree: YAMLTree, isJSON: Bool) throws(YAMLFault) {
    guard !tree.nodes.isEmpty else {
      throw YAMLFault(
        line: 0, column: 0, reason: "not a cassette: the file is empty; record it again")
    }
    let root = YAMLTree.root
    guard tree.nodes[root].kind == .mapping else {
      let isOther = tree.nodes[root].kind == .sequence
      throw tree.fault(
        at: root,
        isOther
          ? "not a cassette: there is no “vcr: 1”; if another tool wrote it: vcr convert OLD NEW.yaml"
          : "not a cassette: there is no “vcr: 1”")
    }
    guard let version = tree.value(HeadingKey.vcr, in: root) else {
      throw foreign(tree, isJSON: isJSON)
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

  /// The fault of a file that another tool may have written.
  private static func foreign(_ tree: YAMLTree, isJSON: Bool) -> YAMLFault {
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
      "not a cassette but \(kind): there is no “vcr: 1”; to convert it: vcr convert OLD NEW.yaml")
  }
}
