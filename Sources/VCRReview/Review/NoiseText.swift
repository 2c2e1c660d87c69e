import VCRCore

/// The parts of two exchanges that are searched for noise: their texts, whole or part by part, and
/// objects whose members are named by ids.
enum NoiseText {
  /// The texts in which two messages differ at a place.
  ///
  /// - Parameters:
  ///   - old: The first exchange.
  ///   - new: The second one, merged into the first.
  ///   - recorded: The second one as it was recorded.
  ///   - difference: A difference of text.
  /// - Returns: The bodies, or those of their parts that have the place and differ; none where they
  ///   cannot be paired.
  static func pairs(
    _ old: Interaction, _ new: Interaction, recorded: Interaction, at difference: MessageDifference
  ) -> [(old: [UInt8], new: [UInt8], recorded: [UInt8])] {
    let side = difference.side
    guard !difference.place.isEmpty else {
      guard let before = old.body(side), let after = new.body(side) else { return [] }
      return [(before, after, recorded.body(side) ?? after)]
    }
    let (left, right) = (
      parts(of: old, side, at: difference.place), parts(of: new, side, at: difference.place)
    )
    let asRecorded = parts(of: recorded, side, at: difference.place)
    guard left.count == right.count else { return [] }
    return left.indices.compactMap { index in
      guard left[index] != right[index] else { return nil }
      let other = asRecorded.count == right.count ? asRecorded[index] : right[index]
      return (left[index], right[index], other)
    }
  }

  /// The contents of the parts of a message that have a place.
  private static func parts(
    of interaction: Interaction, _ side: MessageDifference.Side, at place: String
  ) -> [[UInt8]] {
    guard let bytes = interaction.body(side),
      let body = MessageComparison.multipart(.init(bytes, type: interaction.type(side)))
    else { return [] }
    return body.parts.filter { MessageComparison.place($0) == place }
      .map { Array(bytes[$0.content]) }
  }

  /// The differences, of which members of an object whose names are all ids are that object: each
  /// response hands out others, so that no name of one says anything of the next.
  ///
  /// - Parameters:
  ///   - differences: The differences of two exchanges.
  ///   - old: The first exchange.
  ///   - new: The second one.
  /// - Returns: The differences.
  static func collected(
    _ differences: [PlacedDifference], _ old: Interaction, _ new: Interaction
  ) -> [PlacedDifference] {
    struct Place: Hashable {
      var side: MessageDifference.Side
      var steps: [PlacedDifference.Step]
    }
    var names: [Place: (gone: String?, added: String?)] = [:]
    func parent(of placed: PlacedDifference) -> Place? {
      guard placed.element == nil, placed.difference.place == "$", placed.steps.count > 1,
        case .name? = placed.steps.last
      else { return nil }
      return Place(side: placed.difference.side, steps: Array(placed.steps.dropLast()))
    }
    for placed in differences {
      guard let place = parent(of: placed), case .name(let name)? = placed.steps.last else {
        continue
      }
      let word = "\"\(String(decoding: name, as: UTF8.self))\""
      if placed.difference.kind == .removed { names[place, default: (nil, nil)].gone = word }
      if placed.difference.kind == .added { names[place, default: (nil, nil)].added = word }
    }
    names = names.filter { place, found in
      found.gone != nil && found.added != nil
        && [old, new].allSatisfy { hasOnlyIDs($0.body(place.side), at: place.steps) }
    }
    var known: Set<Place> = []
    return differences.compactMap { placed in
      guard let place = parent(of: placed), let found = names[place] else { return placed }
      guard known.insert(place).inserted else { return nil }
      var whole = placed
      whole.steps = place.steps
      whole.difference.kind = .changed
      (whole.difference.old, whole.difference.new) = (found.gone, found.added)
      return whole
    }
  }

  /// True for an object in JSON of which each member is named by an id.
  private static func hasOnlyIDs(_ body: [UInt8]?, at steps: [PlacedDifference.Step]) -> Bool {
    guard let body, let json = JSONText(body),
      let path = try? JSONPath(parsing: "$" + PlacedDifference.path(steps)),
      let object = path.select(in: json).first
    else { return false }
    return json.children(of: object).allSatisfy { member in
      let name = "\"\(String(decoding: json.name(of: member), as: UTF8.self))\""
      return NoisePlace.Nature(name, name) == .id
    }
  }
}

extension Interaction {
  /// The media type that a message says its body has.
  fileprivate func type(_ side: MessageDifference.Side) -> MediaType? {
    switch (side, outcome) {
    case (.request, _): MediaType(request.headers)
    case (.response, .response(let response)): MediaType(response.headers)
    default: nil
    }
  }
}
