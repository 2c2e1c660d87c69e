import VCRCore

/// The words of a difference for the place in which it is, as the search for noise names it.
extension PlacedDifference {
  /// The steps with `*` for all indices.
  var generalPath: String { generalPath(steps[...]) }

  private func generalPath(_ steps: ArraySlice<Step>) -> String {
    steps.indices.map { index in
      if renamed.contains(index) { return ".*" }
      if case .index = steps[index] { return "[*]" }
      return Self.path([steps[index]])
    }.joined()
  }

  /// Finds the members on the way to the place whose names are ids.
  ///
  /// - Parameters:
  ///   - new: The JSON of the new exchange, with the old ids; nil where it has none.
  ///   - recorded: That of the new exchange as it was recorded, with others.
  mutating func findRenamed(in new: JSONText?, _ recorded: JSONText?) {
    guard difference.place == "$", element == nil, let new, let recorded else { return }
    var nodes = (new: 0, recorded: 0)
    for (index, step) in steps.enumerated() {
      let children = (new.children(of: nodes.new), recorded.children(of: nodes.recorded))
      switch step {
      case .name(let name):
        guard let member = children.0.first(where: { new.name(of: $0) == name }),
          let first = children.1.first
        else { return }
        let same = children.1.first { recorded.name(of: $0) == name }
        if same == nil { renamed.insert(index) }
        nodes = (member, same ?? first)
      case .index(let position):
        guard children.0.indices.contains(position), children.1.indices.contains(position) else {
          return
        }
        nodes = (children.0[position], children.1[position])
      case .string: return
      }
    }
  }

  /// The whole of a value in JSON of which the beginning is shown; what is shown where it is not
  /// found.
  func whole(_ shown: String?, in json: JSONText?) -> String? {
    guard let shown, shown.contains("…"), difference.place == "$", element == nil, let json,
      let path = try? JSONPath(parsing: "$" + Self.path(steps)),
      let node = path.select(in: json).first
    else { return shown }
    let value = String(decoding: json.bytes[json.range(of: node)], as: UTF8.self)
    return value.hasPrefix(shown.prefix { $0 != "…" }) ? value : shown
  }

  /// True where the place is an object or an array in a body.
  func isStructure(in json: JSONText?) -> Bool {
    guard difference.place == "$", element == nil, let json,
      let path = try? JSONPath(parsing: "$" + Self.path(steps)),
      let node = path.select(in: json).first
    else { return false }
    return json.nodes[node].kind == .object || json.nodes[node].kind == .array
  }

  /// True for an event that stands at another point of its stream.
  var isMovedEvent: Bool {
    difference.kind == .moved && difference.part == .value
      && (try? JSONPath(parsing: difference.place).scope)?.unit == .event
  }

  /// True for the field of an event that says where to resume after it.
  var isIDOfEvent: Bool {
    element?.unit == .event && steps.count == 2
      && steps[1] == .name(Array(EventField.id.rawValue.utf8))
  }

  /// True for an event or line that is there or not.
  var isWholeEvent: Bool { element != nil && steps.count == 1 }

  /// The name of all events of the kind of one that came, went or moved and only keeps a connection
  /// alive.
  var idleEventName: String? {
    guard difference.part == .value, isWholeEvent || difference.kind == .moved,
      var scope = element ?? (try? JSONPath(parsing: difference.place).scope), scope.unit == .event,
      NoisePlace.Nature(eventOfKind: scope.kind ?? "") == .event
    else { return nil }
    scope.number = nil
    return scope.words
  }

  /// The elements of the array in JSON whose order is another one; nil for what is none.
  private var nameOfArray: String? {
    guard difference.part == .value, difference.place.hasPrefix("$"),
      let path = try? JSONPath(parsing: difference.place)
    else { return nil }
    return path.withoutIndices
  }

  /// A field or cookie as `volatile` takes it: alone, or behind a word where it would be something
  /// else alone.
  private static func fieldName(_ place: String) -> String {
    if CookiePlace.isPlace(place) { return place }
    if case .header(place)? = try? VolatileName(named: place) { return place }
    return "header \(place)"
  }

  /// True for a time or an id that a client made for a request, of which all other parts have a
  /// meaning.
  private var isOwnOfClient: Bool {
    [.time, .id].contains(NoisePlace.Nature(difference.old, difference.new))
  }

  /// The place as `volatile` takes it, for all elements of lists and all events of a kind; nil for
  /// what it does not take.
  var volatileName: String? {
    guard difference.kind != .moved else { return idleEventName ?? nameOfArray }
    let name: String
    switch difference.part {
    case .header, .trailer:
      // Where a redirect leads is what the next request asks for.
      if ["location", "content-location", "content-type"].contains(difference.place.lowercased()) {
        return nil
      }
      name = Self.fieldName(difference.place)
    case .url where difference.place.hasPrefix("?") && difference.kind == .changed:
      guard isOwnOfClient else { return nil }
      name = difference.place
    case .value where element != nil:
      guard var element else { return nil }
      element.number = nil
      let own = element.unit == .event ? 2 : 1
      if steps.count > own {
        name = "\(element.words) $" + generalPath(steps.dropFirst(own))
      } else if steps.count == 1 {
        // Without a kind, all events would be meant.
        guard element.kind != nil else { return nil }
        name = element.words
      } else {
        name = element.place(steps.dropFirst())
      }
    case .value where difference.place == "$" && !steps.isEmpty: name = "$" + generalPath
    case .value where steps.isEmpty && (try? JSONPath(parsing: difference.place)) != nil:
      // A field of a form, a part, or a header field of a part.
      guard let scope = try? JSONPath(parsing: difference.place).scope,
        [.form, .part].contains(scope.unit)
      else { return nil }
      name = difference.place
    case .value where difference.place.hasSuffix(" $"):
      // A message of a WebSocket, or a part.
      guard var scope = try? JSONPath(parsing: difference.place).scope else { return nil }
      if scope.unit == .query, !isOwnOfClient { return nil }
      scope.number = nil
      name = "\(scope.words) $" + generalPath
    default: return nil
    }
    return (try? VolatileName(named: name)) == nil ? nil : name
  }
}
