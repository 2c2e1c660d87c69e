/// The differences of two bodies, in the terms of the part that compared them.
enum BodyDifferences {
  /// The most places that are given.
  static let limit = 256

  /// Finds the differences; bodies that the part cannot both read are compared as bytes.
  static func find(
    _ part: RequestEquivalence.Part, incoming: Interaction.Request, recorded: Interaction.Request
  ) -> [RequestEquivalence.Difference] {
    if recorded.body.file != nil || incoming.body.file != nil {
      return large(recorded.body, incoming.body)
    }
    switch part.aspect {
    case .json(let choice):
      if let old = JSONStream(recorded.body, recorded.headers),
        let new = JSONStream(incoming.body, incoming.headers)
      {
        let found = old.differences(to: new, choosing: choice)
        if !found.isEmpty { return found }
      } else if let old = JSONText(recorded.body.bytes), let new = JSONText(incoming.body.bytes) {
        var comparison = JSONComparison(old, new, choosing: choice)
        return comparison.differences(part: "body")
      } else if MediaType(recorded.headers)?.isForm == true,
        MediaType(incoming.headers)?.isForm == true
      {
        let found = PairDifferences.find(
          part: "form", recorded: pairs(recorded, without: choice.ignored),
          incoming: pairs(incoming, without: choice.ignored), sortsValues: true)
        if !found.isEmpty { return found }
      }
    case .form(let choice):
      if MediaType(recorded.headers)?.isForm == true, MediaType(incoming.headers)?.isForm == true {
        return PairDifferences.find(
          part: "form", recorded: pairs(recorded, choosing: choice),
          incoming: pairs(incoming, choosing: choice), sortsValues: true)
      }
    case .multipart(let choice):
      if let old = MultipartBody(recorded)?.choosing(choice),
        let new = MultipartBody(incoming)?.choosing(choice)
      {
        return multipart(old, new)
      }
    case .graphql:
      if let old = GraphQLOperation.operations(of: recorded),
        let new = GraphQLOperation.operations(of: incoming)
      {
        return graphql(old, new)
      }
    default:
      // The bodies agree in the JSON that the policy compares, or must be the same bytes.
      return bytes(recorded.body.bytes, incoming.body.bytes, part: "body")
    }
    if recorded.body.bytes == incoming.body.bytes {
      // The same bytes were read differently because of their headers.
      return [
        .init(
          part: "header", place: "Content-Type", recorded: recorded.headers["Content-Type"],
          incoming: incoming.headers["Content-Type"])
      ]
    }
    return bytes(recorded.body.bytes, incoming.body.bytes, part: "body")
  }

  /// The difference of bodies of which one is too large for the memory.
  private static func large(_ recorded: Body, _ incoming: Body)
    -> [RequestEquivalence.Difference]
  {
    guard !recorded.hasSameBytes(as: incoming) else { return [] }
    func words(_ body: Body) -> String? {
      guard let file = body.file else {
        return body.isEmpty ? nil : Quantity.of(body.count, "byte")
      }
      return "\(Quantity.of(body.count, "byte")), SHA-256 \(file.identity)…"
    }
    return [
      .init(part: "body", place: nil, recorded: words(recorded), incoming: words(incoming))
    ]
  }

  /// The first place in which two byte strings differ, as an excerpt of both.
  static func bytes(_ recorded: [UInt8], _ incoming: [UInt8], part: String, place: String? = nil)
    -> [RequestEquivalence.Difference]
  {
    let offset = firstDifference(recorded, incoming)
    guard offset < max(recorded.count, incoming.count) else { return [] }
    return [
      .init(
        part: part, place: place ?? self.place(of: offset, in: recorded, incoming),
        recorded: recorded.isEmpty ? nil : Excerpt.around(offset, of: recorded),
        incoming: incoming.isEmpty ? nil : Excerpt.around(offset, of: incoming))
    ]
  }

  private static func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let (left, right) = (left.view, right.view)
    let shorter = min(left.count, right.count)
    var index = 0
    while index < shorter, left[index] == right[index] { index += 1 }
    return index
  }

  /// `line 3, column 7` in a text of several lines, nil at the very beginning, else `byte 12`.
  private static func place(of offset: Int, in recorded: [UInt8], _ incoming: [UInt8]) -> String? {
    guard offset > 0 else { return nil }
    let before = recorded[..<offset]
    guard let newline = before.lastIndex(of: 0x0A) else { return "byte \(offset + 1)" }
    let line = before.count { $0 == 0x0A } + 1
    return "line \(line), column \(offset - newline)"
  }

  /// The fields of a form that count, with the same value wherever one does not.
  private static func pairs(
    _ request: Interaction.Request, without ignored: [JSONPath] = [],
    choosing choice: QueryPairs.Choice = .all
  ) -> QueryPairs {
    let bytes = request.body.bytes
    let rest = FieldPlaces(ignored, in: bytes, MediaType(request.headers))
      .replaced(in: bytes, by: [UInt8(ascii: "0")])
    return QueryPairs(rest.view, in: rest.indices, choosing: choice)
  }

  private static func multipart(_ recorded: MultipartBody, _ incoming: MultipartBody)
    -> [RequestEquivalence.Difference]
  {
    var old = recorded.parts
    var added: [MultipartBody.Part] = []
    // Parts that are the same in both are left out; the others are paired by name.
    var places: [[UInt8]: [Int]] = [:]
    for (index, part) in old.enumerated().reversed() {
      places[recorded.normalForm(part), default: []].append(index)
    }
    var same: Set<Int> = []
    for part in incoming.parts {
      if let index = places[incoming.normalForm(part)]?.popLast() {
        same.insert(index)
      } else {
        added.append(part)
      }
    }
    old = old.indices.filter { !same.contains($0) }.map { old[$0] }
    var differences: [RequestEquivalence.Difference] = []
    for part in old.prefix(limit) {
      let index = added.firstIndex { $0.name == part.name }
      let other = index.map { added.remove(at: $0) }
      differences.append(multipart(part, of: recorded, other, of: incoming))
    }
    for part in added.prefix(max(0, limit - differences.count)) {
      differences.append(multipart(nil, of: recorded, part, of: incoming))
    }
    return differences
  }

  private static func multipart(
    _ old: MultipartBody.Part?, of recorded: MultipartBody, _ new: MultipartBody.Part?,
    of incoming: MultipartBody
  ) -> RequestEquivalence.Difference {
    let name = old?.name ?? new?.name ?? ""
    let place = MarkedName.plainOrQuoted(Array(name.utf8))
    if let old, let new, recorded.bytes[old.content] == incoming.bytes[new.content] {
      return .init(
        part: "multipart", place: "\(place) Content-Type",
        recorded: Excerpt.line(old.mediaType.utf8), incoming: Excerpt.line(new.mediaType.utf8))
    }
    return .init(
      part: "multipart", place: place,
      recorded: old.map { Excerpt.value(recorded.bytes[$0.content]) },
      incoming: new.map { Excerpt.value(incoming.bytes[$0.content]) })
  }

  private static func graphql(_ recorded: [GraphQLOperation], _ incoming: [GraphQLOperation])
    -> [RequestEquivalence.Difference]
  {
    guard recorded.count == incoming.count else {
      return [
        .init(
          part: "graphql", place: "operations", recorded: "\(recorded.count)",
          incoming: "\(incoming.count)")
      ]
    }
    var differences: [RequestEquivalence.Difference] = []
    for (old, new) in zip(recorded, incoming) where differences.count < limit {
      if old.name != new.name {
        differences.append(
          .init(
            part: "graphql", place: "operationName",
            recorded: old.name.isEmpty ? nil : Excerpt.line(old.name),
            incoming: new.name.isEmpty ? nil : Excerpt.line(new.name)))
      }
      differences += bytes(old.query, new.query, part: "graphql", place: "query")
      differences += bytes(old.extensions, new.extensions, part: "graphql", place: "extensions")
      if old.variables != new.variables {
        if let oldText = JSONText(old.variablesText), let newText = JSONText(new.variablesText) {
          var comparison = JSONComparison(oldText, newText, root: "variables")
          differences += comparison.differences(part: "graphql")
        } else {
          differences += bytes(
            old.variablesText, new.variablesText, part: "graphql", place: "variables")
        }
      }
    }
    return differences
  }
}

extension MultipartBody {
  /// The bytes that are the same for two equivalent parts.
  fileprivate func normalForm(_ part: Part) -> [UInt8] {
    var form: [UInt8] = []
    form.appendDelimited { $0.append(contentsOf: part.name.utf8) }
    form.appendDelimited { $0.append(contentsOf: part.mediaType.utf8) }
    form.append(contentsOf: bytes[part.content])
    return form
  }
}
