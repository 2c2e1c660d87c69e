import VCRCore

/// A string that has places of its own.
///
/// A path leads into JSON. Any other string can only be named as volatile as a whole, with all else
/// that it says.
struct StructuredString {
  /// The structure of a string.
  enum Form: String {
    case json = "JSON within a string"
    case base64 = "JSON in Base64"
    case form = "a form within a string"
    case markup = "markup within a string"
  }

  let form: Form
  /// The places within that differ; none where they are not known.
  let places: [String]
  /// The differences of JSON within the string; none of anything else.
  private(set) var differences: [PlacedDifference] = []

  /// How many of the places are named.
  private static let limit = 3

  /// The ends of the names of cursors, which hide what they are made of: a client is to send them
  /// back, and not to look into them.
  private static let cursorNames = [
    "cursor", "token", "page", "pagestate", "after", "before", "next", "previous", "prev",
    "continuation", "marker", "offset", "bookmark",
  ]

  /// Finds what two strings consist of; nil for any others.
  ///
  /// - Parameters:
  ///   - old: A string as it is shown, in quotes, cut where it is long.
  ///   - new: The other one.
  ///   - name: The place of both.
  init?(_ old: String, _ new: String, at name: String) {
    let texts = [old, new].map(Self.content)
    if let form = texts.lazy.compactMap({ Self.form(of: $0) }).first {
      self.form = form
      guard form != .form else {
        places = Self.names(texts[0], texts[1])
        return
      }
      differences = Self.differences(texts.map { Array($0.utf8) })
      places = Self.paths(differences)
      return
    }
    let decoded = texts.map(Self.decoded)
    let name = name.lowercased()
    guard !Self.cursorNames.contains(where: name.hasSuffix),
      decoded.allSatisfy({ Self.form(of: String(decoding: $0, as: UTF8.self)) == .json })
    else { return nil }
    form = .base64
    places = Self.paths(Self.differences(decoded))
  }

  /// The structure and the places that differ, in words.
  var words: String {
    guard !places.isEmpty else { return form.rawValue }
    var shown = Array(places.prefix(Self.limit))
    if places.count > Self.limit { shown.append("…") }
    return "\(form.rawValue), of which \(shown.joined(separator: ", ")) "
      + (places.count == 1 ? "differs" : "differ")
  }

  /// The structure of a text, that in Base64 left aside; nil for one that has no places.
  static func form(of text: String) -> Form? {
    if text.hasPrefix("{") || text.hasPrefix("[") { return text.contains("\"") ? .json : nil }
    if text.contains("</") || text.contains("<\\/") || text.contains("/>") {
      return text.contains("<") ? .markup : nil
    }
    let pairs = text.split(separator: "&", omittingEmptySubsequences: false)
    let isForm = pairs.count > 1 && pairs.allSatisfy { $0.dropFirst().contains("=") }
    return isForm && !NoisePlace.Nature.isURL(text) ? .form : nil
  }

  /// The content of a string of JSON, where it is shown whole.
  private static func content(_ shown: String) -> String {
    guard shown.hasPrefix("\""), let json = JSONText(Array(shown.utf8)),
      let scalar = json.scalars.first
    else { return NoisePlace.Nature.unquoted(shown) }
    return scalar.text
  }

  /// The content of Base64, as far as it is shown; empty for any other text.
  private static func decoded(_ text: String) -> [UInt8] {
    var letters = Array(text.prefix { $0 != "…" }.utf8)
    if letters.count < text.utf8.count { letters.removeLast(letters.count % 4) }
    guard letters.count >= 16 else { return [] }
    return Base64Text.decode(letters.view, in: letters.indices) ?? []
  }

  /// The differences of two texts of JSON; none where one of them is something else.
  private static func differences(_ texts: [[UInt8]]) -> [PlacedDifference] {
    guard let old = JSONText(texts[0]), let new = JSONText(texts[1]) else { return [] }
    var diff = JSONTreeDiff(old, new, side: .response, place: "", volatile: [], limits: .usual)
    diff.expectsNewIDs = true
    return diff.differences()
  }

  /// Their places, each once.
  private static func paths(_ differences: [PlacedDifference]) -> [String] {
    differences.reduce(into: []) { names, placed in
      let name = "$" + placed.generalPath
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The names of the fields in which two forms differ.
  private static func names(_ old: String, _ new: String) -> [String] {
    let forms = [old, new].map { URLValues(form: Array($0.utf8).view).values }
    guard forms[0].map(\.name) == forms[1].map(\.name) else { return [] }
    return zip(forms[0], forms[1]).compactMap { $0.text == $1.text ? nil : $0.name }
  }
}
