/// URLs that a response gives and that a later request follows as they are.
///
/// Of their parts some are the same in several, such as until when a URL is valid, so that they
/// cannot be told apart one by one.
extension ReplacedValues {
  /// The URLs of a response, each with the old one in its place.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - olds: The values of the old response by their places.
  /// - Returns: Those pairs in which a part differs that no other URL has by chance.
  static func urls(
    of response: Interaction.Response, like olds: [String: String]
  ) -> [(new: String, old: String)] {
    ProducedValue.values(of: response).compactMap { value in
      guard value.kind != .url, value.text.contains("://"), let old = olds[value.place],
        old != value.text, old.contains("://")
      else { return nil }
      let parts = URLValues(value.text).values.map(\.text)
      let others = URLValues(old).values.map(\.text)
      let isOwn = parts.contains { CorrelationRule.isUnmistakable($0) && !others.contains($0) }
      return isOwn && parts.count == others.count ? (value.text, old) : nil
    }
  }
}
