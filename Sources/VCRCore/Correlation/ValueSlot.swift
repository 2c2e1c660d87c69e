/// The place of a value in a request, and how it is written there.
package struct ValueSlot: Hashable, Sendable {
  /// The text of a request that holds a value.
  package enum Holder: Hashable, Sendable {
    /// The URL.
    case url
    /// The value of the header field at an index.
    case header(Int)
    /// The body.
    case body
  }

  /// One way in which a value is written.
  package enum Layer: Hashable, Sendable {
    /// Percent-encoded.
    case percent
    /// Segments of a path, each percent-encoded.
    case path
    /// Percent-encoded with `+` for a space.
    case form
    /// A string of JSON, quotes included.
    case string
    /// A number of JSON.
    case number
    /// Characters within a string of JSON.
    case characters
    /// The text of an element of XML.
    case markup
  }

  /// A part of a text that stands in Base64.
  package struct Base64Part: Hashable, Sendable {
    /// All that the text says.
    var content: [UInt8]
    /// The range of the value in it.
    var range: Range<Int>
    /// How the value is written there, the innermost first.
    var layers: [Layer]
    /// True for the alphabet of URLs (RFC 4648 §5).
    var isURLSafe: Bool
    /// True where groups of four letters are whole.
    var isPadded: Bool
  }

  /// The text that holds the value.
  package var holder: Holder
  /// The range of the value in that text.
  package var range: Range<Int>
  /// How the value is written, the innermost first; none for a value that stands as it is.
  package var layers: [Layer]
  /// True for the whole value of a field of a form.
  var isField = false
  /// For a value that is a part of a text in Base64 that part: the range and its layers are those
  /// of the text.
  package var part: Base64Part?

  /// A value as it is written here.
  package func encoded(_ text: String) -> [UInt8] { encoded([(self, text)], like: [UInt8]()) }

  /// Values that have the range in common as they are written there: the first, or all parts of a
  /// text in Base64.
  ///
  /// - Parameters:
  ///   - values: The values with their slots.
  ///   - old: What was written there: signs of a URL that stand in it as they are, as in `7,8`, do
  ///     so in the values, too.
  /// - Returns: The bytes.
  func encoded(
    _ values: [(slot: ValueSlot, text: String)], like old: some Sequence<UInt8>
  ) -> [UInt8] {
    let kept = Set(old.filter(Self.optional.contains))
    guard let part else {
      return Self.encoded(Array((values.first?.text ?? "").utf8), layers, keeping: kept)
    }
    let items = values.compactMap { slot, text in
      slot.part.map { part in
        Replacements.Item(
          range: part.range, bytes: Self.encoded(Array(text.utf8), part.layers, keeping: []))
      }
    }
    var letters = Base64Text.encode(
      items.apart.applied(to: part.content), isURLSafe: part.isURLSafe)
    if !part.isPadded { letters.removeAll { $0 == UInt8(ascii: "=") } }
    return Self.encoded(letters, layers, keeping: kept)
  }

  /// The signs that a path and a query may have as they are (RFC 3986 §3.3), and that separate
  /// nothing within a value.
  private static let optional = ByteSet("!$'()*,:;@/?=")

  private static func encoded(
    _ bytes: [UInt8], _ layers: [Layer], keeping kept: Set<UInt8>
  ) -> [UInt8] {
    layers.reduce(bytes) { bytes, layer in
      switch layer {
      case .percent:
        bytes.flatMap {
          kept.contains($0) ? [$0] : DecodedText.Encoding.percent.encode([$0])
        }
      case .path: path(bytes)
      case .form: DecodedText.Encoding.form.encode(bytes)
      case .string: string(bytes)
      case .number: JSONText(bytes)?.nodes.first?.kind == .number ? bytes : string(bytes)
      case .characters: Array(string(bytes).dropFirst().dropLast())
      case .markup: markup(bytes)
      }
    }
  }

  private static func string(_ bytes: [UInt8]) -> [UInt8] {
    Array(JSONValue.string(String(decoding: bytes, as: UTF8.self)).text.utf8)
  }

  /// A text as an element holds it (XML 1.0 §2.4).
  private static func markup(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in byte.elementReference.map { Array($0.utf8) } ?? [byte] }
  }

  /// The segments of a path, each encoded.
  private static func path(_ bytes: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let segments = bytes.split(separator: slash, omittingEmptySubsequences: false)
    return Array(
      segments.map { DecodedText.Encoding.percent.encode(Array($0)) }.joined(separator: [slash]))
  }
}
