extension UnreadText {
  /// The number of bytes after which a portion is handed on.
  private static let portion = 1 << 18

  /// Iterates over the text of a cassette outside its messages.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - faulty: The items that cannot be read, whose raw text is taken.
  ///   - body: Called with one portion after another.
  package static func forEach(
    of file: CassetteFile, faulty: Set<Int>, _ body: (UnreadText) -> Void
  ) {
    var unread = UnreadText()
    func flush() {
      if !unread.isEmpty { body(unread) }
      unread.removeAll()
    }
    defer { flush() }
    guard file.count > 0, file.range(ofItem: 0) != nil else {
      unread.appendWhole(file, faulty: faulty)
      return
    }
    if !file.prologue.elementsEqual(CassetteWriter.prologue) {
      unread.append(heading: file.prologue)
    }
    for index in 0..<file.count {
      if let range = file.range(ofItem: index) {
        let line = file.position(ofItem: index)
        if faulty.contains(index) {
          unread.append(raw: file.bytes[range], firstLine: line, item: index + 1)
        } else if let tree = CanonicalItemParser.parse(file.bytes, range) {
          unread.append(item: 1, of: tree, firstLine: line, number: index + 1)
        } else if let item = try? file.placedItems([index]).first {
          unread.append(item: item.node, of: item.tree, firstLine: line, number: index + 1)
          unread.appendComments(
            of: item.tree, in: file.bytes[range], firstLine: line, item: index + 1)
        }
      }
      if unread.text.count > portion { flush() }
    }
  }

  /// Adds the text above the interactions but for the digests of values, which are no values.
  private mutating func append(heading: ArraySlice<UInt8>) {
    let digests = CassetteHeading.valueDigests(in: heading) ?? heading.endIndex..<heading.endIndex
    append(raw: heading[..<digests.lowerBound], firstLine: 1, item: nil)
    let before = heading[..<digests.upperBound].count { $0 == UInt8(ascii: "\n") }
    append(raw: heading[digests.upperBound...], firstLine: before + 1, item: nil)
  }

  /// Adds a cassette whose items are not separate ranges of lines.
  private mutating func appendWhole(_ file: CassetteFile, faulty: Set<Int>) {
    guard faulty.isEmpty, let items = try? file.placedItems(Array(0..<file.count)),
      let tree = items.first?.tree
    else {
      append(raw: file.bytes[...], firstLine: 1, item: nil)
      return
    }
    append(
      mapping: YAMLTree.root, of: tree,
      except: [HeadingKey.valueDigests, .interactions].map(\.rawValue),
      1, nil, "")
    for (index, item) in items.enumerated() {
      append(item: item.node, of: tree, firstLine: 1, number: index + 1)
    }
    appendComments(of: tree, in: file.bytes[...], firstLine: 1, item: nil)
  }

  private mutating func append(item: Int, of tree: YAMLTree, firstLine: Int, number: Int) {
    append(
      mapping: item, of: tree,
      except: [ItemKey.request, .response, .messages, .error, .left, .seconds, .recordedAt]
        .map(\.rawValue),
      firstLine, number, "")
    appendMessages(of: item, tree, firstLine, number)
    if let failure = tree.value(ItemKey.error, in: item) {
      append(
        mapping: failure, of: tree, except: [ErrorKey.message.rawValue], firstLine, number, "error "
      )
    }
    for key in [ItemKey.request, .response] {
      guard let message = tree.value(key, in: item) else { continue }
      let name = key.rawValue
      append(
        mapping: message, of: tree,
        except: [RequestKey.url.rawValue]
          + [ResponseKey.status, .headers, .trailers, .body].map(\.rawValue),
        firstLine, number, name + " ")
      // Request and response have the same keys for sections and body.
      if let body = tree.value(ResponseKey.body, in: message) {
        append(
          mapping: body, of: tree, except: BodyKey.allCases.map(\.rawValue), firstLine, number,
          name + " body ")
      }
      for section in [ResponseKey.headers, .trailers] {
        guard let fields = tree.value(section, in: message), tree.nodes[fields].kind == .mapping
        else { continue }
        for key in tree.children(fields) {
          append(
            tree.content(key), nil, line: firstLine + Int(tree.nodes[key].line), item: number,
            name + " \(section.rawValue.dropLast()) name")
        }
      }
    }
  }

  /// Adds the unknown keys of the messages of a WebSocket.
  private mutating func appendMessages(
    of item: Int, _ tree: YAMLTree, _ firstLine: Int, _ number: Int
  ) {
    guard let list = tree.value(ItemKey.messages, in: item), !tree.isScalar(list) else { return }
    for message in tree.children(list) {
      append(
        mapping: message, of: tree, except: MessageKey.allCases.map(\.rawValue), firstLine, number,
        "message ")
      for key in [MessageKey.client, .service] {
        guard let body = tree.value(key, in: message) else { continue }
        append(
          mapping: body, of: tree, except: BodyKey.allCases.map(\.rawValue), firstLine, number,
          "message ")
      }
    }
  }

  /// Adds the keys of a mapping and their values.
  private mutating func append(
    mapping: Int, of tree: YAMLTree, except: [String], _ firstLine: Int, _ item: Int?,
    _ words: String
  ) {
    guard tree.nodes[mapping].kind == .mapping else { return }
    for key in tree.children(mapping) where !except.contains(tree.string(key)) {
      append(
        tree.value(ofKey: key), under: key, of: tree, firstLine, item, words + Self.label(tree, key)
      )
    }
  }

  private mutating func append(
    _ node: Int, under key: Int, of tree: YAMLTree, _ firstLine: Int, _ item: Int?, _ words: String
  ) {
    switch tree.nodes[node].kind {
    case .mapping:
      append(
        tree.content(key), nil, line: firstLine + Int(tree.nodes[key].line), item: item, words)
      append(mapping: node, of: tree, except: [], firstLine, item, words + " ")
    case .sequence:
      for element in tree.children(node) {
        append(element, under: key, of: tree, firstLine, item, words)
      }
    case .literal, .folded:
      append(
        tree.content(key), tree.content(node), line: firstLine + Int(tree.nodes[node].line) + 1,
        item: item, words)
    case .plain, .singleQuoted, .doubleQuoted:
      append(
        tree.content(key), tree.content(node), line: firstLine + Int(tree.nodes[node].line),
        item: item, words)
    }
  }

  /// A key as a label for reports; empty for one that might be a secret itself.
  private static func label(_ tree: YAMLTree, _ key: Int) -> String {
    let name = tree.content(key)
    let isPlain = name.count < TokenShape.shortest && name.allSatisfy(ByteSet.word.contains)
    return isPlain ? tree.string(key) : "key"
  }

  /// Adds the comments of a text.
  private mutating func appendComments(
    of tree: YAMLTree, in text: ArraySlice<UInt8>, firstLine: Int, item: Int?
  ) {
    var (line, counted) = (firstLine, text.startIndex)
    for comment in tree.comments(in: text) {
      line += text[counted..<comment.lowerBound].count { $0 == UInt8(ascii: "\n") }
      counted = comment.lowerBound
      append([], text[comment].dropFirst(), line: line, item: item, "comment")
    }
  }
}
