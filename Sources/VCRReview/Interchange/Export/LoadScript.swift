#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// The requests of interactions in the order in which they were sent, for an engine that sends them
/// again and again: what an earlier response hands out is carried over, as in a verification.
struct LoadScript {
  /// A part of a text that is sent.
  enum Piece {
    /// Bytes that are sent as they were recorded.
    case bytes([UInt8])
    /// A value that is known only then: an expression, which Python and JavaScript have in common,
    /// and the name of the value.
    case value(String, name: String)
  }

  /// A carried value as a request writes it.
  private struct CarriedExpression {
    /// The expression, which Python and JavaScript have in common.
    var text: String
    /// The name of the value.
    var name: String
    /// The text before the value's stand-in, which is part of the expression.
    var before: [UInt8] = []
    /// The text behind the stand-in, which is part of the expression.
    var after: [UInt8] = []

    init(_ name: String, at slot: ValueSlot, standIn: String) {
      self.name = name
      text = slot.layers.reduce(#"v["\#(name)"]"#) { "\(Self.function(of: $1))(\($0))" }
      // A number has no quotes, but its stand-in has them.
      guard slot.layers.first == .number else { return }
      let written = slot.encoded(standIn)
      guard let place = written.firstRange(of: Array(standIn.utf8)) else { return }
      before = Array(written[..<place.lowerBound])
      after = Array(written[place.upperBound...])
    }

    /// The function of a script that writes a value in one way.
    private static func function(of layer: ValueSlot.Layer) -> String {
      switch layer {
      case .percent: "percent"
      case .path: "path"
      case .form: "form"
      case .string, .characters: "string"
      case .number: "number"
      case .markup: "markup"
      }
    }
  }

  /// A value to keep of a response.
  struct Carried: Hashable {
    /// The name under which it is kept.
    var name: String
    /// Where it is.
    var place: ResponsePlace
    /// The text before it at that place.
    var prefix = ""
    /// The text behind it.
    var suffix = ""
  }

  /// A request.
  struct Step {
    /// The seconds before it is sent.
    var pause: Double
    /// The method.
    var method: String
    /// The number of its origin among all.
    var origin: Int
    /// The part of the URL that follows the origin.
    var target: [Piece]
    /// The header fields, of which each name is there once.
    var headers: [(name: String, value: [Piece])]
    /// The body.
    var body: [Piece]
    /// The status that was recorded.
    var status: Int
    /// The values of the response that later requests carry.
    var carried: [Carried] = []
  }

  /// The requests.
  private(set) var steps: [Step] = []
  /// The scheme and authority of every service, in the order of the first request to each.
  private(set) var origins: [String] = []
  /// The names of the secrets that no response hands out.
  private(set) var secrets: [String] = []
  /// The values that are sent as they were recorded although they may differ in each run, with the
  /// request's number.
  private(set) var unwritten: [(index: Int, text: String)] = []

  /// Header fields that the engine sends by itself, or that are about one connection.
  private static func isOwn(header name: String) -> Bool {
    TransferFields.contains(name, in: TransferFields.Kinds.volatile.union(.proxy))
      || name == "accept-encoding"
  }

  /// The longest pause, in seconds: what took longer is likely another sitting.
  private static let longestPause = 60.0

  private let interactions: [Interaction]
  private let correlation: Correlation
  /// A word that no request holds, from which stand-ins for carried values are made.
  private let mark: [UInt8]
  /// The names of carried values by what they are, with the number of their source.
  private var names: [Carried: String] = [:]
  private var used: Set<String> = []
  /// The names of secrets that a response hands out, by its number and the name of the placeholder;
  /// nil for one whose place cannot be followed.
  private var secretNames: [String: String?] = [:]
  /// The places of the responses that hand out values, by the numbers of their requests.
  private var places: [Int: [String: ResponsePlace]] = [:]

  /// Makes the requests ready to be sent again.
  ///
  /// - Parameter interactions: The redacted interactions, each with a response.
  init(_ interactions: [Interaction]) {
    self.interactions = interactions
    correlation = Correlation(interactions)
    mark = Self.mark(unlike: interactions)
    for index in interactions.indices { steps.append(step(index)) }
  }

  private static func mark(unlike interactions: [Interaction]) -> [UInt8] {
    var mark = Array("vcrCarried".utf8)
    func isUsed(_ mark: [UInt8]) -> Bool {
      interactions.contains { interaction in
        let request = interaction.request
        let texts =
          [Array(request.url.utf8), request.body.bytes] + request.headers.fields.map(\.bytes)
        return texts.contains { $0.firstRange(of: mark) != nil }
      }
    }
    while isUsed(mark) { mark.append(UInt8(ascii: "X")) }
    return mark
  }

  // MARK: - A request

  private mutating func step(_ index: Int) -> Step {
    let recorded = interactions[index].request
    var expressions: [CarriedExpression] = []
    var changes: [(value: ConsumedValue, text: String)] = []
    for carried in correlation.carriedValues(of: recorded, at: index) {
      guard let name = keep(carried, for: index) else { continue }
      let mark = String(decoding: mark, as: UTF8.self) + "\(expressions.count)z"
      expressions.append(CarriedExpression(name, at: carried.value.slot, standIn: mark))
      changes.append((carried.value, mark))
    }
    let request = changes.isEmpty ? recorded : recorded.replacing(changes)
    func pieces(_ bytes: [UInt8], _ wrapping: String?) -> [Piece] {
      self.pieces(bytes, at: index, wrapping, expressions)
    }
    let (origin, target) = Self.split(request.url)
    if !origins.contains(origin) { origins.append(origin) }
    var headers: [(name: String, value: [Piece])] = []
    for (name, values) in request.headers.grouped(\.bytes) {
      let folded = name.lowercased()
      if Self.isOwn(header: folded) { continue }
      // The body is stored without its coding, unless that could not be undone.
      if folded == "content-encoding", !request.body.bytes.starts(with: [0x1F, 0x8B]) { continue }
      let separator = Array((CookiePlace.isResponse(name) == false ? "; " : ", ").utf8)
      headers.append((name, pieces(Array(values.joined(separator: separator)), nil)))
    }
    let type = MediaType(request.headers)
    let wrapping = type?.isForm == true ? "form" : type?.isJSON == true ? "string" : nil
    return Step(
      pause: pause(before: index), method: request.method,
      origin: origins.firstIndex(of: origin) ?? 0,
      target: pieces(Array(target.utf8), "percent"), headers: headers,
      body: pieces(request.body.bytes, wrapping), status: interactions[index].exported.status)
  }

  /// The origin of a URL, and what follows it.
  private static func split(_ url: String) -> (origin: String, target: String) {
    let whole = Array(url.prefix { $0 != "#" }.utf8)
    let ranges = URLRanges(whole.view)
    guard ranges.hasAuthority else { return ("", String(decoding: whole, as: UTF8.self)) }
    let (host, path) = (ranges.host.lowerBound, ranges.path.lowerBound)
    let origin = whole[..<ranges.userinfo.lowerBound] + whole[host..<path]
    let target = String(decoding: whole[path...], as: UTF8.self)
    return (String(decoding: origin, as: UTF8.self), (target.hasPrefix("/") ? "" : "/") + target)
  }

  /// The seconds between the end of the request before and this one.
  private func pause(before index: Int) -> Double {
    guard index > 0, let start = interactions[index].recordedAt,
      let before = interactions[index - 1].recordedAt
    else { return 0 }
    let gap = start.timeIntervalSince(before) - (interactions[index - 1].seconds ?? 0)
    return min(max((gap * 1000).rounded() / 1000, 0), Self.longestPause)
  }

  // MARK: - Carried values

  /// Keeps a value of an earlier response; nil where its place cannot be followed.
  private mutating func keep(_ carried: Correlation.CarriedValue, for index: Int) -> String? {
    let source = carried.source
    if places[source] == nil {
      places[source] = ResponsePlace.places(of: interactions[source].exported.response)
    }
    guard carried.value.slot.part == nil, let place = places[source]?[carried.place] else {
      unwritten.append(
        (
          index,
          "a value that the response to #\(carried.source + 1) hands out is sent as it was recorded"
        ))
      return nil
    }
    return keep(Carried(name: "", place: place), of: carried.source)
  }

  private mutating func keep(_ carried: Carried, of source: Int) -> String {
    // The name is that of the place and the number of the request.
    let hint: String
    switch (carried.place.part, carried.place.source) {
    case (.query(let name), _), (_, .header(let name)), (_, .cookie(let name)),
      (_, .form(let name)), (_, .field(let name, _)), (_, .element(let name, _)):
      hint = name
    case (_, .json(let steps)):
      hint =
        steps.reversed().lazy.compactMap { if case .name(let name) = $0 { name } else { nil } }
        .first ?? "value"
    case (_, .body): hint = "body"
    }
    let plain = hint.unicodeScalars.map { scalar in
      scalar.isASCII && UInt8(truncatingIfNeeded: scalar.value).isASCIILetter
        || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
    }
    var key = carried
    key.name = "\(source)"
    if let known = names[key] { return known }
    var name = String(plain.prefix(40)) + "_\(source + 1)"
    while !used.insert(name).inserted { name += "_" }
    names[key] = name
    steps[source].carried.append(
      Carried(
        name: name, place: carried.place, prefix: carried.prefix, suffix: carried.suffix))
    return name
  }

  /// The expression for a placeholder: of the response that hands the secret out, or a variable of
  /// the environment.
  private mutating func secret(_ name: String, for index: Int) -> (text: String, name: String) {
    if let source = correlation.source(ofPlaceholder: name, before: index) {
      let key = "\(source) \(name)"
      let kept: String?
      if let known = secretNames[key] {
        kept = known
      } else {
        let found = ResponsePlace.place(
          ofPlaceholder: name, in: interactions[source].exported.response)
        kept = found.map {
          keep(Carried(name: "", place: $0.place, prefix: $0.prefix, suffix: $0.suffix), of: source)
        }
        secretNames[key] = .some(kept)
      }
      if let kept { return (#"v["\#(kept)"]"#, kept) }
    }
    if !secrets.contains(name) { secrets.append(name) }
    return (#"secret["\#(name)"]"#, name)
  }

  // MARK: - Pieces

  /// A text in pieces: carried values in place of their stand-ins, and secrets in place of their
  /// placeholders.
  private mutating func pieces(
    _ bytes: [UInt8], at index: Int, _ wrapping: String?,
    _ expressions: [CarriedExpression]
  ) -> [Piece] {
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    func flush() {
      if !literal.isEmpty { pieces.append(.bytes(literal)) }
      literal = []
    }
    var position = 0
    while position < bytes.count {
      let rest = bytes[position...]
      if bytes[position] == mark[0], rest.starts(with: mark),
        let end = rest.firstIndex(of: UInt8(ascii: "z")),
        let number = Int(String(decoding: rest[(position + mark.count)..<end], as: UTF8.self)),
        expressions.indices.contains(number)
      {
        let expression = expressions[number]
        position = end + 1
        if literal.suffix(expression.before.count).elementsEqual(expression.before),
          bytes[position...].starts(with: expression.after)
        {
          literal.removeLast(expression.before.count)
          position += expression.after.count
        }
        flush()
        pieces.append(.value(expression.text, name: expression.name))
        continue
      }
      let byte = bytes[position]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "%"),
        let end = Placeholder.end(bytes.view, at: position)
      {
        let inForm = Placeholder.nameInForm(bytes.view, at: position)
        if let range = inForm ?? Placeholder.name(bytes.view, at: position) {
          flush()
          let secret = secret(String(decoding: bytes[range], as: UTF8.self), for: index)
          let wrapping = inForm == nil ? wrapping : "form"
          pieces.append(
            .value(wrapping.map { "\($0)(\(secret.text))" } ?? secret.text, name: secret.name))
        } else {
          unwritten.append((index, "a secret within an encoded text is sent as its placeholder"))
          literal += bytes[position..<end]
        }
        position = end
        continue
      }
      literal.append(byte)
      position += 1
    }
    flush()
    return pieces
  }
}
