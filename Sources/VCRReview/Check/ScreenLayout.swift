import VCRCore

/// Follows the lines of a cassette in the form of `CassetteWriter`.
///
/// The keys stand here as literals, and not by the cases of `CassetteKeys`: they are compared at
/// every line of every file. A file with any other key goes to the parser, so that a key which is
/// missing here costs time and hides nothing.
struct ScreenLayout {
  /// The kind of a line.
  enum Part {
    /// A line that cannot hold a secret.
    case structure
    /// A URL or a status.
    case value
    /// A header field.
    case header
    /// A value of a header field with several values.
    case headerValue
    /// Part of a body.
    case body

    /// True when the words of the line must be judged.
    var isScanned: Bool { self != .structure }
  }

  private enum Section {
    case none, request, response, headers, body
  }

  /// The parts of an item or a message that were read.
  private struct Seen: OptionSet {
    let rawValue: UInt16
    static let method = Seen(rawValue: 1)
    static let url = Seen(rawValue: 2)
    static let http = Seen(rawValue: 4)
    static let headers = Seen(rawValue: 8)
    static let body = Seen(rawValue: 16)
    static let status = Seen(rawValue: 32)
    static let form = Seen(rawValue: 64)
    static let encoding = Seen(rawValue: 128)
    static let response = Seen(rawValue: 256)
    static let seconds = Seen(rawValue: 512)
    static let recordedAt = Seen(rawValue: 1024)
    static let encoded = Seen(rawValue: 2048)
  }

  private var section = Section.none
  private var isResponse = false
  private var item: Seen = [.response, .seconds, .recordedAt]
  private var message: Seen = [.url]
  /// The indentation of the block's lines; 0 outside a block, -1 before its first line.
  private var block = 0
  private var isListOpen = false
  /// Hashes of the field names in the header section.
  private var hashes: [UInt32] = []

  /// Prepares for a file.
  mutating func reset() {
    section = .none
    item = [.response, .seconds, .recordedAt]
    message = [.url]
    block = 0
    isListOpen = false
    hasURL = true
  }

  /// True when the last item is complete.
  var isComplete: Bool { item.contains(.response) && hasURL && block >= 0 }

  private var hasURL = true

  /// Reads the next line.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - line: The line without its end.
  ///   - first: The index of the first byte that is not a space, or the line's end.
  /// - Returns: The kind of the line; nil when the file must be parsed.
  mutating func take(_ text: Span<UInt8>, _ line: Range<Int>, first: Int) -> Part? {
    let indentation = first - line.lowerBound
    if block != 0 {
      if first == line.upperBound {
        // YAML readers differ in blank lines before the first text.
        return block > 0 ? .structure : nil
      }
      if block < 0 {
        guard indentation > 6 else { return nil }
        block = indentation
        return .body
      }
      if indentation >= block { return .body }
      guard indentation <= 6 else { return nil }
      block = 0
    }
    let rest = first..<line.upperBound
    switch indentation {
    case 0: return beginItem(text, rest)
    case 2: return itemKey(text, rest)
    case 4: return messageKey(text, rest)
    case 6 where section == .headers: return header(text, rest)
    case 6 where section == .body: return bodyKey(text, rest)
    default: return nil
    }
  }

  private mutating func beginItem(_ text: Span<UInt8>, _ line: Range<Int>) -> Part? {
    guard item.contains(.response), hasURL, text.equals("- request:", in: line) else { return nil }
    item = []
    message = []
    hasURL = false
    section = .request
    isResponse = false
    return .structure
  }

  private mutating func itemKey(_ text: Span<UInt8>, _ line: Range<Int>) -> Part? {
    if text.equals("response:", in: line) {
      guard !item.contains(.response), hasURL else { return nil }
      item.insert(.response)
      message = []
      section = .response
      isResponse = true
      return .structure
    }
    section = .none
    if let value = Self.value(text, line, "seconds: ") {
      guard item.insert(.seconds).inserted, Self.isNumber(text, value) else { return nil }
      return .structure
    }
    if let value = Self.value(text, line, "recorded_at: ") {
      guard item.insert(.recordedAt).inserted, Self.isTime(text, value) else { return nil }
      return .structure
    }
    return nil
  }

  private mutating func messageKey(_ text: Span<UInt8>, _ line: Range<Int>) -> Part? {
    guard section != .none else { return nil }
    isListOpen = false
    switch text[line.lowerBound] {
    case UInt8(ascii: "h"):
      guard text.equals("headers:", in: line) else { break }
      section = .headers
      hashes.removeAll(keepingCapacity: true)
      return message.insert(.headers).inserted ? .structure : nil
    case UInt8(ascii: "b"):
      section = .body
      return text.equals("body:", in: line) && message.insert(.body).inserted ? .structure : nil
    case UInt8(ascii: "s"):
      section = .response
      return scalar("status: ", .status, text, line, isAllowed: isResponse)
    case UInt8(ascii: "u"):
      section = .request
      hasURL = true
      return scalar("url: ", .url, text, line, isAllowed: !isResponse)
    case UInt8(ascii: "m"):
      section = .request
      return scalar("method: ", .method, text, line, isAllowed: !isResponse)
    default: return nil
    }
    section = isResponse ? .response : .request
    return scalar("http: ", .http, text, line, isAllowed: true)
  }

  private mutating func scalar(
    _ key: StaticString, _ part: Seen, _ text: Span<UInt8>, _ line: Range<Int>, isAllowed: Bool
  ) -> Part? {
    guard isAllowed, let value = Self.value(text, line, key), message.insert(part).inserted,
      Self.isScalar(text, value), value.count > 2
    else { return nil }
    return part == .status && !Self.isStatus(text, value) ? nil : .value
  }

  private mutating func header(_ text: Span<UInt8>, _ line: Range<Int>) -> Part? {
    var index = line.lowerBound
    guard index + 1 < line.upperBound else { return nil }
    if text[index] == UInt8(ascii: "-"), text[index + 1] == 0x20 {
      return isListOpen && Self.isScalar(text, index + 2..<line.upperBound) ? .headerValue : nil
    }
    guard text[index].isASCIILetter else { return nil }
    // `FNV1a`, written out: generic code of another module is not specialised here, and this is
    // done for every byte of a name.
    var hash: UInt32 = 2_166_136_261
    while index < line.upperBound, unsafe text[unchecked: index] != UInt8(ascii: ":") {
      let byte = unsafe text[unchecked: index]
      guard byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") else { return nil }
      hash = (hash ^ UInt32(byte)) &* 16_777_619
      index += 1
    }
    guard index < line.upperBound, hashes.count < 40 else { return nil }
    // Names with equal hashes are most likely equal.
    for known in hashes where known == hash { return nil }
    hashes.append(hash)
    isListOpen = index + 1 == line.upperBound
    if isListOpen { return .header }
    guard text[index + 1] == 0x20, Self.isScalar(text, index + 2..<line.upperBound) else {
      return nil
    }
    return .header
  }

  private mutating func bodyKey(_ text: Span<UInt8>, _ line: Range<Int>) -> Part? {
    if let value = Self.value(text, line, "encoding: ") {
      return message.insert(.encoding).inserted && Self.isScalar(text, value) ? .structure : nil
    }
    if let value = Self.value(text, line, "encoded: ") {
      return message.insert(.encoded).inserted && Self.isScalar(text, value) ? .structure : nil
    }
    let keys: [StaticString] = ["json: |", "text: |", "json_spaced: |"]
    for key in keys {
      guard let chomping = Self.value(text, line, key) else { continue }
      let isPlain = chomping.isEmpty
      guard isPlain || (chomping.count == 1 && Self.isChomping(text[chomping.lowerBound])),
        message.insert(.form).inserted
      else { return nil }
      block = -1
      return .structure
    }
    return nil
  }

  private static func isChomping(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
  }

  /// The start of the text after a key; nil when the line begins with something else.
  @inline(__always)
  private static func value(_ text: Span<UInt8>, _ line: Range<Int>, _ key: StaticString)
    -> Range<Int>?
  {
    let end = line.lowerBound + key.utf8CodeUnitCount
    guard end <= line.upperBound, text.equals(key, in: line.lowerBound..<end) else { return nil }
    return end..<line.upperBound
  }

  /// True for a scalar on one line that the writer writes plain or in single quotes.
  private static func isScalar(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first.map({ text[$0] }) else { return false }
    let last = text[range.upperBound - 1]
    if first == UInt8(ascii: "'") {
      guard range.count >= 2, last == first else { return false }
      var index = range.lowerBound + 1
      while index < range.upperBound - 1 {
        if text[index] == first {
          guard text[index + 1] == first, index + 1 < range.upperBound - 1 else { return false }
          index += 1
        }
        index += 1
      }
      return true
    }
    guard
      first.isASCIIAlphanumeric || first == UInt8(ascii: "/")
        || first == UInt8(ascii: "_") || first == UInt8(ascii: ".") || first == UInt8(ascii: "+"),
      last != UInt8(ascii: ":"), last != 0x20
    else { return false }
    var index = range.lowerBound
    // The bytes next to a space matter.
    while index < range.upperBound {
      if unsafe text[unchecked: index] == 0x20 {
        if text[index - 1] == UInt8(ascii: ":") || text[index + 1] == UInt8(ascii: "#") {
          return false
        }
      }
      index += 1
    }
    return true
  }

  private static func isStatus(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count >= 3 else { return false }
    for offset in 0..<3 where !text[range.lowerBound + offset].isASCIIDigit { return false }
    return range.count == 3 || text[range.lowerBound + 3] == 0x20
  }

  private static func isNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first, range.count <= 12, text[first].isASCIIDigit,
      text[range.upperBound - 1].isASCIIDigit
    else { return false }
    var dots = 0
    for index in range where !text[index].isASCIIDigit {
      guard text[index] == UInt8(ascii: ".") else { return false }
      dots += 1
    }
    return dots <= 1
  }

  /// True for a time such as `2026-11-20T10:00:00Z`; only days up to the 28th, which every month
  /// has.
  private static func isTime(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == 20 else { return false }
    func number(_ offset: Int) -> Int? {
      let (tens, ones) = (text[range.lowerBound + offset], text[range.lowerBound + offset + 1])
      guard tens.isASCIIDigit, ones.isASCIIDigit else { return nil }
      return Int(tens - 0x30) * 10 + Int(ones - 0x30)
    }
    let marks: [(Int, UInt8)] = [
      (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: "T")),
      (13, UInt8(ascii: ":")), (16, UInt8(ascii: ":")), (19, UInt8(ascii: "Z")),
    ]
    for (offset, mark) in marks where text[range.lowerBound + offset] != mark { return false }
    guard let century = number(0), (19...99).contains(century), number(2) != nil,
      let month = number(5), (1...12).contains(month), let day = number(8),
      (1...28).contains(day), let hour = number(11), hour < 24, let minute = number(14),
      minute < 60, let second = number(17), second < 60
    else { return false }
    return true
  }
}
