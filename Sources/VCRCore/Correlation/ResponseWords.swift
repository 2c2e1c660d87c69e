/// The words of a response that stand in the places of others in an old one.
struct ResponseWords {
  /// The words of each header field; none where the old response lacks it.
  let fields: [[WordPairs.Pair]]
  /// The words of the body.
  let body: [WordPairs.Pair]

  /// Compares two responses.
  init(_ response: Interaction.Response, like old: Interaction.Response) {
    fields = ReplacedValues.others(of: response.headers, in: old.headers).enumerated().map {
      index, other in
      let field = response.headers.fields[index]
      guard let other, !field.isLatin1 else { return [] }
      return WordPairs(field.value.utf8, other.utf8).pairs
    }
    body =
      response.body.file == nil && old.body.file == nil
      ? WordPairs(response.body.bytes, old.body.bytes).pairs : []
  }
}
