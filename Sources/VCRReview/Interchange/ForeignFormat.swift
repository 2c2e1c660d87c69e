import VCRCore

/// A form of other tools' recordings: how it is recognised, and how its entries are read.
///
/// To read another one, write a type that does it and add it to ``ForeignFormats``.
protocol ForeignFormat: Sendable {
  /// Takes a recording that is of this form; nil for any other.
  init?(_ root: ForeignValue)

  /// What wrote it, for messages (`Ruby VCR`, `HAR`).
  var name: String { get }

  /// The value that holds the entries: a list, or nothing.
  var list: ForeignValue { get }

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - log: Takes what is lost without the interaction being lost.
  /// - Returns: The interaction.
  /// - Throws: An error when no interaction can be made of it.
  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction
}

/// The forms that are read.
enum ForeignFormats {
  /// All forms; of two that fit a file the first one counts.
  static let all: [any ForeignFormat.Type] = [
    HARFormat.self, EasyVCRFormat.self, URLSessionFormat.self, URLConnectionFormat.self,
    RecorderSessionFormat.self, MockDuckFormat.self, NockFormat.self, PairFormat.self,
  ]

  /// The form of a recording; nil for none that is known.
  static func form(of root: ForeignValue) -> (any ForeignFormat)? {
    for type in all {
      if let form = type.init(root) { return form }
    }
    return nil
  }

  /// What a file is that is known and not read, and why; nil for any other.
  static func unread(_ root: ForeignValue) -> String? {
    if root["vcr"] != nil { return "is a vcr cassette already" }
    let request = root["request"]
    let path = request?["url", "urlPath", "urlPattern", "urlPathPattern"]?.text ?? ""
    if root["mappings"] != nil || path.hasPrefix("/") {
      return "is a file of WireMock's mappings, which say what matches and not what was recorded; "
        + "they name no host"
    }
    if root["data"]?["pairs"] != nil {
      return "is a simulation of Hoverfly, which says what matches and not what was recorded"
    }
    return nil
  }
}
