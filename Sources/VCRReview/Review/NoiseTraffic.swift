import VCRCore

/// The messages of two recordings, as far as they show whether a value or a place has a meaning.
struct NoiseTraffic {
  /// A body that has places.
  private enum Content {
    case json(JSONText)
    case stream(StreamParts)

    /// True when a path selects a value that is meant.
    func has(_ path: JSONPath, _ isMeant: (JSONText, Int) -> Bool) -> Bool {
      switch self {
      case .json(let text): path.select(in: text).contains { isMeant(text, $0) }
      case .stream(let stream):
        stream.parts.contains { part in
          guard let json = stream.json(of: part) else { return false }
          return stream.selected(by: [path], of: part, json).contains { isMeant(json.text, $0) }
        }
      }
    }
  }

  /// The values that requests carry, with the number of requests.
  private var consumed: [String: Int] = [:]
  /// The short values that requests carry where an id stands.
  private var shortIDs: Set<String> = []
  /// The text of each request, without its header section and the host.
  private var requests: [[UInt8]] = []
  /// The words of these texts, with the number of requests.
  private var words: [[UInt8]: Int] = [:]
  /// All that responses say.
  private var responses: [UInt8] = []
  /// The bodies, those of responses first.
  private var contents: (responses: [Content], requests: [Content]) = ([], [])
  /// For each name of a place whether it selects an object or an array somewhere.
  private var structures: [String: Bool] = [:]
  /// For each name of a place whether it selects what requests carry in a response.
  private var carried: [String: Bool] = [:]

  /// The characters of words.
  private static let word = ByteSet(.alphanumeric, "-_")
  /// The length in bytes of the longest value that may be a count as well as an id.
  private static let longestShort = 2
  /// The length in bytes of the shortest value that is looked for among other words; shorter ones
  /// occur by chance.
  private static let shortest = 4
  /// The same for a value without a digit.
  private static let shortestWithoutDigit = 12

  /// Collects the messages of recordings.
  ///
  /// - Parameter files: The recordings.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  init(_ files: [CassetteFile]) throws {
    for file in files {
      for index in 0..<file.count {
        let interaction = try file.interaction(at: index)
        add(interaction.request)
        guard let response = interaction.response else { continue }
        responses += response.headers.fields.flatMap { Array($0.value.utf8) + [0x0A] }
        guard response.body.file == nil else { continue }
        responses += response.body.bytes + [0x0A]
        if let content = Self.content(response.body.bytes, MediaType(response.headers)) {
          contents.responses.append(content)
        }
      }
    }
  }

  private mutating func add(_ request: Interaction.Request) {
    let values = ConsumedValue.values(of: request)
    for value in Set(values.map(\.text)) where value.utf8.count > Self.longestShort {
      consumed[value, default: 0] += 1
    }
    for value in values where value.mayBeID && value.text.utf8.count <= Self.longestShort {
      shortIDs.insert(value.text)
    }
    let url = Array(request.url.utf8)
    let host = url.firstRange(of: Array("://".utf8))?.upperBound ?? 0
    var text = Array(url[host...].drop { $0 != UInt8(ascii: "/") }) + [0x0A]
    if request.body.file == nil {
      text += request.body.bytes
      if let content = Self.content(request.body.bytes, MediaType(request.headers)) {
        contents.requests.append(content)
      }
    }
    requests.append(text)
    for word in Set(text.split { !Self.word.contains($0) }) {
      words[Array(word), default: 0] += 1
    }
  }

  private static func content(_ body: [UInt8], _ type: MediaType?) -> Content? {
    switch BodyReading(body, type) {
    case .json(let text): .json(text)
    case .stream(let stream): .stream(stream)
    case .text: nil
    }
  }

  /// True for a value that a request carries where an id stands, or that is too long to be carried
  /// by chance.
  func carriesID(_ text: String) -> Bool {
    text.utf8.count <= Self.longestShort ? shortIDs.contains(text) : consumed[text] != nil
  }

  /// True for a value that a request carries; one that was cut is compared as far as it is known.
  ///
  /// - Parameters:
  ///   - shown: The value.
  ///   - side: Where it differs. One of a request is the client's own, unless another request
  ///     carries it, too, or a response handed it out.
  ///   - place: The place as `volatile` takes it: a short value is an id by its name.
  /// - Returns: Whether it is.
  func carries(_ shown: String, from side: MessageDifference.Side, at place: String) -> Bool {
    let text = NoisePlace.Nature.unquoted(shown)
    if text.utf8.count <= Self.longestShort {
      return shortIDs.contains(text) && NoisePlace.isCalledID(place)
    }
    let isCut = text.hasSuffix("…") || text.hasSuffix("…\"")
    var beginning = isCut ? String(text.prefix { $0 != "…" }) : text
    // What a request says is known without its host.
    if let host = beginning.firstRange(of: "://")?.upperBound,
      let path = beginning[host...].firstIndex(of: "/")
    {
      beginning = String(beginning[path...])
    }
    guard beginning.utf8.count > Self.longestShort else { return false }
    let asValue =
      isCut
      ? consumed.reduce(0) { $0 + ($1.key.hasPrefix(beginning) ? $1.value : 0) }
      : consumed[text] ?? 0
    let count = max(asValue, requestsWithWord(Array(beginning.utf8), isCut: isCut))
    guard side == .request, count == 1 else { return count > 0 }
    return responses.contains(Array(beginning.utf8), in: responses.indices)
  }

  /// The number of requests that hold a text as a whole word, in whatever format.
  private func requestsWithWord(_ text: [UInt8], isCut: Bool) -> Int {
    let hasDigit = text.contains(where: \.isASCIIDigit)
    guard text.count >= (hasDigit ? Self.shortest : Self.shortestWithoutDigit) else { return 0 }
    if !isCut, text.allSatisfy(Self.word.contains) { return words[text] ?? 0 }
    return requests.count { request in
      var start = 0
      while let found = request.firstRange(of: text, from: start) {
        let isBegin = found.lowerBound == 0 || !Self.word.contains(request[found.lowerBound - 1])
        let isEnd =
          isCut || found.upperBound == request.count
          || !Self.word.contains(request[found.upperBound])
        if isBegin, isEnd { return true }
        start = found.lowerBound + 1
      }
      return false
    }
  }

  /// True when a place is an object or an array in some body, so that it would be invisible as a
  /// whole there.
  ///
  /// - Parameter name: The place, as `volatile` takes it.
  /// - Returns: Whether it is.
  mutating func hasStructure(at name: String) -> Bool {
    if let known = structures[name] { return known }
    let found = findStructure(at: name)
    structures[name] = found
    return found
  }

  private func findStructure(at name: String) -> Bool {
    guard case .place(let path)? = try? VolatileName(named: name), path.pattern == nil else {
      return false
    }
    return (contents.responses + contents.requests).contains {
      $0.has(path) { text, node in
        text.nodes[node].kind == .object || text.nodes[node].kind == .array
      }
    }
  }

  /// True when a place in JSON holds values in some responses that requests carry.
  ///
  /// Such a value is put back, so that it does not differ; were the place named, a wrong one would
  /// not be seen.
  ///
  /// - Parameter name: The place, as `volatile` takes it.
  /// - Returns: Whether it does.
  mutating func hasCarried(at name: String) -> Bool {
    if let known = carried[name] { return known }
    guard case .place(let path)? = try? VolatileName(named: name), path.pattern == nil else {
      return false
    }
    let found = contents.responses.contains {
      $0.has(path) { text, node in
        [.string, .number].contains(text.nodes[node].kind)
          && carries(
            String(decoding: text.bytes[text.range(of: node)], as: UTF8.self), from: .response,
            at: name)
      }
    }
    carried[name] = found
    return found
  }
}
