import VCRCore

/// The changes in the digests of values at the top of a cassette.
///
/// They decide which of several users a replay serves a response to, so that other ones are a
/// difference although the interactions are equal.
enum DigestChanges {
  /// The most changes that are shown one by one.
  private static let limit = 50

  /// The changes, one line each.
  ///
  /// - Parameters:
  ///   - old: The digests of the old state; nil when it has none.
  ///   - new: The digests of the new state; nil when it has none.
  ///   - limits: How much of a change is shown.
  /// - Returns: The lines; none for the same digests.
  static func lines(
    _ old: ValueDigests?, _ new: ValueDigests?, _ limits: DiffLimits
  ) -> [String] {
    guard old != new else { return [] }
    let (before, after) = (old?.ofPlaceholders ?? [:], new?.ofPlaceholders ?? [:])
    let names = Set(before.keys).union(after.keys).sorted { $0.lexicographicallyPrecedes($1) }
    let lines =
      [words(ValueDigestsKey.salt.rawValue, old?.salt, new?.salt)].compactMap(\.self)
      + names.compactMap { name in
        words(String(decoding: name, as: UTF8.self), before[name], after[name])
      }
    let limit = limits.most(limit)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["… and \(lines.count - limit) more digests of values"]
  }

  /// The change of one entry in a line; nil for none.
  private static func words(_ place: String, _ old: String?, _ new: String?) -> String? {
    let words: String
    switch (old, new) {
    case (let old?, let new?) where !old.hasSameUTF8(as: new): words = "\(old) → \(new)"
    case (let old?, nil): words = "removed \(old)"
    case (nil, let new?): words = "added \(new)"
    default: return nil
    }
    return PrintableText.line("\(HeadingKey.valueDigests.rawValue) \(place)  \(words)")
  }
}
