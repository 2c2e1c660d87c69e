import VCRCore

/// Finds the differences of two requests, or of their outcomes.
struct MessageComparison {
  /// The message that is compared.
  let side: MessageDifference.Side
  /// The parts that may differ from run to run.
  let volatility: Volatility
  /// How much of a change is shown.
  let limits: DiffLimits
  /// True where elements of lists of which nothing is there again are compared all the same.
  let expectsNewIDs: Bool
  /// Makes the lines of a body of gRPC.
  private let grpcLines: ([UInt8]) -> [String]
  /// The volatile places of the message of a WebSocket that is compared; nil while none is.
  var messagePaths: [JSONPath]?
  /// True while a message is compared of which all is volatile.
  var isNamedMessage = false
  /// The differences found so far.
  private(set) var found: [PlacedDifference] = []

  /// Creates a comparison that has found nothing yet.
  ///
  /// - Parameters:
  ///   - side: The message that is compared.
  ///   - volatility: The parts that may differ from run to run.
  ///   - limits: How much of a change is shown.
  ///   - expectsNewIDs: True to compare elements of lists of which nothing is there again.
  ///   - grpcLines: Makes the lines of a body of gRPC.
  init(
    side: MessageDifference.Side, volatility: Volatility, limits: DiffLimits,
    expectsNewIDs: Bool = false,
    grpcLines: @escaping ([UInt8]) -> [String] = { GRPCCall.lines(of: $0) }
  ) {
    self.side = side
    self.volatility = volatility
    self.limits = limits
    self.expectsNewIDs = expectsNewIDs
    self.grpcLines = grpcLines
  }

  /// The messages of a body of gRPC, each in one line; nil for another body.
  func messages(_ content: Content) -> [UInt8]? {
    guard GRPCMessages.isMediaType(content.headers["content-type"]) else { return nil }
    return Array(grpcLines(content.body.bytes).map { $0 + "\n" }.joined().utf8)
  }

  /// Compares two requests.
  mutating func compare(_ old: Interaction.Request, _ new: Interaction.Request) {
    add(.method, "", old.method, new.method)
    compareURLs(old.url, new.url)
    add(.version, "", old.http ?? "HTTP/1.1", new.http ?? "HTTP/1.1")
    compare(.header, old.headers, new.headers)
    compareBodies((old.body, old.headers, nil), (new.body, new.headers, nil))
    compare(.trailer, old.trailers, new.trailers)
  }

  /// Compares the outcomes of two requests.
  mutating func compare(
    _ old: Interaction.Outcome, _ new: Interaction.Outcome, method: String
  ) {
    switch (old.byFinalResponse, new.byFinalResponse) {
    case (.response(let old), .response(let new)):
      compare(old, new)
      compare(old.failure, new.failure)
    case (.failure(let before), .failure(let after)):
      compare(old.interim, new.interim)
      compare(before, after)
    case (.response(let old), .failure(let new)): add(.error, "", Self.words(old), Self.words(new))
    case (.failure(let old), .response(let new)): add(.error, "", Self.words(old), Self.words(new))
    }
  }

  /// Compares how two exchanges failed or broke off, if they did.
  private mutating func compare(_ old: Interaction.Failure?, _ new: Interaction.Failure?) {
    guard let old, let new, !old.isLeft, !new.isLeft else {
      return add(.error, "", old.map(Self.words), new.map(Self.words))
    }
    add(.error, "", old.code, new.code)
    if !old.domain.hasSameUTF8(as: new.domain)
      || (old.number != new.number && old.code.hasSameUTF8(as: new.code))
    {
      add(.error, "number", "\(old.domain) \(old.number)", "\(new.domain) \(new.number)")
    }
    add(.error, "reset", old.reset?.description, new.reset?.description)
    add(.error, "message", old.message, new.message, volatility: .call)
  }

  private static func words(_ failure: Interaction.Failure) -> String {
    failure.isLeft ? failure.inWords : "\(failure.code): \(failure.message)"
  }

  private mutating func compare(_ old: Interaction.Response, _ new: Interaction.Response) {
    if old.status != new.status {
      add(.status, "", old.status.map(String.init) ?? "-", new.status.map(String.init) ?? "-")
    } else {
      add(.status, "reason", old.reason, new.reason)
    }
    add(.version, "", old.http ?? "HTTP/1.1", new.http ?? "HTTP/1.1")
    compare(old.interim, new.interim)
    add(.header, "media_type", old.mediaType, new.mediaType)
    add(.header, "text_encoding", old.textEncoding, new.textEncoding)
    add(
      .time, "awaits", old.awaits.map(String.init), new.awaits.map(String.init), volatility: .time)
    compare(.header, old.headers, new.headers)
    func length(_ response: Interaction.Response) -> String {
      response.hasUnknownLength ? "unknown" : "announced"
    }
    compareImpliedFields(old, new)
    add(.header, "(length)", length(old), length(new), volatility: .transfer)
    compareBodies(
      (old.body, old.headers, old.mediaType), (new.body, new.headers, new.mediaType))
    compare(.trailer, old.trailers, new.trailers)
    compareWebSocketMessages(old.messages, new.messages)
  }

  /// Compares interim responses in their order; one that has no partner is a status that is none.
  private mutating func compare(_ old: [Interaction.Interim], _ new: [Interaction.Interim]) {
    for index in 0..<max(old.count, new.count) {
      let (left, right) = (
        index < old.count ? old[index] : nil, index < new.count ? new[index] : nil
      )
      add(.status, "interim", left.map { String($0.status) }, right.map { String($0.status) })
      if let left, let right, left.status == right.status {
        add(.status, "interim reason", left.reason, right.reason)
      }
      compare(.header, left?.headers ?? [:], right?.headers ?? [:])
    }
  }

  private static func words(_ response: Interaction.Response) -> String {
    Interaction.Outcome.response(response).inWords
  }

  /// Two values for the reader.
  func shown(
    _ old: ArraySlice<UInt8>?, _ new: ArraySlice<UInt8>?, areJSON: Bool = false
  ) -> ShownValues {
    ShownValues(old, new, areJSON: areJSON, limits: limits)
  }

  // MARK: - URLs

  private mutating func compareURLs(_ old: String, _ new: String) {
    guard !old.hasSameUTF8(as: new) else { return }
    let (left, right) = (URLParts(old), URLParts(new))
    guard comparePaths(left, right) else { return add(.url, "", old, new) }
    if left.fragment != right.fragment {
      func words(_ fragment: [UInt8]) -> [UInt8]? { fragment.isEmpty ? nil : fragment }
      addAlways(
        .url, "fragment", shown(words(left.fragment)?[...], words(right.fragment)?[...]),
        kind: left.fragment.isEmpty ? .added : right.fragment.isEmpty ? .removed : .changed)
    }
    if left.origin != right.origin {
      addAlways(
        .url, "origin", shown(left.origin[...], right.origin[...]), kind: .changed,
        volatility: nil)
    }
    let count = found.count
    comparePairs(left.query, right.query, part: .url)
    // The pairs are equal, but in another order or encoding.
    if found.count == count, left.queryText != right.queryText {
      add(.url, "", old, new)
    }
  }

  /// Compares two paths by their segments.
  ///
  /// - Returns: False for paths of which only the whole says what differs: they have no segment in
  ///   common, or not equally many.
  private mutating func comparePaths(_ old: URLParts, _ new: URLParts) -> Bool {
    if old.path == new.path { return true }
    let (left, right) = (old.segments, new.segments)
    let places = left.indices.filter { $0 < right.count && left[$0] != right[$0] }
    guard left.count == right.count, places.count < left.count,
      places.allSatisfy({ !left[$0].isEmpty && !right[$0].isEmpty }),
      let pattern = PathPattern(String(decoding: new.path, as: UTF8.self), any: Set(places))
    else { return false }
    func changed(_ segments: [ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
      Array(places.map { segments[$0] }.joined(separator: [UInt8(ascii: "/")]))[...]
    }
    let isIgnored = volatility.hasSamePath(old.path, new.path)
    addAlways(
      .url, pattern.description, shown(changed(left), changed(right)), kind: .changed,
      volatility: isIgnored ? .named : nil)
    return true
  }

  /// A URL by what differs for itself.
  private struct URLParts {
    /// All before the path.
    var origin: [UInt8]
    /// The path.
    var path: [UInt8]
    /// The query.
    var query: QueryPairs
    /// The query as it is written, with its mark; empty for none.
    var queryText: [UInt8]
    /// The fragment, with its mark; empty for none.
    var fragment: [UInt8]

    init(_ url: String) {
      let text = Array(url.utf8)
      let ranges = URLRanges(text.view)
      origin = Array(text[..<ranges.path.lowerBound])
      path = Array(text[ranges.path])
      query = QueryPairs(text.view, in: ranges.query ?? 0..<0)
      let end = ranges.query?.upperBound ?? ranges.path.upperBound
      queryText = Array(text[ranges.path.upperBound..<end])
      fragment = Array(text[end...])
    }

    var segments: [ArraySlice<UInt8>] {
      PathPattern.ranges(of: path.view, in: path.indices).map { path[$0] }
    }
  }

  /// Compares pairs by name; the order counts only among values of the same name.
  mutating func comparePairs(
    _ old: QueryPairs, _ new: QueryPairs, part: MessageDifference.Part
  ) {
    var left = old.pairs.map { (Array(old.name($0)), Array(old.value($0))) }
    var right = new.pairs.map { (Array(new.name($0)), Array(new.value($0))) }
    if let renamed = Self.renamed(left, right) {
      let places = [renamed.old, renamed.new].map {
        part == .url ? MarkedName.text($0) : Self.words(.form, $0)
      }
      addAlways(part, places[0], places[0], places[1], kind: .changed)
      left.removeAll { $0.0 == renamed.old }
      right.removeAll { $0.0 == renamed.new }
    }
    compareLists(left, right) { comparison, name, values in
      let place =
        part == .url ? MarkedName.text(name) : Self.words(.form, name)
      // One that came or went is no other value in its place.
      let isIgnored =
        part == .url
        ? comparison.volatility.ignoredQueryNames.contains(name)
        : values.2 == .changed && comparison.isVolatile(.form, name)
      if values.2 == .changed, !isIgnored,
        comparison.compareJSON(
          values.0, values.1, inPair: name, of: part == .url ? .query : .form)
      {
        return
      }
      comparison.addAlways(
        part, place, comparison.shown(values.0?[...], values.1?[...]), kind: values.2,
        volatility: isIgnored ? .named : nil)
    }
  }

  /// The names of the only pairs that went and of the only ones that came, where these have the
  /// same values, of which one is not empty; nil where anything else came or went.
  private static func renamed(
    _ old: [(name: [UInt8], value: [UInt8])], _ new: [(name: [UInt8], value: [UInt8])]
  ) -> (old: [UInt8], new: [UInt8])? {
    let (olds, news) = (Set(old.map(\.name)), Set(new.map(\.name)))
    let (gone, come) = (olds.subtracting(news), news.subtracting(olds))
    guard gone.count == 1, come.count == 1, let before = gone.first, let after = come.first,
      !before.isEmpty, !after.isEmpty
    else { return nil }
    let values = old.filter { $0.name == before }.map(\.value)
    return values == new.filter { $0.name == after }.map(\.value)
      && values.contains { !$0.isEmpty } ? (before, after) : nil
  }

  // MARK: - Fields

  private mutating func compare(
    _ part: MessageDifference.Part, _ old: HeaderFields, _ new: HeaderFields
  ) {
    guard old != new else { return }
    var names: [[UInt8]: String] = [:]
    let compared = compareCookies(part, old, new)
    func list(_ fields: HeaderFields) -> [([UInt8], [UInt8])] {
      fields.fields.compactMap { field in
        guard !compared.contains(where: field.name.equalsIgnoringASCIICase) else { return nil }
        let name = field.name.utf8.map(\.asciiLowercased)
        names[name] = field.name
        // The same letters are other bytes on the wire.
        if field.isLatin1, !field.value.utf8.allSatisfy({ $0 < 0x80 }) {
          return (name, Array("\(field.value) (ISO 8859-1)".utf8))
        }
        guard let status = Int(field.value), field.name.equalsIgnoringASCIICase("grpc-status")
        else { return (name, Array(field.value.utf8)) }
        return (name, Array("\(field.value) \(GRPCCall.name(ofStatus: status))".utf8))
      }
    }
    let (left, right) = (list(old), list(new))
    defer { compareSpelling(part, old, new) }
    compareLists(left, right) { comparison, name, values in
      let shown = names[name] ?? String(decoding: name, as: UTF8.self)
      let volatility = comparison.volatility(ofField: shown, values.0, values.1)
      comparison.addAlways(
        part, PrintedPlace.fieldName(shown), comparison.shown(values.0?[...], values.1?[...]),
        kind: values.2, volatility: volatility)
    }
  }

  /// Compares the case of names, and the order of fields with different names (RFC 9110 §5.1 and
  /// §5.3).
  private mutating func compareSpelling(
    _ part: MessageDifference.Part, _ old: HeaderFields, _ new: HeaderFields
  ) {
    let both = Self.names(old).intersection(Self.names(new))
    func spellings(_ fields: HeaderFields) -> [[UInt8]: [String]] {
      Dictionary(grouping: fields.fields.map(\.name)) { $0.utf8.map(\.asciiLowercased) }
    }
    let (before, after) = (spellings(old), spellings(new))
    for name in both.sorted(by: Self.precedes) {
      let pairs = zip(before[name] ?? [], after[name] ?? [])
      guard let pair = pairs.first(where: { !$0.0.hasSameUTF8(as: $0.1) }) else { continue }
      add(part, "(case)", pair.0, pair.1, volatility: .transfer)
    }
    func order(_ fields: HeaderFields) -> [[UInt8]] {
      // Of a name that repeats, as many as both have.
      var left = both.reduce(into: [:]) {
        $0[$1] = min(before[$1]?.count ?? 0, after[$1]?.count ?? 0)
      }
      return fields.fields.map { $0.name.utf8.map(\.asciiLowercased) }.filter { name in
        guard let count = left[name], count > 0 else { return false }
        left[name] = count - 1
        return true
      }
    }
    let orders = (order(old), order(new))
    guard orders.0 != orders.1 else { return }
    addAlways(
      part, "(order)", shown(Self.joined(orders.0)[...], Self.joined(orders.1)[...]),
      kind: .changed,
      volatility: .transfer)
  }

  /// Says where fields stand that follow from the body, behind the same fields.
  private mutating func compareImpliedFields(
    _ old: Interaction.Response, _ new: Interaction.Response
  ) {
    let implied = FieldOrder.Implied.allCases.filter { field in
      [old, new].contains { $0.fieldOrder?.spelling(of: field) != nil }
    }
    func names(_ response: Interaction.Response, with implied: [FieldOrder.Implied]) -> String {
      var section = response.headers
      for field in implied where section[field.rawValue] == nil {
        section.insert(field, "", at: response.fieldOrder)
      }
      return section.fields.map { $0.name.lowercased() }.joined(separator: ", ")
    }
    guard !implied.isEmpty, names(old, with: []) == names(new, with: []) else { return }
    add(
      .header, "(order)", names(old, with: implied), names(new, with: implied),
      volatility: .transfer)
  }

  private static func names(_ fields: HeaderFields) -> Set<[UInt8]> {
    Set(fields.fields.map { $0.name.utf8.map(\.asciiLowercased) })
  }

  /// Why the difference of two values of a field has no information about the service; nil when it
  /// has.
  func volatility(ofField name: String, _ old: [UInt8]?, _ new: [UInt8]?)
    -> Volatility.Reason?
  {
    if let reason = volatility.reason(ofHeader: name) { return reason }
    guard let old, let new else { return nil }
    let (left, right) = (String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self))
    guard
      volatility.stableValue(ofHeader: name, left)
        .hasSameUTF8(as: volatility.stableValue(ofHeader: name, right))
    else { return nil }
    return VolatileValue.reason(ofHeader: name)
  }

  // MARK: - Lists

  /// Compares names with values; a name may have several values.
  ///
  /// - Parameters:
  ///   - old: The old pairs in order.
  ///   - new: The new pairs in order.
  ///   - report: Called for each difference with the comparison itself, the name, the old and the
  ///     new value, and the kind.
  mutating func compareLists(
    _ old: [([UInt8], [UInt8])], _ new: [([UInt8], [UInt8])],
    _ report: (
      inout MessageComparison, [UInt8], ([UInt8]?, [UInt8]?, MessageDifference.Kind)
    ) -> Void
  ) {
    var names: [[UInt8]] = []
    var values: [[UInt8]: (old: [[UInt8]], new: [[UInt8]])] = [:]
    for (name, value) in old {
      if values[name] == nil { names.append(name) }
      values[name, default: ([], [])].old.append(value)
    }
    for (name, value) in new {
      if values[name] == nil { names.append(name) }
      values[name, default: ([], [])].new.append(value)
    }
    for name in names {
      guard let (left, right) = values[name], left != right else { continue }
      if left.count == right.count, left.count > 1,
        left.sorted(by: Self.precedes) == right.sorted(by: Self.precedes)
      {
        report(&self, name, (Self.joined(left), Self.joined(right), .moved))
        continue
      }
      // Values that both sides have at any position are removed; the rest is paired in order.
      var counts: [[UInt8]: Int] = [:]
      for value in right { counts[value, default: 0] += 1 }
      let gone = left.filter { Self.take($0, &counts) }
      counts = [:]
      for value in left { counts[value, default: 0] += 1 }
      let come = right.filter { Self.take($0, &counts) }
      for index in 0..<max(gone.count, come.count) {
        let before = index < gone.count ? gone[index] : nil
        let after = index < come.count ? come[index] : nil
        report(
          &self, name,
          (before, after, before == nil ? .added : after == nil ? .removed : .changed))
      }
    }
  }

  /// True when the value is not among the counted ones; otherwise its count is reduced by one.
  private static func take(_ value: [UInt8], _ counts: inout [[UInt8]: Int]) -> Bool {
    guard let count = counts[value], count > 0 else { return true }
    counts[value] = count - 1
    return false
  }

  static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  static func joined(_ values: [[UInt8]]) -> [UInt8] {
    Array(values.joined(separator: ", ".utf8))
  }

  // MARK: - Adding

  /// Adds a difference when the values are not equal.
  mutating func add(
    _ part: MessageDifference.Part, _ place: String, _ old: String?, _ new: String?,
    volatility: Volatility.Reason? = nil
  ) {
    if let old, let new, old.hasSameUTF8(as: new) { return }
    guard old != nil || new != nil else { return }
    let kind: MessageDifference.Kind = old == nil ? .added : new == nil ? .removed : .changed
    // A URL may exceed the width of a line.
    if part == .url, max(old?.utf8.count ?? 0, new?.utf8.count ?? 0) < 400 {
      let texts = ShownValues.distinct(old.map(PrintableText.line), new.map(PrintableText.line))
      return addAlways(part, place, texts.0, texts.1, kind: kind, volatility: volatility)
    }
    let values = shown(old.map { Array($0.utf8)[...] }, new.map { Array($0.utf8)[...] })
    addAlways(part, place, values, kind: kind, volatility: volatility)
  }

  /// Adds a difference of two values.
  mutating func addAlways(
    _ part: MessageDifference.Part, _ place: String, _ values: ShownValues,
    kind: MessageDifference.Kind, volatility: Volatility.Reason? = nil
  ) {
    addAlways(
      part, place, values.old, values.new, kind: kind, hunks: values.hunks, isCut: values.isCut,
      volatility: volatility)
  }

  /// Adds a difference.
  mutating func addAlways(
    _ part: MessageDifference.Part, _ place: String, _ old: String?, _ new: String?,
    kind: MessageDifference.Kind, hunks: [TextHunk] = [], isCut: Bool = false,
    volatility: Volatility.Reason? = nil
  ) {
    found.append(
      PlacedDifference(
        difference: MessageDifference(
          side: side, part: part, kind: kind, place: place, old: old, new: new, hunks: hunks,
          isCut: isCut, volatility: volatility)))
  }

  /// Adds differences that were found by another comparison.
  mutating func add(_ differences: [PlacedDifference]) { found += differences }
}
