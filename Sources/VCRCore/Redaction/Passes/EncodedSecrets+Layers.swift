/// Secrets in one encoding within another.
extension EncodedSecrets {
  /// How many encodings are undone, one within the other.
  private static let deepest = 4

  /// Texts above this size are searched only one escape deep.
  private static let largeSize = 1 << 20

  /// The secrets of a text and of what it holds encoded.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - depth: The number of encodings that were undone to get it.
  ///   - budget: The work that may still be done.
  ///   - isNew: False for a range of the text that another search sees as it is.
  /// - Returns: The places in their order.
  func hits(
    in text: Span<UInt8>, depth: Int, _ budget: inout Budget, _ isNew: (Range<Int>) -> Bool
  ) -> [Hit] {
    var hits = scan(text)
    guard depth < Self.deepest else { return Self.disjoint(hits) }
    if text.count <= Self.largeSize || depth == 0 { addEscaped(text, depth, &budget, to: &hits) }
    if values.hasNamed {
      addBase64(text, depth, &budget, isNew, to: &hits)
      addHexadecimal(text, depth, &budget, isNew, to: &hits)
      if text.firstIndex(of: 0, in: text.indices) != nil {
        addUTF16(text, depth, &budget, isNew, to: &hits)
      }
      addCompressed(text, depth, &budget, isNew, to: &hits)
    }
    return Self.disjoint(hits)
  }

  /// The hits in a text that was decoded from a part of another.
  ///
  /// - Returns: Empty where the budget is spent.
  private func inner(_ bytes: [UInt8], _ depth: Int, _ budget: inout Budget) -> [Hit] {
    guard budget.bytes > 0 else { return [] }
    budget.bytes -= bytes.count
    var own = Budget(bytes: budget.bytes)
    defer { budget.bytes = own.bytes }
    return hits(in: bytes.view, depth: depth + 1, &own) { _ in true }
  }

  // MARK: - Escapes

  private func addEscaped(
    _ text: Span<UInt8>, _ depth: Int, _ budget: inout Budget, to hits: inout [Hit]
  ) {
    // What stands there as it is, or with signs twice.
    var plain = hits
    for encoding in DecodedText.Encoding.searched where mayUse(encoding, text) {
      guard budget.bytes > 0, let decoded = DecodedText(text, encoding) else { continue }
      budget.bytes -= decoded.bytes.count
      // Escapes of several kinds can be undone in any order; the fewest are what was written.
      let hash = decoded.bytes.seededHash
      guard depth < budget.seen[hash] ?? Int.max else { continue }
      budget.seen[hash] = depth
      let bytes = decoded.bytes.view
      let found = self.hits(in: bytes, depth: depth + 1, &budget) { range in
        Self.isChanged(range, of: bytes, decoded.original(range), of: text)
      }
      let isOfSigns = encoding == .quotes || encoding == .doubled
      var seen = isOfSigns ? Self.disjoint(plain)[...] : []
      for hit in found {
        let place = decoded.original(hit.range)
        guard Self.isChanged(hit.range, of: bytes, place, of: text) else { continue }
        // A sign beside a secret that stands there already is no part of it.
        seen = seen.drop { $0.range.upperBound <= place.lowerBound }
        if let next = seen.first, next.range.lowerBound < place.upperBound { continue }
        let (spelling, isExact) = EscapeSpelling.of(
          place.map { text[$0] }, hit.range.map { bytes[$0] }, in: encoding)
        var outer = hit
        outer.isExact = hit.isExact && isExact
        outer.range = place
        outer.placeholder = Placeholder.encoded(spelling.name, hit.placeholder)
        outer.depth += 1
        hits.append(outer)
        if isOfSigns { plain.append(outer) }
      }
    }
  }

  /// True when decoding changed a part of a text.
  ///
  /// The bytes have to be compared, because `+` in a form is as long as the space it stands for.
  private static func isChanged(
    _ range: Range<Int>, of decoded: Span<UInt8>, _ place: Range<Int>, of text: Span<UInt8>
  ) -> Bool {
    guard place.count == range.count else { return true }
    let offset = place.lowerBound - range.lowerBound
    for index in range where text[index + offset] != decoded[index] { return true }
    return false
  }

  private func mayUse(_ encoding: DecodedText.Encoding, _ text: Span<UInt8>) -> Bool {
    if values.mayBeIn(encoding) { return true }
    // A secret that is encoded again has signs that the secret itself has not.
    if values.hasNamed, ![.form, .quotes, .doubled].contains(encoding) { return true }
    return DecodedText.encodesLetters(text, encoding)
  }

  // MARK: - Base64 and hexadecimal digits

  /// The least letters that are decoded: fewer hold no encoded secret.
  private static let fewestLetters = 12

  private func addBase64(
    _ text: Span<UInt8>, _ depth: Int, _ budget: inout Budget, _ isNew: (Range<Int>) -> Bool,
    to hits: inout [Hit]
  ) {
    var bytes: [UInt8] = []
    var (index, endOfLines) = (0, 0)
    while let run = Base64Text.run(text, from: index, atLeast: Self.fewestLetters) {
      index = run.upperBound
      if run.lowerBound >= endOfLines, let lines = Base64Block(text, first: run) {
        endOfLines = lines.range.upperBound
        if isNew(lines.range) { add(lines, text, depth, &budget, to: &hits) }
      }
      guard isNew(run) else { continue }
      // The text before it may be letters, too, as that of a path is.
      for start in run.lowerBound..<min(run.lowerBound + 4, run.upperBound - 8) {
        Base64Text.decode(text, in: start..<run.upperBound, to: &bytes)
        let found = decoded(bytes, isWhole: start == run.lowerBound, depth, &budget)
        guard !found.isEmpty else { continue }
        add(found, from: start, text, to: &hits)
      }
    }
  }

  /// The least bytes to which a secret is compressed with what is around it.
  private static let fewestCompressed = 20

  /// The hits in bytes that letters or digits encode.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isWhole: True when the letters begin with them, as compressed data do.
  ///   - depth: The number of encodings that were undone to get the letters.
  ///   - budget: The work that may still be done.
  /// - Returns: The places in their order.
  private func decoded(
    _ bytes: [UInt8], isWhole: Bool, _ depth: Int, _ budget: inout Budget
  ) -> [Hit] {
    if Self.mayHoldText(bytes) { return inner(bytes, depth, &budget) }
    // Whatever is compressed has no such rows of characters, and random bytes have none either.
    guard isWhole, bytes.count >= Self.fewestCompressed, depth + 1 < Self.deepest,
      budget.bytes > 0
    else { return [] }
    budget.bytes -= bytes.count
    var hits: [Hit] = []
    addCompressed(bytes.view, depth + 1, &budget, { _ in true }, to: &hits)
    return Self.disjoint(hits)
  }

  /// False for bytes without a few characters of ASCII in a row, in UTF-16 or not, as what other
  /// letters than those of an encoding decode to.
  private static func mayHoldText(_ bytes: [UInt8]) -> Bool {
    var (count, zeros) = (0, 0)
    for byte in bytes {
      count = byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D ? count + 1 : 0
      if byte == 0 { zeros += 1 }
      if count >= 8 || zeros >= 4 { return true }
    }
    return false
  }

  /// Adds what was found in bytes that letters encode from a position on.
  private func add(
    _ found: [Hit], from start: Int, _ text: Span<UInt8>, to hits: inout [Hit]
  ) {
    var next = 0
    while next < found.count {
      func groups(_ range: Range<Int>) -> Range<Int> {
        let first = start + range.lowerBound / 3 * 4
        let count = range.upperBound - range.lowerBound / 3 * 3
        return first..<Self.groupsEnd(text, from: first, count: count)
      }
      let first = next
      var region = Base64Text.readableRun(in: text, around: groups(found[next].range))
      next += 1
      while next < found.count {
        let other = groups(found[next].range)
        guard other.lowerBound < region.upperBound else { break }
        if other.upperBound > region.upperBound {
          region = Base64Text.readableRun(
            in: text, around: region.lowerBound..<other.upperBound)
        }
        next += 1
      }
      guard let bytes = Base64Text.decode(text, in: region) else { continue }
      let offset = (region.lowerBound - start) / 4 * 3
      let inRegion = found[first..<next].map { hit in
        var moved = hit
        moved.range = hit.range.lowerBound - offset..<hit.range.upperBound - offset
        return moved
      }
      hits.append(
        Self.outer(inRegion, region, base64Placeholder(text, region, inRegion, bytes.view)))
    }
  }

  /// Adds the secrets that go over the end of a line of Base64.
  private func add(
    _ block: Base64Block, _ text: Span<UInt8>, _ depth: Int, _ budget: inout Budget,
    to hits: inout [Hit]
  ) {
    guard let bytes = Base64Text.decode(block.letters.view, in: block.letters.indices) else {
      return
    }
    let width = block.width / 4 * 3
    var first = 0
    let found = inner(bytes, depth, &budget)
    while first < found.count {
      // The lines of one secret, and of all others in them.
      var lines =
        found[first].range.lowerBound / width...(found[first].range.upperBound - 1) / width
      var next = first + 1
      while next < found.count, found[next].range.lowerBound / width <= lines.upperBound {
        lines =
          lines
          .lowerBound...max(
            lines.upperBound, (found[next].range.upperBound - 1) / width)
        next += 1
      }
      defer { first = next }
      guard lines.count > 1 else { continue }
      let offset = lines.lowerBound * width
      let end = min(bytes.count, (lines.upperBound + 1) * width)
      let inLines = found[first..<next].map { hit in
        var moved = hit
        moved.range = hit.range.lowerBound - offset..<hit.range.upperBound - offset
        return moved
      }
      let placeholder = enclosed(
        inLines, bytes.view.extracting(offset..<end),
        in: .lines(width: block.width, hasReturns: block.hasReturns))
      hits.append(Self.outer(inLines, block.range(of: lines), placeholder))
    }
  }

  private func addHexadecimal(
    _ text: Span<UInt8>, _ depth: Int, _ budget: inout Budget, _ isNew: (Range<Int>) -> Bool,
    to hits: inout [Hit]
  ) {
    var index = 0
    while let run = ByteSet.hexadecimal.run(
      in: text, from: index, atLeast: 2 * Self.fewestLetters)
    {
      index = run.upperBound
      guard isNew(run) else { continue }
      for start in run.lowerBound..<run.lowerBound + 2 {
        var bytes: [UInt8] = []
        var place = start
        while place + 1 < run.upperBound, let byte = text.hexadecimalByte(at: place) {
          bytes.append(byte)
          place += 2
        }
        for hit in decoded(bytes, isWhole: true, depth, &budget) {
          let range = start + 2 * hit.range.lowerBound..<start + 2 * hit.range.upperBound
          let isUpper = range.contains { text[$0] >= 0x41 && text[$0] <= 0x46 }
          hits.append(
            Self.outer(
              [hit], range,
              Placeholder.encoded(
                EncodingLayer.hexadecimal(isUpper: isUpper).name, hit.placeholder)))
        }
      }
    }
  }

  // MARK: - UTF-16

  /// The least characters of a text in UTF-16 within bytes.
  private static let fewestCharacters = 4

  private func addUTF16(
    _ text: Span<UInt8>, _ depth: Int, _ budget: inout Budget, _ isNew: (Range<Int>) -> Bool,
    to hits: inout [Hit]
  ) {
    // The zeros of a text in one order are those of it in the other, but for one at its ends.
    var found: [Hit] = []
    for isBigEndian in [false, true] {
      let (letter, zero) = isBigEndian ? (1, 0) : (0, 1)
      var index = 0
      while let next = text.firstIndex(of: 0, in: index..<text.count) {
        index = next + 1
        let start = next - zero
        guard start >= 0 else { continue }
        var bytes: [UInt8] = []
        var origins = [start]
        var end = start
        // The characters of Latin-1 have one byte each besides the zero.
        while end + 1 < text.count, text[end + zero] == 0, text[end + letter] >= 0x09 {
          let before = bytes.count
          bytes += String(UnicodeScalar(text[end + letter])).utf8
          end += 2
          origins += repeatElement(end - 2, count: bytes.count - before - 1)
          origins.append(end)
        }
        guard end - start >= 2 * Self.fewestCharacters else { continue }
        index = max(index, end - 1)
        guard isNew(start..<end) else { continue }
        for hit in inner(bytes, depth, &budget) {
          let place = origins[hit.range.lowerBound]..<origins[hit.range.upperBound]
          let layer = EncodingLayer.utf16(isBigEndian: isBigEndian)
          found.append(
            Self.outer([hit], place, Placeholder.encoded(layer.name, hit.placeholder)))
        }
      }
    }
    // In the other order a text lacks a character at one of its ends, and is the shorter one.
    var longest: [Hit] = []
    for hit in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard let last = longest.last, last.range.overlaps(hit.range) else {
        longest.append(hit)
        continue
      }
      if hit.range.count > last.range.count { longest[longest.count - 1] = hit }
    }
    hits += longest
  }

  // MARK: - Compression

  private func addCompressed(
    _ text: Span<UInt8>, _ depth: Int, _ budget: inout Budget, _ isNew: (Range<Int>) -> Bool,
    to hits: inout [Hit]
  ) {
    var index = 0
    while let data = CompressedData.next(in: text, from: index, &budget.bytes) {
      index = max(index + 1, data.range.upperBound)
      if isNew(data.range) { add(data, depth, &budget, to: &hits) }
    }
    if depth > 0, let data = CompressedData.whole(text, &budget.bytes) {
      add(data, depth, &budget, to: &hits)
    }
  }

  private func add(
    _ data: CompressedData, _ depth: Int, _ budget: inout Budget, to hits: inout [Hit]
  ) {
    let found = inner(data.content, depth, &budget)
    guard !found.isEmpty else { return }
    let layer = EncodingLayer.compressed(data.wrapper)
    var placeholder = enclosed(found, data.content.view, in: layer)
    if depth == 0, !placeholder.starts(with: Placeholder.open + layer.name.utf8) {
      // A file that is too long for a placeholder stays one of its kind, in which a reader finds
      // the placeholder. It is not restored.
      let content = withOthers(found, data.content.view).applied(to: data.content.view)
      placeholder = data.wrapper.encode(content)
    }
    var hit = Self.outer(found, data.range, placeholder)
    hit.isDocument = true
    hits.append(hit)
  }

  /// A place in an outer text, of hits in an inner one.
  private static func outer(_ hits: [Hit], _ range: Range<Int>, _ placeholder: [UInt8]) -> Hit {
    Hit(
      range: range, placeholder: placeholder, secrets: hits.flatMap(\.secrets),
      depth: 1 + (hits.map(\.depth).max() ?? 0), isDocument: hits.contains(where: \.isDocument))
  }
}
