import VCRCore

extension ForeignValue {
  /// Reads values in the netstrings of mitmproxy, one after another, as a list.
  ///
  /// A value is its length in decimal digits, a colon, that many bytes, and a letter for the type.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - cut: The fault of a last value that the file ends within, which is not read; nil for a
  ///     whole file.
  /// - Throws: `YAMLFault` with the place where there is no such value, or where the first one is
  ///   cut short.
  init(netstrings bytes: [UInt8], cut: inout YAMLFault?) throws(YAMLFault) {
    var reader = NetstringReader(
      bytes: bytes, maximumCount: YAMLBounds.maximumCount(forBytes: bytes.count))
    let values = try reader.complete(&cut)
    self.init(.list(values), line: 1)
  }
}

/// Reads netstrings, in time and memory that their size bounds.
private struct NetstringReader {
  private let bytes: [UInt8]
  private let maximumCount: Int
  private var index = 0
  private var count = 0

  /// The line in which a value begins.
  private var line = 1
  private var lines = LineCounter()

  init(bytes: [UInt8], maximumCount: Int) {
    self.bytes = bytes
    self.maximumCount = maximumCount
  }

  /// True when the file ends where its last value does not.
  private var isCut = false

  /// The values of the file that are complete, of which there is at least one.
  mutating func complete(_ cut: inout YAMLFault?) throws(YAMLFault) -> [ForeignValue] {
    var values: [ForeignValue] = []
    while index < bytes.count {
      do throws(YAMLFault) {
        values.append(try value(until: bytes.count, depth: 0))
      } catch {
        guard isCut, !values.isEmpty else { throw error }
        cut = error
        return values
      }
    }
    return values
  }

  /// The values up to a place.
  mutating func values(until end: Int, depth: Int) throws(YAMLFault) -> [ForeignValue] {
    guard depth < YAMLBounds.maximumDepth else {
      throw fault("nested deeper than \(YAMLBounds.maximumDepth) levels")
    }
    var values: [ForeignValue] = []
    while index < end { values.append(try value(until: end, depth: depth)) }
    return values
  }

  private mutating func value(until end: Int, depth: Int) throws(YAMLFault) -> ForeignValue {
    count += 1
    guard count <= maximumCount else {
      throw fault("more than \(maximumCount) values, which no recording of its size has")
    }
    line = lines.line(of: index, in: bytes)
    let line = line
    let start = try length(until: end)
    let content = index..<start
    switch bytes[start] {
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      index = start + 1
      return ForeignValue(.scalar(Array(bytes[content])), line: line, isText: true)
    case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "!"):
      index = start + 1
      return ForeignValue(.scalar(Array(bytes[content])), line: line)
    case UInt8(ascii: "~") where content.isEmpty:
      index = start + 1
      return ForeignValue(.nothing, line: line)
    case UInt8(ascii: "]"):
      let elements = try values(until: start, depth: depth + 1)
      index = start + 1
      return ForeignValue(.list(elements), line: line)
    case UInt8(ascii: "}"):
      let parts = try values(until: start, depth: depth + 1)
      guard parts.count % 2 == 0 else { throw fault("a name without a value") }
      var members: [ForeignValue.Member] = []
      for pair in stride(from: 0, to: parts.count, by: 2) {
        guard let name = parts[pair].text else { throw fault("a name that is no text") }
        members.append(.init(name: name, value: parts[pair + 1]))
      }
      index = start + 1
      return ForeignValue(.map(members), line: line)
    default: throw fault("a value of a type that mitmproxy does not write")
    }
  }

  /// Reads a length and its colon; gives the place of the letter after the content.
  private mutating func length(until end: Int) throws(YAMLFault) -> Int {
    var length = 0
    let first = index
    while index < end, index - first < 12, bytes[index].isASCIIDigit {
      length = length * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    if index < end, index > first, bytes[index] == UInt8(ascii: ":") {
      index += 1
      if length < end - index { return index + length }
    } else if index < bytes.count {
      throw fault("no length, where mitmproxy writes one")
    }
    // A value in another ends before that does, so only the outermost reaches the end of the file.
    isCut = end == bytes.count
    throw fault(
      isCut
        ? "the file ends before this value does: it is cut short"
        : "a value that is longer than the one it stands in")
  }

  private func fault(_ reason: String) -> YAMLFault {
    YAMLFault(line: line - 1, column: 0, reason: "in a dump of mitmproxy: \(reason)")
  }
}
