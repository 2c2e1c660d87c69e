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

  /// The text that holds the value.
  package var holder: Holder
  /// The range of the value in that text.
  package var range: Range<Int>
  /// How the value is written, the innermost first; none for a value that stands as it is.
  package var layers: [Layer]
  /// True for the whole value of a field of a form.
  var isField = false

  /// A value as it is written here.
  package func encoded(_ text: String) -> [UInt8] {
    layers.reduce(Array(text.utf8)) { bytes, layer in
      switch layer {
      case .percent: DecodedText.Encoding.percent.encode(bytes)
      case .path: Self.path(bytes)
      case .form: DecodedText.Encoding.form.encode(bytes)
      case .string: Self.string(bytes)
      case .number: JSONText(bytes)?.nodes.first?.kind == .number ? bytes : Self.string(bytes)
      case .characters: Array(Self.string(bytes).dropFirst().dropLast())
      case .markup: Self.markup(bytes)
      }
    }
  }

  private static func string(_ bytes: [UInt8]) -> [UInt8] {
    Array(JSONValue.string(String(decoding: bytes, as: UTF8.self)).text.utf8)
  }

  /// A text as an element holds it (XML 1.0 §2.4).
  private static func markup(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      default: [byte]
      }
    }
  }

  /// The segments of a path, each encoded.
  private static func path(_ bytes: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let segments = bytes.split(separator: slash, omittingEmptySubsequences: false)
    return Array(
      segments.map { DecodedText.Encoding.percent.encode(Array($0)) }.joined(separator: [slash]))
  }
}
