/// Values that a client makes for one step and compares with what comes back: the `state` and the
/// `nonce` of a login (``LoginValues``).
///
/// They are others in each run. A replay puts what the client has sent in the place of their
/// placeholders, as the service did with what it was sent.
struct ReturnedValues: Sendable {
  /// The values by the names of their placeholders.
  private var values: [[UInt8]: [UInt8]] = [:]

  /// The last words of the names of such values.
  private static let lastWords = LoginValues.madeByClients.map { entry in
    Array("\(entry.name)".uppercased().utf8.split(separator: UInt8(ascii: "_")).last ?? [])
  }

  /// Where such a placeholder ends, in plain text and in a form.
  private static let ends = lastWords.flatMap {
    [$0 + Placeholder.close, $0 + Placeholder.formClose]
  }

  /// True when there are none.
  var isEmpty: Bool { values.isEmpty }

  /// No values.
  init() {}

  /// The values of a request.
  ///
  /// - Parameters:
  ///   - original: The request as it was sent.
  ///   - redacted: The same request without its secrets.
  init(of original: Interaction.Request, in redacted: Interaction.Request) {
    guard original != redacted else { return }
    if original.url != redacted.url {
      take(Array(original.url.utf8), Array(redacted.url.utf8), .percent)
    }
    if original.body.file == nil, original.body.bytes != redacted.body.bytes {
      let isForm = MediaType(redacted.headers)?.isForm == true
      take(original.body.bytes, redacted.body.bytes, isForm ? .form : .json)
    }
    guard original.headers.fields.count == redacted.headers.fields.count else { return }
    for (own, other) in zip(original.headers.fields, redacted.headers.fields)
    where own.value != other.value {
      take(Array(own.value.utf8), Array(other.value.utf8), .percent)
    }
  }

  /// Takes the values of a later request, which the client expects from now on.
  mutating func take(_ later: ReturnedValues) {
    values.merge(later.values) { $1 }
  }

  /// Takes the values of a part of a request, the first one of each name.
  private mutating func take(_ old: [UInt8], _ new: [UInt8], _ encoding: DecodedText.Encoding) {
    guard Self.mayStand(in: new[...]) else { return }
    var shift = 0
    for edit in TextDifference.edits(from: old, to: new) {
      let start = edit.range.lowerBound + shift
      let range = start..<start + edit.bytes.count
      shift += edit.bytes.count - edit.range.count
      guard !range.isEmpty, !edit.range.isEmpty,
        let name = PairValues.name(new.view, range).map({ Array(new[$0]) }), Self.isMade(name),
        values[name] == nil
      else { continue }
      let value = Array(old[edit.range])
      values[name] = DecodedText(value.view, encoding)?.bytes ?? value
    }
  }

  /// True for the name of a placeholder of such values.
  private static func isMade(_ name: [UInt8]) -> Bool {
    guard let last = name.split(separator: UInt8(ascii: "_")).last else { return false }
    return lastWords.contains { $0.elementsEqual(last) }
  }

  /// True when a placeholder of such a value may stand in a text.
  static func mayStand(in text: ArraySlice<UInt8>) -> Bool {
    ends.contains { text.firstRange(of: $0) != nil }
  }

  /// The value that was sent under the name of a placeholder; nil when none was.
  func value(named name: [UInt8]) -> [UInt8]? { values.isEmpty ? nil : values[name] }

  /// The text in the place of a placeholder, as services write what they were sent there: as an
  /// item of a query, in a string of JSON or in an attribute of HTML.
  ///
  /// - Parameters:
  ///   - name: The name of the placeholder.
  ///   - start: Where the placeholder begins.
  ///   - text: The text around it.
  /// - Returns: nil when no value of the name was sent.
  func text(for name: [UInt8], at start: Int, in text: Span<UInt8>) -> [UInt8]? {
    guard let value = value(named: name) else { return nil }
    guard let before = start > 0 ? text[start - 1] : nil else { return value }
    switch before {
    case UInt8(ascii: "="): return DecodedText.Encoding.percent.encode(value)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let isAttribute = start > 1 && text[start - 2] == UInt8(ascii: "=")
      return (isAttribute ? DecodedText.Encoding.html : .json).encode(value)
    default: return value
    }
  }
}
