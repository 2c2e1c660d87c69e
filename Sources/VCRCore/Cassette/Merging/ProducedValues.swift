/// The values that the requests of a recording carry.
///
/// A response must produce the values that later requests consume: if an id that a later URL names
/// stayed at its old value in the response, the replay would request a URL that was not recorded.
struct ProducedValues {
  private var carried: Set<String> = []

  /// Collects the values of the requests of a recording.
  ///
  /// - Throws: `CassetteError` when a request cannot be read.
  init(in recorded: CassetteFile) throws {
    for index in 0..<recorded.count {
      let request = try recorded.readingUnlessSideFileMissing(at: index) {
        reader throws(YAMLFault) in
        try reader.request()
      }
      if let request { carried.formUnion(ConsumedValue.values(of: request).map(\.text)) }
    }
  }

  /// True when a volatile place of a response has a new value that a request carries.
  ///
  /// - Parameters:
  ///   - new: The recorded response.
  ///   - old: The response in the cassette.
  ///   - paths: The volatile places.
  /// - Returns: False when no request carries a new value of these places.
  func containsNewValue(
    of new: Interaction, notIn old: Interaction, at paths: [JSONPath]
  ) -> Bool {
    let before = Self.values(of: old, at: paths)
    return Self.values(of: new, at: paths).contains { carried.contains($0) && !before.contains($0) }
  }

  private static func values(of interaction: Interaction, at paths: [JSONPath]) -> Set<String> {
    guard case .response(let response) = interaction.outcome, response.body.file == nil,
      let json = JSONText(response.body.bytes)
    else { return [] }
    let places = Set(paths.flatMap { $0.select(in: json) })
    // A short value occurs in many requests by chance.
    return Set(
      json.scalars.filter { places.contains($0.node) && $0.text.utf8.count > 2 }.map(\.text))
  }
}
