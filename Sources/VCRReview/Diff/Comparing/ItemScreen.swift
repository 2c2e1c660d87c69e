import VCRCore

/// Recognises items that evidently hold no secret, so that what is shown of them need not be
/// searched.
struct ItemScreen {
  private var screen = CheckScreen()
  private let isUsable: Bool

  /// A body beside the cassette, of which a reader of revisions has the content at hand.
  private static let fileKey = Array("\(BodyKey.file.rawValue):".utf8)

  /// Creates a screen.
  ///
  /// - Parameter redaction: The rules; other ones than the built-in ones are not known to it.
  init(_ redaction: Redaction) { isUsable = redaction.isStandardAlone }

  /// True when no rule replaces anything in two items.
  ///
  /// - Parameters:
  ///   - old: A cassette and the position of its item.
  ///   - new: The same of another one.
  /// - Returns: False in doubt.
  mutating func areClean(
    _ old: (file: CassetteFile, item: Int), _ new: (file: CassetteFile, item: Int)
  ) -> Bool {
    guard isUsable else { return false }
    var first = CassetteWriter.prologue
    first += old.file.text(at: old.item)
    let text = first + new.file.text(at: new.item)
    guard text.firstRange(of: Self.fileKey) == nil else { return false }
    // The second item has nearly all lines of the first.
    let second = first.count..<text.count
    let start = text.commonPrefixLength(
      second, first, CassetteWriter.prologue.count..<first.count)
    let end = min(text.commonSuffixLength(first), second.count - start)
    return screen.isClean(
      text.view,
      repeated: (
        second.lowerBound..<second.lowerBound + start, second.upperBound - end..<second.upperBound
      ))
  }
}
