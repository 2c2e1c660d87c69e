#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes interactions; each interaction has exactly one form.
///
/// The keys of an item come in this order: `match`, `times` (a rule comes first, so that a reader
/// that only needs method and URL finds it), `request`, then `response`, or `error` or `left`, or
/// `response`, perhaps with `messages`, and one of them, `seconds`, `recorded_at`. Within a
/// message: first line, `headers`, `body`, `trailers`, as on the wire.
package struct CassetteWriter: Sendable {
  /// The text that opens every new cassette: version and the `interactions` key.
  package static let prologue = Array(
    "\(HeadingKey.vcr.rawValue): 1\n\(HeadingKey.interactions.rawValue):\n".utf8)

  /// The name of the folder for side files, from `SideFiles`; nil to write every body into the
  /// item.
  var sideFolder: String?

  /// Creates a writer.
  ///
  /// - Parameter sideFolder: The name of the folder for side files; nil to write every body into
  ///   the item.
  package init(sideFolder: String? = nil) { self.sideFolder = sideFolder }

  /// The text of one item, from its `- ` to its final newline, without side files.
  package func item(_ interaction: Interaction) -> [UInt8] {
    var files: [SideFile] = []
    return CassetteWriter().item(interaction, files: &files)
  }

  /// The text of one item, from its `- ` to its final newline.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - files: Receives the side files to which the text refers. They have to be on the disk
  ///     before the text is.
  /// - Returns: The text.
  package func item(_ interaction: Interaction, files: inout [SideFile]) -> [UInt8] {
    var out: [UInt8] = []
    var length = min(interaction.request.body.count, Body.memoryLimit)
    if case .response(let response) = interaction.outcome {
      length += min(response.body.count, Body.memoryLimit)
    }
    out.reserveCapacity(1024 + length * 2)
    if let rule = interaction.rule { append(rule, to: &out) }
    append(interaction.request, to: &out, files: &files)
    switch interaction.outcome {
    case .response(let response):
      append(response, toMethod: interaction.request.method, to: &out, files: &files)
      append(response.messages, to: &out, files: &files)
    case .failure: break
    }
    out += lines(failure: interaction.outcome.failure)
    out += lines(seconds: interaction.seconds)
    out += lines(recordedAt: interaction.recordedAt)
    out[0] = UInt8(ascii: "-")
    return out
  }

  /// The line of an item with its duration; none for nil.
  func lines(seconds: Double?) -> [UInt8] {
    guard let seconds else { return [] }
    var out = ItemKey.seconds.lineStart
    out.appendMilliseconds(seconds)
    out.append(UInt8(ascii: "\n"))
    return out
  }

  /// The line of an item with the time of its recording; none for nil.
  func lines(recordedAt date: Date?) -> [UInt8] {
    guard let date else { return [] }
    var out = ItemKey.recordedAt.lineStart
    Timestamp.append(date, to: &out)
    out.append(UInt8(ascii: "\n"))
    return out
  }

  private func append(_ rule: Interaction.Rule, to out: inout [UInt8]) {
    if rule.isPattern && rule.match == nil {
      line(ItemKey.match, "pattern", to: &out)
    } else if let words = rule.match {
      let words = words + (rule.isPattern ? ["pattern"] : [])
      start(ItemKey.match, words.isEmpty ? " []\n" : "\n", to: &out)
      for word in words {
        out.append(contentsOf: "  - ".utf8)
        YAMLScalar.append(word.utf8, to: &out)
        out.append(UInt8(ascii: "\n"))
      }
    }
    if let times = rule.times {
      start(ItemKey.times, " ", to: &out)
      out.append(contentsOf: times == .max ? "any\n".utf8 : "\(times)\n".utf8)
    }
  }

  private func append(
    _ request: Interaction.Request, to out: inout [UInt8], files: inout [SideFile]
  ) {
    start(ItemKey.request, "\n", to: &out)
    line(RequestKey.method, request.method, to: &out)
    line(RequestKey.url, request.url, to: &out)
    if let version = request.http { line(RequestKey.http, version, to: &out) }
    append(request.headers, key: RequestKey.headers, to: &out)
    BodyWriter(
      contentType: request.headers["content-type"], indent: 4, sideFolder: sideFolder,
      coding: request.headers["content-encoding"]
    ).append(request.body, to: &out, files: &files)
    append(request.trailers, key: RequestKey.trailers, to: &out)
  }

  private func append(
    _ response: Interaction.Response, toMethod method: String, to out: inout [UInt8],
    files: inout [SideFile]
  ) {
    let start = out.count
    self.start(ItemKey.response, "\n", to: &out)
    let empty = out.count
    append(response.interim, to: &out)
    if let status = response.status {
      self.start(ResponseKey.status, " ", to: &out)
      append(status: status, response.reason, to: &out)
    }
    if let version = response.http { line(ResponseKey.http, version, to: &out) }
    if let type = response.mediaType { line(ResponseKey.mediaType, type, to: &out) }
    if let name = response.textEncoding { line(ResponseKey.textEncoding, name, to: &out) }
    if let count = response.awaits {
      self.start(ResponseKey.awaits, " ", to: &out)
      out.append(contentsOf: "\(count)\n".utf8)
    }
    let kept = Self.keptTransferFields(of: response, toMethod: method)
    append(
      response.headers, key: ResponseKey.headers, order: .headerOrder, keeping: kept,
      with: Self.impliedFields(of: response, toMethod: method, keeping: kept),
      at: response.fieldOrder, to: &out)
    if response.hasUnknownLength, response.hasContent(toMethod: method) {
      line(ResponseKey.length, InteractionReader.unknownLength, to: &out)
    }
    BodyWriter(
      contentType: response.headers["content-type"], indent: 4, sideFolder: sideFolder,
      coding: response.headers["content-encoding"]
    ).append(response.body, to: &out, files: &files)
    append(
      response.trailers, key: ResponseKey.trailers, order: .trailerOrder, to: &out)
    if out.count == empty {
      out.removeSubrange(start...)
      self.start(ItemKey.response, " {}\n", to: &out)
    }
  }

  private func append(
    _ messages: [Interaction.WebSocketMessage], to out: inout [UInt8], files: inout [SideFile]
  ) {
    guard !messages.isEmpty else { return }
    start(ItemKey.messages, "\n", to: &out)
    for message in messages {
      let start = out.count
      if let after = message.after {
        out += MessageKey.after.lineStart
        out.appendMilliseconds(after)
        out.append(UInt8(ascii: "\n"))
      }
      switch message.content {
      case .text(let body):
        BodyWriter(contentType: nil, indent: MessageKey.column, sideFolder: sideFolder)
          .append(text: body, under: message.sender.key, to: &out, files: &files)
      case .binary(let body):
        BodyWriter(contentType: nil, indent: MessageKey.column, sideFolder: sideFolder)
          .append(binary: body, under: message.sender.key, to: &out, files: &files)
      case .close(let code, let reason):
        out += MessageKey.close.lineStart
        append(
          status: code ?? Interaction.WebSocketMessage.noCode, reason.isEmpty ? nil : reason,
          to: &out)
        line(MessageKey.by, message.sender.rawValue, to: &out)
      }
      out[start + MessageKey.column - 2] = UInt8(ascii: "-")
    }
  }

  /// Appends the code and the reason of a status line, or of the end of a WebSocket; an empty
  /// reason stands as a space after the code.
  private func append(status: Int, _ reason: String?, to out: inout [UInt8]) {
    if let reason {
      YAMLScalar.append("\(status) \(reason)".utf8, to: &out)
    } else {
      out.append(contentsOf: String(status).utf8)
    }
    out.append(UInt8(ascii: "\n"))
  }

  private func append(_ interim: [Interaction.Interim], to out: inout [UInt8]) {
    guard !interim.isEmpty else { return }
    start(ResponseKey.interim, "\n", to: &out)
    for response in interim {
      out.append(contentsOf: "    - \(InterimKey.status.rawValue): ".utf8)
      append(status: response.status, response.reason, to: &out)
      var section: [UInt8] = []
      append(
        response.headers, key: ResponseKey.headers, order: .headerOrder, to: &section)
      // An element of a list stands two columns further to the right.
      for line in section.split(separator: UInt8(ascii: "\n")) {
        out.appendSpaces(2)
        out.append(contentsOf: line)
        out.append(UInt8(ascii: "\n"))
      }
    }
  }

  /// The lines of an item that say how it failed or broke off; none for nil.
  func lines(failure: Interaction.Failure?) -> [UInt8] {
    guard let failure else { return [] }
    var out: [UInt8] = []
    if failure.isLeft {
      line(ItemKey.left, InteractionReader.client, to: &out)
    } else {
      append(failure, to: &out)
    }
    return out
  }

  private func append(_ failure: Interaction.Failure, to out: inout [UInt8]) {
    start(ItemKey.error, "\n", to: &out)
    line(ErrorKey.code, failure.code, to: &out)
    line(ErrorKey.domain, failure.domain, to: &out)
    start(ErrorKey.number, " ", to: &out)
    out.append(contentsOf: "\(failure.number)\n".utf8)
    line(ErrorKey.message, failure.message, to: &out)
    if let reset = failure.reset { line(ErrorKey.reset, reset.description, to: &out) }
  }

  /// The fields of a response that are written although they describe a transfer.
  ///
  /// The length of a response without content describes what a GET would have returned (RFC 9110
  /// §8.6), and that of a response that broke off what was still to come. Where none is announced
  /// as a rule, one that was is kept: for a stream, before trailer fields, and over HTTP/2 for no
  /// content. Trailer fields that were announced reach clients that did not ask for them (§6.6.2),
  /// and what announces some that never came has its place after chunks all the same.
  static func keptTransferFields(
    of response: Interaction.Response, toMethod method: String
  ) -> TransferFields.Kinds {
    var kept: TransferFields.Kinds = [.announcement, .meant(by: response.status)]
    if method == "HEAD" || response.status == 304 || response.failure != nil
      || !response.announcesLengthByRule
    {
      kept.insert(.length)
    }
    return kept
  }

  /// The fields of a response's head that are not written, as they follow from its body.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - method: The request's method.
  ///   - kept: The kinds that are written.
  /// - Returns: The fields in the order in which a replay adds them.
  static func impliedFields(
    of response: Interaction.Response, toMethod method: String, keeping kept: TransferFields.Kinds
  ) -> [FieldOrder.Implied] {
    guard response.hasContent(toMethod: method) else { return [] }
    return (response.body.encoding == nil ? [] : [.coding])
      + (kept.contains(.length) || response.hasUnknownLength ? [] : [.length])
  }

  /// Appends a section, with repeated names as a list in the place of their first value, and the
  /// order of the fields on the wire, where it is another and the section has a key for it.
  private func append<Key: CassetteKeys>(
    _ section: HeaderFields, key: Key, order: Key? = nil, keeping kept: TransferFields.Kinds = [],
    with implied: [FieldOrder.Implied] = [], at places: FieldOrder? = nil, to out: inout [UInt8]
  ) {
    let fields = Self.written(section, keeping: kept)
    let groups = Self.groups(of: fields)
    if !fields.isEmpty { start(key, "\n", to: &out) }
    for group in groups { append(group, to: &out) }
    if let order,
      let words = FieldOrderMemo.shared.words(of: fields, in: groups, with: implied, at: places)
    {
      line(order, words, to: &out)
    }
  }

  /// The fields of a section that are written.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - kept: The kinds that do not only describe the transfer here.
  ///   - known: A section that a person wrote, whose fields are kept whatever they describe.
  /// - Returns: The fields in their order on the wire.
  static func written(
    _ section: HeaderFields, keeping kept: TransferFields.Kinds, besides known: HeaderFields = [:]
  ) -> [HeaderField] {
    let unrecorded = TransferFields.Kinds.unrecorded.subtracting(kept)
    return section.fields.filter { field in
      !TransferFields.contains(field.name, in: unrecorded)
        || known.fields.contains { $0.name == field.name }
    }
  }

  /// Groups fields by name.
  ///
  /// Names that differ only in case are groups of their own, unless they alternate: the order of
  /// their values has a meaning (RFC 9110 §5.3).
  ///
  /// - Parameter fields: The fields in their order on the wire.
  /// - Returns: The fields of each name, in the order of the first occurrences.
  static func groups(of fields: [HeaderField]) -> [[HeaderField]] {
    guard repeatsName(fields) else { return fields.map { [$0] } }
    // The places of the fields of each name in any case, divided into runs of one spelling.
    var places: [[UInt8]: [Int]] = [:]
    var runs: [[UInt8]: [(name: String, start: Int)]] = [:]
    var open: Set<String> = []
    for (place, field) in fields.enumerated() {
      let key = field.name.utf8.map(\.asciiLowercased)
      if open.insert(field.name).inserted {
        runs[key, default: []].append((field.name, places[key]?.count ?? 0))
      } else {
        // The runs after this name's are merged into it.
        while let last = runs[key]?.last, last.name != field.name {
          open.remove(last.name)
          runs[key]?.removeLast()
        }
      }
      places[key, default: []].append(place)
    }
    var groups: [(place: Int, fields: [HeaderField])] = []
    groups.reserveCapacity(runs.count)
    for (key, runs) in runs {
      let places = places[key] ?? []
      for (index, run) in runs.enumerated() {
        let end = index + 1 < runs.count ? runs[index + 1].start : places.count
        groups.append(
          (
            places[run.start],
            places[run.start..<end].map { fields[$0] }
          ))
      }
    }
    return groups.sorted { $0.place < $1.place }.map(\.fields)
  }

  /// True when two fields have the same name in any case, and for a section too long to see it at a
  /// glance.
  private static func repeatsName(_ fields: [HeaderField]) -> Bool {
    guard fields.count <= 32 else { return true }
    return fields.indices.contains { index in
      let name = fields[index].name
      return fields[..<index].contains {
        $0.name.utf8.count == name.utf8.count && $0.name.equalsIgnoringASCIICase(name)
      }
    }
  }

  /// The lines of the fields of one name.
  func lines(of group: [HeaderField]) -> [UInt8] {
    var out: [UInt8] = []
    append(group, to: &out)
    return out
  }

  private func append(_ group: [HeaderField], to out: inout [UInt8]) {
    append(name: group[0].name, to: &out)
    guard group.count > 1 else {
      append(value: group[0], latin1: "\n        ", to: &out)
      return
    }
    out.append(UInt8(ascii: "\n"))
    let isLong = group[0].name.utf8.count > Self.longestName
    for field in group {
      out.append(contentsOf: "      -".utf8)
      // A name that could be taken for the key of a value keeps the first one's spelling.
      if !field.name.hasSameUTF8(as: group[0].name), !isLong,
        field.name != FieldValueKey.latin1.rawValue
      {
        out.append(UInt8(ascii: " "))
        YAMLScalar.append(field.name.utf8, to: &out)
        out.append(UInt8(ascii: ":"))
        append(value: field, latin1: "\n          ", to: &out)
      } else {
        append(value: field, latin1: " ", to: &out)
      }
    }
  }

  /// The most bytes of a name that is a key without `? `, which may not be longer than 1,024
  /// characters (YAML 1.2 §8.2.2).
  private static let longestName = 300

  private func append(name: String, to out: inout [UInt8]) {
    out.append(contentsOf: "      ".utf8)
    let isLong = name.utf8.count > Self.longestName
    if isLong { out.append(contentsOf: "? ".utf8) }
    YAMLScalar.append(name.utf8, to: &out)
    if isLong { out.append(contentsOf: "\n      ".utf8) }
    out.append(UInt8(ascii: ":"))
  }

  private func append(value field: HeaderField, latin1: StaticString, to out: inout [UInt8]) {
    if field.isLatin1 {
      out.append(contentsOf: latin1.description.utf8)
      out.append(contentsOf: "\(FieldValueKey.latin1.rawValue): ".utf8)
    } else {
      out.append(UInt8(ascii: " "))
    }
    YAMLScalar.append(field.value.utf8, to: &out)
    out.append(UInt8(ascii: "\n"))
  }

  /// Appends a key with its colon and the rest of the line.
  private func start<Key: CassetteKeys>(_ key: Key, _ rest: StaticString, to out: inout [UInt8]) {
    out.appendSpaces(Key.column)
    out.append(contentsOf: key.rawValue.utf8)
    out.append(UInt8(ascii: ":"))
    rest.withUTF8Buffer { unsafe out.append(contentsOf: $0) }
  }

  private func line(_ key: some CassetteKeys, _ value: String, to out: inout [UInt8]) {
    start(key, " ", to: &out)
    YAMLScalar.append(value.utf8, to: &out)
    out.append(UInt8(ascii: "\n"))
  }
}
