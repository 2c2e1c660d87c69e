extension Correlation {
  /// Learns which ids of a response that no request carries are others now, as those beside them
  /// are.
  ///
  /// - Parameters:
  ///   - response: The live response.
  ///   - recorded: The recorded one.
  ///   - index: The interaction's number, counted from 0.
  /// - Returns: The places of the ids.
  @discardableResult package mutating func learnSiblings(
    from response: Interaction.Response, recorded: Interaction.Response, at index: Int
  ) -> Set<String> {
    guard !correlatedValues.isEmpty, response.body.bytes != recorded.body.bytes else { return [] }
    let values = correlatedValues
    let siblings = SiblingIDs.pairs(
      among: ProducedValue.values(of: recorded), unlike: ProducedValue.values(of: response)
    ) { recorded, live in values.recordedValues(of: live).contains(recorded) }
    var places: Set<String> = []
    for sibling in siblings where !blocked.contains(sibling.value.text) {
      // One that is known to be another thing stays what it is.
      guard values.recordedValues(of: sibling.other).isEmpty else { continue }
      live[index, default: [:]][sibling.value.place] = sibling.other
      correlatedValues.insert(live: sibling.other, recorded: sibling.value.text)
      places.insert(sibling.value.place)
    }
    return places
  }
}
