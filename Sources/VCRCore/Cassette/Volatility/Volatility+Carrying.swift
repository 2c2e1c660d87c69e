#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Volatility {
  /// The new interaction with the old one's values in all volatile parts, so that a diff of the two
  /// shows only what changed.
  ///
  /// Times (`seconds`, `after`, `recorded_at`), volatile headers and their order, the expiry of
  /// cookies, boundaries and the values at volatile places of JSON are taken from the old
  /// interaction where both have them. `recorded_at` is then the time when the interaction was
  /// first recorded, not when it last changed, which is in the history of the file.
  ///
  /// - Parameters:
  ///   - old: The interaction in the cassette.
  ///   - new: The interaction that replaces it.
  /// - Returns: The interaction to write.
  package func carrying(_ old: Interaction, into new: Interaction) -> Interaction {
    var carried = new
    carried.rule = old.rule
    carried.seconds = old.seconds
    carried.recordedAt = old.recordedAt
    if stableURL(old.request.url) == stableURL(new.request.url) {
      carried.request.url = old.request.url
    }
    carry(
      (old.request.headers, old.request.body), into: &carried.request.headers,
      &carried.request.body, paths: jsonPaths + ignoredRequestPaths)
    carried.request.trailers = fields(new.request.trailers, carrying: old.request.trailers)
    switch (old.outcome, new.outcome) {
    case (.response(let old), .response(let fresh)):
      var response = fresh
      carry((old.headers, old.body), into: &response.headers, &response.body, paths: jsonPaths)
      response.trailers = fields(response.trailers, carrying: old.trailers)
      if old.interim.map(\.status) == response.interim.map(\.status) {
        for index in old.interim.indices {
          response.interim[index].headers = fields(
            response.interim[index].headers, carrying: old.interim[index].headers)
        }
      }
      response.awaits = old.awaits
      response.hasUnknownLength = old.hasUnknownLength
      response.fieldOrder = old.fieldOrder
      response.messages = self.carrying(old.messages, into: response.messages)
      response.failure = response.failure.map { $0.carryingMessage(of: old.failure) }
      response.awaitNoMore(than: carried.request, asIn: fresh)
      carried.outcome = .response(response)
    case (.failure(let old), .failure(let failure)):
      carried.outcome = .failure(failure.carryingMessage(of: old))
    default: break
    }
    return carried
  }

  /// A new text with the old one's values where patterns find them.
  ///
  /// - Parameters:
  ///   - old: The old text.
  ///   - new: The new text.
  ///   - paths: The volatile places.
  /// - Returns: The text; nil when no pattern finds anything in it.
  package func carryingText(
    _ old: [UInt8], into new: [UInt8], paths: [JSONPath]
  ) -> [UInt8]? {
    guard paths.contains(where: { $0.pattern != nil }), case .text = BodyReading(new, nil) else {
      return nil
    }
    let places = TextPlaces(paths, in: new).places
    guard !places.isEmpty else { return nil }
    let partners = Dictionary(
      TextPlaces(paths, in: old).places.map { ([$0.pattern, $0.number], $0.range) }
    ) { first, _ in first }
    let changes = places.compactMap { place in
      partners[[place.pattern, place.number]]
        .map { Replacements.Item(range: place.range, bytes: Array(old[$0])) }
    }
    return changes.applied(to: new)
  }

  // MARK: - Fields

  /// Carries values into header and body of a message, whose boundaries have to agree.
  private func carry(
    _ old: (headers: HeaderFields, body: Body), into headers: inout HeaderFields,
    _ body: inout Body, paths: [JSONPath]
  ) {
    let (oldType, newType) = (MediaType(old.headers), MediaType(headers))
    let boundaries = (oldType?.parameter("boundary"), newType?.parameter("boundary"))
    let keepsBoundary =
      boundaries.0 != nil && boundaries.1 != nil && boundaries.0 != boundaries.1
      && body.file == nil
      && body.bytes.firstRange(of: Array((boundaries.0 ?? "").utf8), from: 0) == nil
    headers = fields(headers, carrying: old.headers, keepsBoundary: keepsBoundary)
    if old.body.hasSameBytes(as: body), old.body.encoding.hasSameUTF8(as: body.encoding) {
      body.encoded = old.body.encoded
    }
    guard old.body.file == nil, body.file == nil else { return }
    if oldType?.isMultipart == true || newType?.isMultipart == true {
      if !paths.isEmpty { carryFields((old.body, oldType), into: &body, newType, paths: paths) }
      if keepsBoundary {
        body = Self.replacing(
          VolatilePlaces(body, newType, paths: []).places.map {
            Replacements.Item(range: $0.range, bytes: Array((boundaries.0 ?? "").utf8))
          }, in: body)
      }
      return
    }
    carry(old.body, oldType, into: &body, newType, paths: paths)
  }

  /// Carries what is named in the parts of a multipart body.
  private func carryFields(
    _ old: (body: Body, type: MediaType?), into body: inout Body, _ type: MediaType?,
    paths: [JSONPath]
  ) {
    var values: [String: [[UInt8]]] = [:]
    for place in FieldPlaces(paths, in: old.body.bytes, old.type).places.reversed() {
      values[place.name, default: []].append(Array(old.body.bytes[place.range]))
    }
    let changes = FieldPlaces(paths, in: body.bytes, type).places.compactMap { place in
      values[place.name]?.popLast().map { Replacements.Item(range: place.range, bytes: $0) }
    }
    body = Self.replacing(changes, in: body)
  }

  /// Carries values into a body that has no parts.
  func carry(
    _ old: Body, _ oldType: MediaType? = nil, into body: inout Body, _ newType: MediaType? = nil,
    paths: [JSONPath]
  ) {
    guard old.file == nil, body.file == nil else { return }
    carryValues(
      VolatilePlaces(old, oldType, paths: paths, isNamed: true), of: old,
      into: &body, VolatilePlaces(body, newType, paths: paths, isNamed: true))
    if old.chunks.isEmpty, body.chunks.isEmpty {
      let arranged = JSONMemberOrder.arranged(body.bytes, like: old.bytes)
      if let arranged { body.bytes = arranged }
    } else {
      carryTimes(old, into: &body)
    }
  }

  /// New fields in the order of the old ones, with the old volatile fields.
  private func fields(
    _ new: HeaderFields, carrying old: HeaderFields, keepsBoundary: Bool = true
  ) -> HeaderFields {
    if new == old { return old }
    var partners = FieldPartners(of: new, among: old, volatility: self)
    var result: [(place: Int?, field: HeaderField)] = []
    for field in old.fields {
      if reason(ofHeader: field.name) != nil {
        result.append((nil, field))
      } else if let place = partners.take(field) {
        result.append(
          (place, self.field(new.fields[place], carrying: field, keepsBoundary: keepsBoundary)))
      }
    }
    return HeaderFields(Self.inOrder(adding(new, to: result)))
  }

  /// Inserts the remaining stable new fields after those that they follow on the wire.
  private func adding(
    _ new: HeaderFields, to result: [(place: Int?, field: HeaderField)]
  ) -> [(place: Int?, field: HeaderField)] {
    // By the slot of the field that they follow; -1 for the beginning.
    var added: [Int: [Int]] = [:]
    var slots: [Int: Int] = [:]
    for (slot, entry) in result.enumerated() {
      if let place = entry.place { slots[place] = slot }
    }
    // The last slot so far that holds a field from an earlier place on the wire.
    var latest = -1
    var previous: (place: Int, anchor: Int)?
    for (place, field) in new.fields.enumerated() {
      if let slot = slots[place] {
        latest = max(latest, slot)
        previous = (place, slot)
        continue
      }
      guard reason(ofHeader: field.name) == nil else { continue }
      let anchor = previous.flatMap { $0.place == place - 1 ? $0.anchor : nil } ?? latest
      added[anchor, default: []].append(place)
      previous = (place, anchor)
    }
    func fields(_ anchor: Int) -> [(place: Int?, field: HeaderField)] {
      (added[anchor] ?? []).map { ($0, new.fields[$0]) }
    }
    return fields(-1) + result.indices.flatMap { [result[$0]] + fields($0) }
  }

  /// The fields, with those of one name in their order on the wire, which has a meaning (RFC 9110
  /// §5.3).
  private static func inOrder(_ fields: [(place: Int?, field: HeaderField)]) -> [HeaderField] {
    var slots: [String: [Int]] = [:]
    for (slot, entry) in fields.enumerated() where entry.place != nil {
      slots[entry.field.name.lowercased(), default: []].append(slot)
    }
    var ordered = fields.map(\.field)
    for slots in slots.values where slots.count > 1 {
      let sorted = slots.sorted { (fields[$0].place ?? 0) < (fields[$1].place ?? 0) }
      for (slot, source) in zip(slots, sorted) { ordered[slot] = fields[source].field }
    }
    return ordered
  }

  /// A new field with the volatile parts of the old one's value.
  private func field(
    _ new: HeaderField, carrying old: HeaderField, keepsBoundary: Bool
  ) -> HeaderField {
    var carried = new
    carried.name = old.name
    let isType = old.name.equalsIgnoringASCIICase("content-type")
    guard keepsBoundary || !isType else { return carried }
    let oldParts = parts(ofHeader: old.name, old.value)
    let newParts = parts(ofHeader: new.name, new.value)
    guard !oldParts.isEmpty, !newParts.isEmpty else { return carried }
    let oldBytes = Array(old.value.utf8)
    let changes = newParts.compactMap { part in
      oldParts.first { $0.label == part.label }
        .map { Replacements.Item(range: part.range, bytes: Array(oldBytes[$0.range])) }
    }
    carried.value = String(decoding: changes.applied(to: Array(new.value.utf8)), as: UTF8.self)
    return carried
  }

  // MARK: - Bodies

  /// Puts old values into the volatile places that both bodies have; elements of arrays correspond
  /// by equal content first, then by position.
  private func carryValues(
    _ oldPlaces: VolatilePlaces, of old: Body, into body: inout Body, _ newPlaces: VolatilePlaces
  ) {
    guard !oldPlaces.isEmpty || !newPlaces.isEmpty else { return }
    let parts = StreamPartners(oldPlaces, of: old, newPlaces, of: body)
    var byContent: [[String]: [Int]] = [:]
    var byPosition: [[String]: Int] = [:]
    for (index, place) in oldPlaces.places.enumerated().reversed() where !place.isWhole {
      let part = place.part.map { "\($0)" } ?? ""
      byContent[[part, place.name.byContent], default: []].append(index)
      byPosition[[part, place.name.byPosition]] = index
    }
    // The values of an event that has no partner have none either.
    let names = newPlaces.places.map { place -> String? in
      if place.isWhole { return nil }
      return place.part.map { part in parts?.old(of: part).map { "\($0)" } } ?? ""
    }
    var partners: [Int?] = zip(newPlaces.places, names).map { place, part in
      part.flatMap { byContent[[$0, place.name.byContent]]?.popLast() }
    }
    let used = Set(partners.compactMap(\.self))
    for (index, place) in newPlaces.places.enumerated() where partners[index] == nil {
      if let part = names[index], let old = byPosition[[part, place.name.byPosition]],
        !used.contains(old)
      {
        partners[index] = old
      }
    }
    let changes = zip(newPlaces.places, partners).compactMap { place, partner in
      partner.map {
        Replacements.Item(
          range: place.range, bytes: Array(old.bytes[oldPlaces.places[$0].range]))
      }
    }
    let isCutAlike = parts?.isCutIntoParts(body) ?? false
    body = Self.replacing(changes, in: body)
    if isCutAlike { parts?.carryIgnored(from: old, into: &body) }
  }

  private static func replacing(_ changes: [Replacements.Item], in body: Body) -> Body {
    var replacements = Replacements()
    for change in changes { replacements.add(change.range, change.bytes, in: body.bytes.view) }
    return replacements.applied(to: body)
  }

  /// Gives the pieces of a stream the times of the old one's: equal pieces from both ends, and
  /// those between if their number is the same.
  private func carryTimes(_ old: Body, into body: inout Body) {
    func pieces(_ body: Body) -> [ArraySlice<UInt8>] {
      var start = 0
      return body.chunks.map { chunk in
        defer { start += chunk.length }
        return body.bytes[start..<start + chunk.length]
      }
    }
    let (left, right) = (pieces(old), pieces(body))
    let shorter = min(left.count, right.count)
    var first = 0
    while first < shorter, left[first] == right[first] { first += 1 }
    var last = 0
    while last < shorter - first, left[left.count - 1 - last] == right[right.count - 1 - last] {
      last += 1
    }
    for index in right.indices {
      if index < first || (index < right.count - last && left.count == right.count) {
        body.chunks[index] = old.chunks[index].resized(to: body.chunks[index].length)
      } else if index >= right.count - last {
        body.chunks[index] = old.chunks[index - right.count + left.count].resized(
          to: body.chunks[index].length)
      }
    }
  }
}

extension Interaction.Failure {
  /// The failure with the words of an old one of the same kind.
  fileprivate func carryingMessage(of old: Interaction.Failure?) -> Interaction.Failure {
    guard let old, old.code == code, old.domain == domain, old.number == number else { return self }
    var carried = self
    carried.message = old.message
    return carried
  }
}

extension Interaction.Response {
  /// Limits what pieces wait for to the length of the request: how much of it had been sent when
  /// the response ended it depends on chance, and may have been more in the old interaction.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - new: The response to it as it came.
  fileprivate mutating func awaitNoMore(
    than request: Interaction.Request, asIn new: Interaction.Response
  ) {
    guard request.body.file == nil, request.body.encoding == nil else { return }
    let isCall = GRPCMessages.isMediaType(request.headers["content-type"])
    let count = isCall ? GRPCMessages.ends(in: request.body.bytes).count : request.body.count
    func limited(_ old: Int?, _ new: Int?) -> Int? {
      guard let old, let new, old > count else { return old }
      return min(old, new)
    }
    awaits = limited(awaits, new.awaits)
    guard body.chunks.count == new.body.chunks.count else { return }
    for index in body.chunks.indices {
      body.chunks[index].awaits = limited(
        body.chunks[index].awaits, new.body.chunks[index].awaits)
    }
  }
}
