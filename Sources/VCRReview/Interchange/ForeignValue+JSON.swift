import VCRCore

extension ForeignValue {
  /// True for a text that begins as JSON.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = beginning(of: bytes)
    guard start < bytes.count else { return false }
    return bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
  }

  /// Where a text begins, behind a byte order mark and white space, of which a damaged file or one
  /// that was made to be slow to read may have much.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: The first byte that is looked at.
  /// - Returns: The index of a byte that is no white space, or the number of bytes.
  static func beginning(of bytes: [UInt8], from start: Int = 0) -> Int {
    var index = start
    if index == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index
  }

  /// Reads JSON in UTF-8, with or without a byte order mark.
  ///
  /// Line ends and tabs in strings, which RFC 8259 §7 has escaped, stand for themselves where there
  /// are any, and a comma may come after the last of several values: some readers of recordings
  /// (Erlang's, Apple's) take them so, and people write them.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - log: Gets a remark about a comma after the last of several values; nil where nobody reads
  ///     it.
  /// - Throws: `YAMLFault` with the place where the text is not JSON.
  init(json bytes: [UInt8], _ log: ForeignLog? = nil) throws(YAMLFault) {
    let bytes = CassetteFile.withoutByteOrderMark(bytes)
    let count = YAMLBounds.maximumCount(forBytes: bytes.count)
    var reader = JSONReader(maximumCount: count)
    guard let nodes = reader.read(bytes.view) ?? Self.lenient(bytes, reader, count, log) else {
      throw Self.fault(in: bytes, at: reader.index, isFull: reader.isFull)
    }
    var builder = Builder(text: JSONText(bytes, nodes: nodes))
    self = builder.value(0)
  }

  /// The nodes of a text in which reading has failed at a line end, a tab or a closing bracket,
  /// with those in strings as they stand, and without commas before brackets; nil for what is no
  /// JSON then either.
  private static func lenient(
    _ bytes: [UInt8], _ failed: JSONReader, _ maximumCount: Int, _ log: ForeignLog?
  ) -> [JSONText.Node]? {
    guard !failed.isFull, failed.index < bytes.count, mendable.contains(bytes[failed.index])
    else { return nil }
    var reader = JSONReader(maximumCount: maximumCount, isLenient: true)
    guard let nodes = reader.read(bytes.view) else { return nil }
    if let comma = reader.lastComma {
      let line = bytes[..<comma].count { $0 == UInt8(ascii: "\n") } + 1
      log?.remark("the comma after the last of several values in line \(line)")
    }
    return nodes
  }

  private static let mendable = ByteSet(JSONString.lineSpacing, "]}")

  /// Creates values from the nodes of a text, in their order, so that lines are counted once.
  private struct Builder {
    let text: JSONText
    private var line = 1
    private var position = 0
    private var repeated: RepeatedScalars

    init(text: JSONText) {
      self.text = text
      repeated = RepeatedScalars(byteCount: text.bytes.count)
    }

    mutating func value(_ index: Int) -> ForeignValue {
      let start = Int(text.nodes[index].start)
      while position < start {
        if text.bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
      let line = line
      switch text.nodes[index].kind {
      case .null: return ForeignValue(.nothing, line: line)
      case .true, .false, .number:
        return ForeignValue(
          .scalar(repeated.bytes(text.range(of: index), of: text.bytes)), line: line)
      case .string:
        return ForeignValue(.scalar(string(index)), line: line, isText: true)
      case .array:
        var elements: [ForeignValue] = []
        elements.reserveCapacity(childCount(of: index))
        var child = index + 1
        while child < text.nodes[index].next {
          elements.append(value(child))
          child = Int(text.nodes[child].next)
        }
        return ForeignValue(.list(elements), line: line)
      case .object:
        var members: [Member] = []
        members.reserveCapacity(childCount(of: index))
        var child = index + 1
        while child < text.nodes[index].next {
          members.append(
            Member(
              name: String(decoding: text.name(of: child), as: UTF8.self), value: value(child)))
          child = Int(text.nodes[child].next)
        }
        return ForeignValue(.map(members), line: line)
      }
    }

    /// The number of values directly in an array or an object, so that its list is made once and no
    /// larger.
    private func childCount(of index: Int) -> Int {
      var (count, child) = (0, index + 1)
      while child < text.nodes[index].next {
        count += 1
        child = Int(text.nodes[child].next)
      }
      return count
    }

    /// The bytes that a string stands for.
    private mutating func string(_ index: Int) -> [UInt8] {
      let place = text.range(of: index)
      let range = place.lowerBound + 1..<place.upperBound - 1
      guard text.nodes[index].hasEscapes else { return repeated.bytes(range, of: text.bytes) }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count)
      JSONString.appendUnescaped(text.bytes.view, range, to: &bytes)
      return ForeignValue.withoutSurrogates(bytes)
    }
  }

  /// A text with what lone surrogates in escapes stand for.
  ///
  /// Python reads a byte that is not UTF-8 as U+DC80 to U+DCFF (PEP 383, `surrogateescape`), and
  /// writes it like that. In place of any other one U+FFFD is sent, as by browsers (WHATWG Encoding
  /// §6).
  fileprivate static func withoutSurrogates(_ bytes: [UInt8]) -> [UInt8] {
    let lead: UInt8 = 0xED
    func isSurrogate(_ index: Int) -> Bool {
      bytes[index] == lead && index + 2 < bytes.count && bytes[index + 1] >= 0xA0
    }
    guard bytes.indices.contains(where: isSurrogate) else { return bytes }
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard isSurrogate(index) else {
        text.append(bytes[index])
        index += 1
        continue
      }
      let unit = 0xD000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
      if (0xDC80...0xDCFF).contains(unit) {
        text.append(UInt8(truncatingIfNeeded: unit))
      } else {
        text += [0xEF, 0xBF, 0xBD]
      }
      index += 3
    }
    return text
  }

  /// The reason why a text is not JSON.
  private static func fault(in bytes: [UInt8], at index: Int, isFull: Bool) -> YAMLFault {
    let before = bytes[..<min(index, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = before[start...].count { $0 & 0xC0 != 0x80 }
    func fault(_ reason: String) -> YAMLFault {
      YAMLFault(line: line, column: column, reason: reason)
    }
    if isFull {
      var full = fault("the JSON text holds more values than any recording of its size")
      full.isOfSize = true
      return full
    }
    guard index < bytes.count else {
      return fault("the JSON text ends here, before it is complete: the file is cut short")
    }
    let byte = bytes[index]
    if JSONText(Array(before)) != nil { return fault("the JSON text has ended before this") }
    if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{"),
      depth(of: before) >= JSONText.depthLimit
    {
      return fault("the JSON text is nested deeper than \(JSONText.depthLimit) levels")
    }
    if byte < 0x20 { return fault("JSON allows no control character here") }
    if byte >= 0x80 { return fault("JSON allows no such byte here: it is not UTF-8, or no string") }
    return fault("JSON allows no “\(Character(Unicode.Scalar(byte)))” here")
  }

  /// How many arrays and objects are open where a beginning of a text ends.
  private static func depth(of text: ArraySlice<UInt8>) -> Int {
    var (depth, isInString, isEscaped) = (0, false, false)
    for byte in text {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return depth
  }
}
