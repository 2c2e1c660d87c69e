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
