/// The values that the requests of a recording carry.
///
/// A response must produce the values that later requests consume: if an id that a later URL names
/// stayed at its old value in the response, the replay would request a URL that was not recorded.
struct ProducedValues {
  private var carried: Set<String> = []

  /// Collects the values of the requests of a recording.
  ///
  /// A value that a request carries at a volatile place gets the old value where there is an old
  /// request, as the response from which it comes does: the two stay together.
  ///
  /// - Parameters:
  ///   - recorded: The recording.
  ///   - paths: The volatile places.
  ///   - partners: For each request the old one, or nil.
  /// - Throws: `CassetteError` when a request cannot be read.
  init(in recorded: CassetteFile, at paths: [JSONPath], partners: [Int?]) throws {
    for index in 0..<recorded.count {
      let request = try recorded.readingUnlessSideFileMissing(at: index) {
        reader throws(YAMLFault) in
        try reader.request()
      }
      guard let request else { continue }
      var volatile: [VolatilePlaces.Place] = []
      if partners[index] != nil {
        volatile = VolatilePlaces(request.body, MediaType(request.headers), paths: paths).places
      }
      for value in ConsumedValue.values(of: request) {
        if value.slot.holder == .body,
          volatile.contains(where: { $0.range.contains(value.slot.range.lowerBound) })
        {
          continue
        }
        carried.insert(value.text)
      }
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
    guard case .response(let response) = interaction.outcome, response.body.file == nil else {
      return []
    }
    let bytes = response.body.bytes
    let places = VolatilePlaces(response.body, MediaType(response.headers), paths: paths)
    var values: Set<String> = []
    for place in places.places where !place.isWhole {
      guard let json = JSONText(Array(bytes[place.range])) else { continue }
      // A short value occurs in many requests by chance.
      values.formUnion(json.scalars.map(\.text).filter { $0.utf8.count > 2 })
    }
    return values
  }
}
