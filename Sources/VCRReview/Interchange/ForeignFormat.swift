import VCRCore

/// A format of other tools' recordings: how it is recognised, and how its entries are read.
///
/// To support another format, write a type that conforms and add it to ``ForeignFormats``.
protocol ForeignFormat: Sendable {
  /// The tools whose recordings these are.
  static var tools: [ForeignTool] { get }

  /// Recognises a recording of this format; nil for any other.
  init?(_ root: ForeignValue)

  /// The name of the tool, as it stands in `tools`.
  var name: String { get }

  /// The value with the entries: a list, or null.
  var list: ForeignValue { get }

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - log: The log for losses within the interaction.
  /// - Returns: The interaction.
  /// - Throws: An error when the entry cannot be converted to an interaction.
  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction

  /// The rank of an entry, where the tool serves not the first of several that match, but that with
  /// the lowest rank; nil where the order of the file decides.
  func rank(of entry: ForeignValue) -> Int?

  /// True where of several with one rank the last is served.
  static var servesLastOfRank: Bool { get }

  /// The place of an entry in a scenario; nil for one that is served in any state.
  ///
  /// Parts of it that a replay does not follow are named as lost: see ``ForeignScenarios``.
  func step(of entry: ForeignValue) -> ForeignStep?

  /// Notes what a file has beside its entries: as lost what a service would do by it, and as a
  /// remark what no replay needs.
  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog)
}

extension ForeignFormat {
  func rank(of entry: ForeignValue) -> Int? { nil }
  static var servesLastOfRank: Bool { false }
  func step(of entry: ForeignValue) -> ForeignStep? { nil }
  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {}
}

/// The supported formats.
enum ForeignFormats {
  /// All formats; of two that fit a file, the first one is used.
  static let all: [any ForeignFormat.Type] = [
    HARFormat.self, PactFormat.self, MountebankFormat.self, MockServerFormat.self,
    CharlesFormat.self, WireMockNetFormat.self, EasyVCRFormat.self, URLSessionFormat.self,
    URLConnectionFormat.self, RecorderSessionFormat.self, MockDuckFormat.self, NockFormat.self,
    CassetterFormat.self, HoverflyFormat.self, PostmanFormat.self, WireMockFormat.self,
    KeployFormat.self, MitmproxyFormat.self, DVRFormat.self, ExVCRFormat.self, OpenAPIFormat.self,
    PairFormat.self,
  ]

  /// The format of a recording; nil when it is unknown.
  static func form(of root: ForeignValue) -> (any ForeignFormat)? {
    for type in all {
      if let form = type.init(root) { return form }
    }
    return nil
  }

  /// A description of a file whose format is known but not supported, with the reason; nil for
  /// others.
  static func unread(_ root: ForeignValue) -> String? {
    if root["vcr"] != nil {
      return "is a vcr cassette already; --to makes another tool's recording of it"
    }
    return nil
  }
}
