/// What the requests of a recording carry, to tell which values of its answers must not stay as they
/// were in the cassette: an id that a later URL names has to be the one that the answer handed out, or
/// the replay asks for what is not there.
struct ProducedValues {
  private var carried: Set<String> = []

  /// Looks through the requests of a recording.
  ///
  /// - Throws: `CassetteError` when one cannot be read.
  init(in recorded: CassetteFile) throws {
    for index in 0..<recorded.count {
      let request = try recorded.readingUnlessSideFileMissing(at: index) {
        reader throws(YAMLFault) in
        try reader.request()
      }
      if let request { carried.formUnion(ConsumedValue.values(of: request).map(\.text)) }
    }
  }

  /// True when a volatile place of an answer has a new value that a request carries.
  ///
  /// - Parameters:
  ///   - new: The answer.
  ///   - old: The one in the cassette.
  ///   - paths: The volatile places.
  /// - Returns: False when no value of these places went on.
  func areIn(_ new: Interaction, insteadOf old: Interaction, at paths: [JSONPath]) -> Bool {
    let before = Self.values(of: old, at: paths)
    return Self.values(of: new, at: paths).contains { carried.contains($0) && !before.contains($0) }
  }

  private static func values(of interaction: Interaction, at paths: [JSONPath]) -> Set<String> {
    guard case .response(let response) = interaction.outcome,
      let json = JSONText(response.body.bytes)
    else { return [] }
    let places = Set(paths.flatMap { $0.select(in: json) })
    // A short value stands in many requests by chance.
    return Set(
      json.scalars.filter { places.contains($0.node) && $0.text.utf8.count > 2 }.map(\.text))
  }
}
