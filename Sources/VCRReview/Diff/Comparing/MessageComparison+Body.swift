import VCRCore

extension MessageComparison {
  /// A body with the header fields that describe it.
  typealias Content = (body: Body, headers: HeaderFields, mediaType: String?)

  /// Compares two bodies by their format: JSON, a form, parts, events, lines of text, or else by
  /// size.
  mutating func compareBodies(_ old: Content, _ new: Content) {
    add(.encoding, "", old.body.encoding, new.body.encoding)
    if old.body.encoded != new.body.encoded {
      addAlways(
        .encoding, "", Self.words(old.body.encoded), Self.words(new.body.encoded),
        kind: .changed, volatility: .transfer)
    }
    if old.body.chunks != new.body.chunks { compareChunks(old.body, new.body) }
    guard !old.body.hasSameBytes(as: new.body) else { return }
    guard old.body.file == nil, new.body.file == nil else {
      // A body too large for memory is described by its size and digest.
      addAlways(
        .binary, "", Self.size(old.body), Self.size(new.body),
        kind: old.body.isEmpty ? .added : new.body.isEmpty ? .removed : .changed)
      return
    }
    if let left = messages(old), let right = messages(new) {
      return compare(Document(left, type: nil), Document(right, type: nil), place: "")
    }
    let types = (Self.type(old), Self.type(new))
    compare(
      Document(old.body.bytes, type: types.0), Document(new.body.bytes, type: types.1), place: "")
  }

  /// How the bytes in a content coding come back, in words.
  private static func words(_ form: EncodedForm?) -> String? {
    switch form {
    case nil: nil
    case .settings(let settings): PrintableText.line(settings)
    case .bytes(let bytes): "\(Quantity.of(bytes.count, "byte")) of its own"
    case .file: "bytes of its own in a file"
    }
  }

  private static func size(_ body: Body) -> String? {
    guard !body.isEmpty else { return nil }
    let digest = body.file.map { ", SHA-256 \($0.identity.prefix(16))…" } ?? ""
    return "\(body.count) bytes\(digest)"
  }

  /// The media type that a message says its body has.
  static func type(_ content: Content) -> MediaType? {
    MediaType(content.headers) ?? content.mediaType.map { MediaType($0) }
  }

  private mutating func compareChunks(_ old: Body, _ new: Body) {
    if old.bytes == new.bytes, old.chunks.map(\.length) != new.chunks.map(\.length) {
      let cuts = (old.chunks.map(\.length), new.chunks.map(\.length))
      let alike = zip(cuts.0, cuts.1).prefix { $0 == $1 }.count
      func words(_ lengths: [Int]) -> String {
        alike < lengths.count
          ? "\(lengths.count), the first other one of \(Quantity.of(lengths[alike], "byte"))"
          : "\(lengths.count)"
      }
      addAlways(.text, "pieces", words(cuts.0), words(cuts.1), kind: .changed)
    } else if old.chunks.map(\.after) != new.chunks.map(\.after)
      || old.chunks.map(\.awaits) != new.chunks.map(\.awaits)
    {
      addTimes("chunks", old.chunks.map(\.after), new.chunks.map(\.after))
    }
  }

  /// Adds the first times of two lists that differ, or the last ones where all that both have are
  /// the same.
  mutating func addTimes(_ place: String, _ old: [Double?], _ new: [Double?]) {
    let index = zip(old, new).prefix { $0 == $1 }.count
    let times = [old, new].map { list in
      (index < min(old.count, new.count) ? list[index] : list.last ?? nil).map { "\($0)" }
    }
    guard times != [nil, nil] else { return }
    addAlways(.time, place, times[0], times[1], kind: .changed, volatility: .time)
  }

  /// Bytes with a media type: a body, or a part of one.
  struct Document {
    var bytes: [UInt8]
    var type: MediaType?

    init(_ bytes: [UInt8], type: MediaType?) {
      self.bytes = bytes
      self.type = type
    }
  }

  /// Compares two documents whose bytes differ.
  mutating func compare(_ old: Document, _ new: Document, place: String) {
    guard !old.bytes.isEmpty, !new.bytes.isEmpty else { return compareToNothing(old, new, place) }
    // One line of a message of lines is one, too.
    let areLines = [old, new].allSatisfy { StreamFormat($0.type) == .lines }
    if areLines && compareLinesOfJSON(old, new, place) || compareJSON(old, new, place)
      || compareLinesOfJSON(old, new, place)
    {
      return
    }
    if place.isEmpty {
      if old.type?.isForm == true, new.type?.isForm == true {
        let count = found.count
        comparePairs(
          QueryPairs(old.bytes.view, in: old.bytes.indices),
          QueryPairs(new.bytes.view, in: new.bytes.indices), part: .value)
        if found.count > count { return }
      }
      if let left = Self.multipart(old), let right = Self.multipart(new) {
        return compareParts(left, right)
      }
    }
    guard let left = Self.text(old), var right = Self.text(new) else {
      let offset = zip(old.bytes, new.bytes).prefix { $0 == $1 }.count
      let isAlike = Self.size(old) == Self.size(new)
      return addAlways(
        .binary, place, Self.size(old),
        Self.size(new) + (isAlike ? ", differs from byte \(offset + 1) on" : ""), kind: .changed)
    }
    if let carried = volatility.carryingText(left, into: right, paths: jsonPaths) {
      if carried == left {
        return addAlways(
          .text, place, nil, "other text where a pattern is volatile", kind: .changed,
          volatility: .named)
      }
      right = carried
    }
    let isShort =
      !place.isEmpty && max(left.count, right.count) <= Excerpt.width && !left.contains(0x0A)
      && !right.contains(0x0A)
    if isShort {
      return addAlways(.value, place, shown(left[...], right[...]), kind: .changed)
    }
    let diff = LineDiff(left, right, limits)
    guard !diff.hunks.isEmpty else {
      // The texts differ only in the line feed at their end.
      return addAlways(
        .text, place, shown(left.suffix(20), right.suffix(20)), kind: .changed)
    }
    addAlways(
      .text, place, nil, nil, kind: .changed, hunks: diff.hunks, isCut: diff.isCut)
  }

  /// Reports a body that was added or removed.
  private mutating func compareToNothing(_ old: Document, _ new: Document, _ place: String) {
    let document = old.bytes.isEmpty ? new : old
    let kind: MessageDifference.Kind =
      old.bytes.isEmpty && new.bytes.isEmpty ? .changed : old.bytes.isEmpty ? .added : .removed
    guard let text = Self.text(document) else {
      let size = Self.size(document)
      return addAlways(
        .binary, place, kind == .removed ? size : nil, kind == .added ? size : nil, kind: kind)
    }
    let values = shown(
      kind == .removed ? text[...] : nil, kind == .added ? text[...] : nil, areJSON: true)
    addAlways(.text, place, values, kind: kind)
  }

  /// The size and media type of a document.
  private static func size(_ document: Document) -> String {
    let type = document.type.map { " of \(PrintableText.line($0.essence))" } ?? ""
    return "\(document.bytes.count) bytes\(type)"
  }

  /// The text of a document in UTF-8; nil when it is binary.
  private static func text(_ document: Document) -> [UInt8]? {
    guard let text = Charset.readable(document.bytes, document.type), !text.contains(0) else {
      return nil
    }
    return text
  }

  // MARK: - JSON

  private mutating func compareJSON(_ old: Document, _ new: Document, _ place: String) -> Bool {
    guard let left = BodyReading.json(old.bytes, old.type),
      let right = BodyReading.json(new.bytes, new.type)
    else { return false }
    add(left, right, place: place, volatile: jsonPaths)
    return true
  }

  /// Compares two values of a field of a form, or of an item of a query, that are JSON.
  ///
  /// - Returns: False for any others.
  mutating func compareJSON(
    _ old: [UInt8]?, _ new: [UInt8]?, inPair name: [UInt8], of unit: StreamScope.Unit
  ) -> Bool {
    guard let left = old.flatMap({ JSONText(structure: $0) }),
      let right = new.flatMap({ JSONText(structure: $0) })
    else { return false }
    add(
      left, right, place: Self.words(unit, name),
      volatile: jsonPaths.compactMap { $0.inPair(named: name, of: unit) })
    return true
  }

  private mutating func add(
    _ left: JSONText, _ right: JSONText, place: String, volatile paths: [JSONPath]
  ) {
    var diff = JSONTreeDiff(
      left, right, side: side, place: place.isEmpty ? "" : place + " ", volatile: paths,
      limits: limits)
    diff.tellsSpelling = true
    diff.expectsNewIDs = expectsNewIDs
    // A search for noise looks into a string itself, as it names all of its places or none.
    diff.looksIntoStrings = !expectsNewIDs
    let differences = diff.differences()
    guard differences.isEmpty else { return add(differences) }
    addAlways(
      .text, place, nil,
      "the same JSON value, written differently: \(Self.spelling(left.bytes, right.bytes))",
      kind: .changed)
  }

  /// How two texts of one JSON value differ.
  private static func spelling(_ old: [UInt8], _ new: [UInt8]) -> String {
    func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
      text.dropLast(text.reversed().prefix { $0 <= 0x20 }.count).drop { $0 <= 0x20 }
    }
    func compact(_ text: [UInt8]) -> [UInt8] { JSONLayout.restore(text[...], isSpaced: false) }
    if trimmed(old) == trimmed(new) { return "white space before it or behind it" }
    var texts = (compact(old), compact(new))
    if texts.0 == texts.1 { return "white space within it" }
    JSONMemberOrder.sort(&texts.0)
    JSONMemberOrder.sort(&texts.1)
    return texts.0 == texts.1 ? "members in another order" : "names of members in other escapes"
  }

  /// Compares line-delimited JSON and event streams line by line and event by event.
  private mutating func compareLinesOfJSON(_ old: Document, _ new: Document, _ place: String)
    -> Bool
  {
    if let left = StreamDocument(events: old.bytes, type: old.type, volatile: jsonPaths),
      let right = StreamDocument(events: new.bytes, type: new.type, volatile: jsonPaths)
    {
      add(left, right, place: place)
      return true
    }
    guard let left = StreamDocument(lines: old.bytes, type: old.type, volatile: jsonPaths),
      let right = StreamDocument(lines: new.bytes, type: new.type, volatile: jsonPaths)
    else { return false }
    add(left, right, place: place)
    return true
  }

  private mutating func add(_ left: StreamDocument, _ right: StreamDocument, place: String) {
    var diff = JSONTreeDiff(
      left, right, side: side, place: place.isEmpty ? "" : place + " ", limits: limits)
    diff.tellsSpelling = true
    diff.expectsNewIDs = expectsNewIDs
    // A search for noise looks into a string itself, as it names all of its places or none.
    diff.looksIntoStrings = !expectsNewIDs
    let differences = diff.differences()
    guard differences.isEmpty else { return add(differences) }
    guard left.rest != right.rest else {
      // Only events that do not count are others, such as comments.
      return addAlways(
        .text, place, nil, "other events that are ignored", kind: .changed, volatility: .named)
    }
    addAlways(.text, place, nil, "the same JSON values, written differently", kind: .changed)
  }

  var jsonPaths: [JSONPath] {
    messagePaths
      ?? volatility.jsonPaths + (side == .request ? volatility.ignoredRequestPaths : [])
  }

  // MARK: - Parts

  /// The parts of a document; nil for one that has none.
  static func multipart(_ document: Document) -> MultipartBody? {
    guard let type = document.type, type.isMultipart, let boundary = type.parameter("boundary"),
      !boundary.isEmpty
    else { return nil }
    return MultipartBody(document.bytes, boundary: boundary)
  }

  /// Compares parts by name; the order counts only among parts with the same name.
  private mutating func compareParts(_ old: MultipartBody, _ new: MultipartBody) {
    for pair in NamedPairs.of(old.parts, new.parts, by: \.name) {
      let left = pair.old.map { Self.document($0, of: old) }
      let right = pair.new.map { Self.document($0, of: new) }
      guard let part = pair.old ?? pair.new else { continue }
      guard let left, let right, let partner = pair.new else {
        addAlways(
          .value, Self.place(part), shown(left?.bytes[...], right?.bytes[...]),
          kind: left == nil ? .added : .removed)
        continue
      }
      let (fields, others) = (old.fields(of: part), new.fields(of: partner))
      if fields.map(\.value) != others.map(\.value) || fields.map(\.name) != others.map(\.name) {
        compareLists(
          fields.map { (Array($0.name.utf8.map(\.asciiLowercased)), $0.value) },
          others.map { (Array($0.name.utf8.map(\.asciiLowercased)), $0.value) }
        ) { comparison, name, values in
          let field = (fields + others).first { $0.name.utf8.map(\.asciiLowercased) == name }
          let place = field?.name ?? ""
          let isVolatile =
            values.2 == .changed
            && comparison.jsonPaths.contains { $0.isField(place, ofPart: part.name) }
          comparison.addAlways(
            .value, "\(Self.place(part)) \(PrintedPlace.fieldName(place))",
            comparison.shown(values.0?[...], values.1?[...]), kind: values.2,
            volatility: isVolatile ? .named : nil)
        }
      }
      guard left.bytes != right.bytes else { continue }
      guard !isVolatile(.part, Array(part.name.utf8)) else {
        addAlways(
          .value, Self.place(part), shown(left.bytes[...], right.bytes[...]), kind: .changed,
          volatility: .named)
        continue
      }
      let paths = messagePaths
      messagePaths = jsonPaths.compactMap { $0.inPart(named: part.name) }
      compare(left, right, place: Self.place(part))
      messagePaths = paths
    }
    let names = [old, new].map { $0.parts.map { Array($0.name.utf8) } }
    if names[0] != names[1],
      names[0].sorted(by: Self.precedes) == names[1].sorted(by: Self.precedes)
    {
      addAlways(
        .value, "parts", shown(Self.joined(names[0])[...], Self.joined(names[1])[...]),
        kind: .changed
      )
    }
    compareAround(old.preamble, new.preamble, "preamble")
    compareAround(old.epilogue, new.epilogue, "epilogue")
  }

  /// Compares what stands before the first delimiter, or behind the last one.
  private mutating func compareAround(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, _ name: String
  ) {
    guard old != new else { return }
    addAlways(
      .text, name, shown(old.isEmpty ? nil : old, new.isEmpty ? nil : new),
      kind: old.isEmpty ? .added : new.isEmpty ? .removed : .changed)
  }

  /// A part as a document.
  static func document(_ part: MultipartBody.Part, of body: MultipartBody) -> Document {
    Document(
      Array(body.bytes[part.content]),
      type: part.mediaType.isEmpty ? nil : MediaType(part.mediaType))
  }

  /// The name of a part, as `volatile` takes it.
  static func place(_ part: MultipartBody.Part) -> String { words(.part, Array(part.name.utf8)) }

  /// A field of a form or a part, as `volatile` takes it.
  static func words(_ unit: StreamScope.Unit, _ name: [UInt8]) -> String {
    guard let valid = String(validating: name, as: UTF8.self) else {
      let step = JSONPath.step(name, isAlwaysQuoted: true)
      return "\(unit.rawValue)(\(step.dropFirst().dropLast()))"
    }
    return StreamScope(unit: unit, kind: valid).words
  }

  /// True for a field or part whose value is named as volatile.
  func isVolatile(_ unit: StreamScope.Unit, _ name: [UInt8]) -> Bool {
    jsonPaths.contains { $0.nameOfWhole(unit)?.utf8.elementsEqual(name) == true }
  }
}
