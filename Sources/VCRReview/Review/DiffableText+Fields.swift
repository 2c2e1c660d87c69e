import VCRCore

/// Forms and bodies of parts, whose fields may be volatile.
extension DiffableText {
  /// Appends the fields of a form, of which some are volatile.
  ///
  /// - Returns: False if none is, and nothing was appended.
  mutating func appendForm(_ tree: YAMLTree, _ form: Int) -> Bool {
    let paths = volatility.jsonPaths.filter { $0.scope == nil || $0.scope?.unit == .form }
    guard !paths.isEmpty, !tree.isScalar(form) else { return false }
    let isMapping = tree.nodes[form].kind == .mapping
    for field in isMapping ? [form] : Array(tree.children(form)) {
      guard tree.nodes[field].kind == .mapping else { return false }
    }
    for field in isMapping ? [form] : Array(tree.children(form)) {
      for key in tree.children(field) {
        let name = tree.string(key)
        let mark = isMapping ? "" : "- "
        let value = tree.value(ofKey: key)
        let inside = paths.compactMap { $0.inPair(named: name.utf8, of: .form) }
        let content = tree.isScalar(value) ? tree.content(value) : []
        let shown = masked(content[...], at: inside)
        if paths.contains(where: { $0.nameOfWhole(.form)?.hasSameUTF8(as: name) == true }) {
          line("\(mark)\(name): …")
        } else if shown != content[...] {
          lines((Array("\(mark)\(name): ".utf8) + shown)[...])
        } else {
          var pair: [UInt8] = []
          YAMLTreeWriter(tree: tree).pairs(of: field, indent: 0, except: { $0 != key }, to: &pair)
          lines((Array(mark.utf8) + pair)[...])
        }
      }
    }
    return true
  }

  /// Appends the parts of a body, of which some are volatile or have volatile places.
  ///
  /// - Returns: False if none has, and nothing was appended.
  mutating func appendParts(_ tree: YAMLTree, _ list: Int) -> Bool {
    let paths = volatility.jsonPaths
    guard !paths.isEmpty, tree.nodes[list].kind == .sequence else { return false }
    for part in tree.children(list) {
      let name = name(ofPart: part, of: tree)
      let isWhole = paths.contains { $0.nameOfWhole(.part)?.hasSameUTF8(as: name) == true }
      let inside = paths.compactMap { $0.inPart(named: name) }
      func isMasked(_ field: String) -> Bool { paths.contains { $0.isField(field, ofPart: name) } }
      let hasField = paths.contains { $0.scope?.unit == .part }
      guard tree.nodes[part].kind == .mapping, isWhole || !inside.isEmpty || hasField else {
        lines(YAMLTreeWriter(tree: tree).item(part)[...])
        continue
      }
      for (number, key) in tree.children(part).enumerated() {
        var pair: [UInt8] = []
        if tree.string(key) == Self.headersOfPart {
          let headers = tree.value(ofKey: key)
          YAMLTreeWriter(tree: tree).pairs(of: part, indent: 0, except: { $0 != key }, to: &pair)
          if tree.nodes[headers].kind == .mapping,
            tree.children(headers).contains(where: { isMasked(tree.string($0)) })
          {
            pair = Array("\(Self.headersOfPart):\n".utf8)
            for field in tree.children(headers) {
              let masked = tree.string(field)
              if isMasked(masked) {
                pair += "  \(masked): …\n".utf8
              } else {
                YAMLTreeWriter(tree: tree).pairs(
                  of: headers, indent: 2, except: { $0 != field }, to: &pair)
              }
            }
          }
        } else if !isWhole, inside.isEmpty {
          YAMLTreeWriter(tree: tree).pairs(of: part, indent: 0, except: { $0 != key }, to: &pair)
        } else {
          let value = tree.value(ofKey: key)
          let content = tree.isScalar(value) && !isWhole ? tree.content(value) : nil
          if content != nil || isWhole {
            pair = Array("\(tree.string(key)):\n".utf8)
            let shown = content.map { masked($0, inPart: inside) } ?? Array("…".utf8)[...]
            for line in shown.lines { pair += "  ".utf8 + line }
          } else {
            // A part that stands in lines or pieces is shown as it is there.
            YAMLTreeWriter(tree: tree).pairs(of: part, indent: 0, except: { $0 != key }, to: &pair)
          }
        }
        for (place, line) in pair[...].lines.enumerated() {
          lines((Array((number + place == 0 ? "- " : "  ").utf8) + line)[...])
        }
      }
    }
    return true
  }

  /// The type that the header fields of a message say.
  func type(ofBodyIn message: Int, of tree: YAMLTree) -> MediaType? {
    guard let headers = tree.value(ResponseKey.headers, in: message),
      tree.nodes[headers].kind == .mapping
    else { return nil }
    for field in tree.children(headers)
    where tree.string(field).equalsIgnoringASCIICase("Content-Type") {
      let value = tree.value(ofKey: field)
      return tree.isScalar(value) ? MediaType(tree.string(value)) : nil
    }
    return nil
  }

  private static let headersOfPart = "headers"

  /// The name of a part in its `Content-Disposition`; empty if there is none.
  private func name(ofPart part: Int, of tree: YAMLTree) -> String {
    guard tree.nodes[part].kind == .mapping,
      let key = tree.children(part).first(where: { tree.string($0) == Self.headersOfPart })
    else { return "" }
    let headers = tree.value(ofKey: key)
    guard tree.nodes[headers].kind == .mapping else { return "" }
    for field in tree.children(headers)
    where tree.string(field).equalsIgnoringASCIICase("Content-Disposition") {
      return MediaType(tree.string(tree.value(ofKey: field))).parameter("name") ?? ""
    }
    return ""
  }
}
