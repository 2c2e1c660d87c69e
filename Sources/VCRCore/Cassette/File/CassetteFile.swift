internal import CBytes
import VCRLocks

/// A cassette that was opened for reading: its items are found, but none is decoded yet.
///
/// Opening finds item boundaries only; a request is parsed when the index needs it and a body is
/// decoded when it is first used. A cassette that people wrote in another layout (indented items,
/// flow collections, CR LF) is parsed as a whole instead, with the same results.
package final class CassetteFile: Sendable {
  /// The way in which the items are located.
  private enum Items: Sendable {
    /// Items by their start offsets, and those that may have their own rule.
    case scanned(starts: [Int], unusual: Set<Int>)
    /// Items by their nodes in the tree of the whole file.
    case parsed(YAMLTree, nodes: [Int])
  }

  /// The path as it was given, for messages.
  package let path: String

  /// The file's contents, without a byte order mark.
  package let bytes: [UInt8]

  /// The recording of another tool of which the cassette was made while it was opened; nil for a
  /// cassette of ours.
  package let origin: ForeignOrigin?

  private let items: Items

  /// Reads a file that a body refers to, by its path relative to the cassette's folder.
  package let sideFile: @Sendable (String) throws -> Body

  /// The text before the first item, as it is in the file.
  package let prologue: ArraySlice<UInt8>

  /// The text to put before the items when the file is rewritten: it keeps unknown top-level keys
  /// and ends in `interactions:` and a line feed.
  package let prologueForRewriting: [UInt8]

  /// The digests that tell the values of numbered placeholders apart; nil when the cassette has
  /// none.
  package let valueDigests: ValueDigests?

  /// The position for which lines were last counted, and the number of lines before it.
  private let counted = Mutex((position: 0, lines: 0))

  /// The number of lines that end before a position.
  ///
  /// Calls with ascending positions count the file once in total.
  private func lines(before position: Int) -> Int {
    counted.withLock { counted in
      if position < counted.position { counted = (0, 0) }
      counted.lines += bytes[counted.position..<position].count { $0 == UInt8(ascii: "\n") }
      counted.position = position
      return counted.lines
    }
  }

  /// The number of interactions in the file.
  package var count: Int {
    switch items {
    case .scanned(let starts, _): starts.count
    case .parsed(_, let nodes): nodes.count
    }
  }

  /// Opens and scans a cassette.
  ///
  /// - Throws: `CassetteError` with file, line and column.
  package convenience init(path: String) throws {
    try self.init(path: path, content: try FileContents.readText(path, expecting: "a cassette"))
  }

  /// Opens and scans a cassette that is not written to: one of ours, or another tool's recording,
  /// of which the program's ``ForeignReading`` makes one in memory.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or of a folder that another tool reads as a whole.
  ///   - redaction: The redaction of another tool's recording, by which the requests that it is
  ///     compared with are redacted, too; nil for that of the project.
  /// - Throws: `CassetteError` with file, line and column.
  package convenience init(reading path: String, redaction: Redaction? = nil) throws {
    do {
      let (content, origin) = try ForeignReading.content(of: path, redaction: redaction) {
        try FileContents.readText($0, expecting: "a cassette", orPacked: true)
      }
      try self.init(path: path, content: content, origin: origin)
    } catch let error as CassetteError where !ForeignReading.isThere {
      throw error.withConversion()
    }
  }

  /// Scans a cassette that is in memory already.
  ///
  /// - Parameters:
  ///   - path: The path for messages.
  ///   - content: The file's contents.
  ///   - sideFile: Reads a side file by its path relative to the cassette's folder; nil to read it
  ///     from the disk, next to `path`.
  ///   - origin: The recording of another tool of which the content was made; nil for none.
  /// - Throws: `CassetteError` with file, line and column.
  package init(
    path: String, content: [UInt8], sideFile: (@Sendable (String) throws -> Body)? = nil,
    origin: ForeignOrigin? = nil
  ) throws {
    let bytes = Self.withoutByteOrderMark(content)
    self.path = path
    self.bytes = bytes
    self.origin = origin
    self.sideFile = sideFile ?? { try SideFiles.read($0, besideCassette: path) }
    do {
      if let start = Self.endOfHeading(bytes), let scan = ItemScanner.scan(bytes, from: start) {
        prologue = bytes[..<start]
        prologueForRewriting =
          Array(prologue) + (prologue.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")])
        items = .scanned(starts: scan.starts, unusual: scan.unusual)
        let tree = try YAMLParser.parse(prologue)
        try CassetteHeading.check(tree, of: path, isJSON: false)
        valueDigests = try CassetteHeading.valueDigests(in: tree)
      } else {
        let first = bytes.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        guard bytes.count <= CassetteLimit.parsedSize else {
          throw YAMLFault(
            line: 0, column: 0,
            reason: "not a cassette, or not in its layout: above \(CassetteLimit.parsedSize >> 20) "
              + "MiB, every interaction must begin with “- ” in column 1 below “interactions:”")
        }
        let tree = try YAMLParser.parse(bytes)
        try CassetteHeading.check(tree, of: path, isJSON: isJSON)
        valueDigests = try CassetteHeading.valueDigests(in: tree)
        let list = tree.value(HeadingKey.interactions, in: YAMLTree.root) ?? YAMLTree.root
        items = .parsed(
          tree, nodes: tree.isNothing(list) ? [] : Array(tree.children(list)))
        prologue = bytes[..<(Self.endOfHeading(bytes) ?? 0)]
        var heading: [UInt8] = []
        YAMLTreeWriter(tree: tree).pairs(
          of: YAMLTree.root, indent: 0, except: { tree.key($0) == HeadingKey.interactions },
          to: &heading)
        prologueForRewriting = heading + Array("interactions:\n".utf8)
      }
    } catch let fault as YAMLFault {
      throw Self.error(for: fault, in: bytes, path: path)
    }
    // A truncated file is reported on opening, when its last item shows it.
    if count > 0 {
      try reading(count - 1) { reader throws(YAMLFault) in try reader.checkParts() }
    }
  }

  /// The error for a file that is no cassette, with what it is or what to do if that is evident.
  private static func error(
    for fault: YAMLFault, in bytes: [UInt8], path: String
  ) -> CassetteError {
    if let line = CassetteRecognition.conflictMarker(in: bytes) {
      return CassetteError(
        path: path, line: line, column: 1,
        reason: "the cassette has conflict markers; resolve them, here and below, and then: "
          + "git add \(path.typedPath)")
    }
    if let nature = FileNature(bytes) {
      return CassetteError(path: path, line: 0, column: 0, reason: "\(nature), not a cassette")
    }
    if let kind = FileNature.ownRecording(bytes) {
      return CassetteError(
        path: path, line: 0, column: 0,
        reason: "\(kind); to make a cassette of it: " + CassetteHeading.converting(path))
    }
    return CassetteError(path: path, fault: CassetteHeading.hinting(fault, in: bytes, of: path))
  }

  /// A text without the byte order mark that some editors put before UTF-8.
  package static func withoutByteOrderMark(_ content: [UInt8]) -> [UInt8] {
    content.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(content.dropFirst(3)) : content
  }

  /// Takes items that the writer made, whose places are known.
  ///
  /// - Parameters:
  ///   - content: The heading of a new cassette, and the items.
  ///   - starts: The start of each item in the content.
  ///   - path: The path for messages, beside which the side files are.
  init(written content: [UInt8], starts: [Int], path: String) {
    self.path = path
    origin = nil
    bytes = content
    sideFile = { try SideFiles.read($0, besideCassette: path) }
    prologue = CassetteWriter.prologue[...]
    prologueForRewriting = CassetteWriter.prologue
    valueDigests = nil
    items = .scanned(starts: starts, unusual: [])
  }

  /// The line in which an item begins, counted from 1.
  package func position(ofItem index: Int) -> Int {
    switch items {
    case .scanned(let starts, _): lines(before: starts[index]) + 1
    case .parsed(let tree, let nodes): Int(tree.nodes[nodes[index]].line) + 1
    }
  }

  /// The whole interaction at an index, decoded.
  ///
  /// - Throws: `CassetteError` with the place of the fault in the file.
  package func interaction(at index: Int) throws -> Interaction {
    try reading(index) { reader throws(YAMLFault) in try reader.interaction() }
  }

  /// The request of an interaction, without its response.
  ///
  /// - Throws: `CassetteError` with the place of the fault in the file.
  package func request(at index: Int) throws -> Interaction.Request {
    try reading(index) { reader throws(YAMLFault) in try reader.request() }
  }

  /// The request of an interaction as far as the cassette itself has it.
  ///
  /// - Returns: Nil where a file beside the cassette would have to be read.
  /// - Throws: `CassetteError` with the place of the fault in the file.
  func requestWithoutSideFile(at index: Int) throws(CassetteError) -> Interaction.Request? {
    var isInFile = false
    do {
      let request = try reading(index) { reader throws(YAMLFault) in
        var reader = reader
        reader.sideFile = { reference in
          isInFile = true
          throw SideFileError(reason: "the file \(reference) is not read now")
        }
        return try reader.request()
      }
      return isInFile ? nil : request
    } catch {
      if isInFile { return nil }
      throw error
    }
  }

  /// The content of an item, or nil if its side file is missing or changed; recording the
  /// interaction again restores that file.
  ///
  /// - Throws: `CassetteError` for any other fault.
  func readingUnlessSideFileMissing<Result>(
    at index: Int, _ read: (InteractionReader) throws(YAMLFault) -> Result
  ) throws(CassetteError) -> Result? {
    do {
      return try reading(index, read)
    } catch {
      var isSideFileMissing = false
      _ = try? reading(index) { reader throws(YAMLFault) in
        var reader = reader
        reader.sideFile = { [sideFile] reference in
          do {
            let body = try sideFile(reference)
            try SideFiles.check(body, reference: reference)
            return body
          } catch {
            isSideFileMissing = true
            throw error
          }
        }
        _ = try read(reader)
      }
      if isSideFileMissing { return nil }
      throw error
    }
  }

  /// The rule of an interaction (`match:`, `times:`); nil for nearly all.
  ///
  /// - Throws: `CassetteError` with the place of the fault in the file.
  package func rule(at index: Int) throws -> Interaction.Rule? {
    if case .scanned(let starts, let unusual) = items, !unusual.contains(index),
      bytes.holds(Self.methodLine, at: starts[index], to: bytes.count)
    {
      return nil
    }
    return try reading(index) { reader throws(YAMLFault) in try reader.rule() }
  }

  /// Calls the closure with the bytes of an item's method and URL when both can be found without
  /// parsing the whole item and the item has no rule; returns nil otherwise.
  package func withMethodAndURL<Result>(
    at index: Int,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard case .scanned(let starts, let unusual) = items, !unusual.contains(index) else {
      return nil
    }
    let range = range(index, starts)
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      var found = vcr_request()
      guard let base = buffer.baseAddress,
        unsafe Self.findRequest(base + range.lowerBound, range.count, &found)
      else { return nil }
      let first = unsafe base + range.lowerBound
      return unsafe body(
        UnsafeBufferPointer(start: first + Int(found.method), count: Int(found.method_count)),
        UnsafeBufferPointer(start: first + Int(found.url), count: Int(found.url_count)))
    }
  }

  @unsafe private static func findRequest(
    _ item: UnsafePointer<UInt8>, _ count: Int, _ found: inout vcr_request
  ) -> Bool {
    unsafe methodLine.withUnsafeBufferPointer { method in
      unsafe urlLine.withUnsafeBufferPointer { url in
        var lines = unsafe vcr_lines(
          method: method.baseAddress, method_count: method.count, url: url.baseAddress,
          url_count: url.count, continuation: continuation)
        return unsafe vcr_find_request(item, count, &lines, &found) != 0
      }
    }
  }

  /// True when an item's method and URL can be found without parsing it, and are the same bytes as
  /// those of another file's item.
  func hasSameMethodAndURL(at index: Int, as other: CassetteFile, at otherIndex: Int) -> Bool {
    guard let range = range(ofItem: index), let otherRange = other.range(ofItem: otherIndex),
      let length = unsafe withMethodAndURL(
        at: index,
        { Self.methodLine.count + $0.count + Self.urlLine.count + $1.count + 1 }),
      range.count >= length, otherRange.count >= length
    else { return false }
    let count = bytes.commonPrefixLength(
      range.prefix(length + Self.continuation), other.bytes,
      otherRange.prefix(length + Self.continuation))
    // The start of the next line has to be the same as well, as it could continue the URL.
    return count == length + Self.continuation && !other.mayHaveRule(otherIndex)
  }

  /// The text of an item, from its `- ` to its final newline: as it is in a file of the cassette's
  /// own layout, else converted to that layout.
  package func text(at index: Int) -> ArraySlice<UInt8> {
    switch items {
    case .scanned(let starts, _):
      let text = bytes[range(index, starts)]
      if text.last == UInt8(ascii: "\n") { return text }
      // Adding the missing newline could also add one to a literal block.
      let ended = Array(text) + [UInt8(ascii: "\n")]
      if let tree = try? YAMLParser.parse(text), tree.nodes.count > 1,
        (try? YAMLParser.parse(ended)) != tree
      {
        return YAMLTreeWriter(tree: tree).item(1)[...]
      }
      return ended[...]
    case .parsed(let tree, let nodes): return YAMLTreeWriter(tree: tree).item(nodes[index])[...]
    }
  }

  /// True when the scan of the file saw a key that may be a rule.
  private func mayHaveRule(_ index: Int) -> Bool {
    guard case .scanned(_, let unusual) = items else { return true }
    return unusual.contains(index)
  }

  /// How many spaces begin the line after the URL where it continues the URL.
  private static let continuation = 5

  private static let methodLine =
    Array("- \(ItemKey.request.rawValue):\n".utf8) + RequestKey.method.lineStart
  private static let urlLine = Array("\n".utf8) + RequestKey.url.lineStart

  private func range(_ index: Int, _ starts: [Int]) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)
  }

  /// Parses an item and calls the closure with it; a fault gets its position in the file.
  private func reading<Result>(
    _ index: Int, _ body: (InteractionReader) throws(YAMLFault) -> Result
  ) throws(CassetteError) -> Result {
    switch items {
    case .parsed(let tree, let nodes):
      do throws(YAMLFault) {
        return try body(InteractionReader(tree: tree, item: nodes[index], sideFile: sideFile))
      } catch {
        throw CassetteError(path: path, fault: error)
      }
    case .scanned(let starts, _):
      let range = range(index, starts)
      do throws(YAMLFault) {
        guard range.count <= CassetteLimit.itemSize else {
          throw YAMLFault(
            line: 0, column: 0,
            reason: "an interaction of \(range.count >> 20) MiB; "
              + "the most is \(CassetteLimit.itemSize >> 20) MiB")
        }
        let tree: YAMLTree
        if let known = CanonicalItemParser.parse(bytes, range) {
          tree = known
        } else {
          tree = try YAMLParser.parse(bytes[range])
        }
        guard tree.nodes.count > 1 else {
          throw YAMLFault(line: 0, column: 0, reason: "the interaction is empty")
        }
        return try body(InteractionReader(tree: tree, item: 1, sideFile: sideFile))
      } catch {
        throw CassetteError(
          path: path, fault: error, linesBefore: lines(before: range.lowerBound))
      }
    }
  }

  /// The start of the line after `interactions:`; nil when no line consists of that alone.
  private static func endOfHeading(_ bytes: [UInt8]) -> Int? {
    endOfKeyLine(bytes).map { endOfComments(bytes, from: $0) }
  }

  /// The start of the line after the one that contains `interactions:` and nothing else but a
  /// comment.
  package static func endOfKeyLine(_ bytes: [UInt8]) -> Int? {
    let key = Array("interactions:".utf8)
    var start = 0
    while start < bytes.count {
      let end = bytes.firstNewline(from: start, to: bytes.count)
      if end - start >= key.count, bytes[start..<start + key.count] == key[...] {
        let rest = bytes[(start + key.count)..<end]
        let text = rest.firstIndex { $0 != UInt8(ascii: " ") } ?? rest.endIndex
        if text == rest.endIndex || (text > rest.startIndex && rest[text] == UInt8(ascii: "#")) {
          return min(end + 1, bytes.count)
        }
      }
      start = end + 1
    }
    return nil
  }

  /// The start of the first line that is neither empty nor a comment.
  private static func endOfComments(_ bytes: [UInt8], from start: Int) -> Int {
    var start = start
    while start < bytes.count, bytes[start] == UInt8(ascii: "#") || bytes[start] == 0x0A {
      start = min(bytes.firstNewline(from: start, to: bytes.count) + 1, bytes.count)
    }
    return start
  }
}

extension CassetteFile {
  /// The range of an item when items are separate ranges of lines; nil when the file has another
  /// layout.
  package func range(ofItem index: Int) -> Range<Int>? {
    guard case .scanned(let starts, _) = items else { return nil }
    return range(index, starts)
  }

  /// The tree that contains an item, and its node there.
  ///
  /// - Throws: `CassetteError` with the place of the fault in the file.
  package func node(ofItem index: Int) throws(CassetteError) -> (tree: YAMLTree, node: Int) {
    try reading(index) { ($0.tree, $0.item) }
  }

  /// Items with the places of their nodes.
  ///
  /// - Throws: `CassetteError` with the place of the fault in the file.
  package func placedItems(_ indices: [Int]) throws(CassetteError) -> [PositionedItem] {
    do throws(YAMLFault) {
      switch items {
      case .parsed(_, let nodes):
        guard !indices.isEmpty else { return [] }
        let tree = try YAMLParser.parse(bytes, keepsPlaces: true)
        return indices.map { PositionedItem(tree: tree, node: nodes[$0], offset: 0) }
      case .scanned(let starts, _):
        var placed: [PositionedItem] = []
        for index in indices {
          let range = range(index, starts)
          let tree = try YAMLParser.parse(Array(bytes[range]), keepsPlaces: true)
          placed.append(PositionedItem(tree: tree, node: 1, offset: range.lowerBound))
        }
        return placed
      }
    } catch {
      throw CassetteError(path: path, fault: error)
    }
  }
}
