/// Values that nothing names in a response, and that later requests carry where an id stands: in
/// their path, in a header field, under the name of an id, or where the response to the request
/// calls them ids.
///
/// A word of a recorded response is one when no request up to that one has it; until a live
/// response has another in its place, it stays.
struct UnnamedValues {
  /// For each word that a request carries, the first of those requests, and the responses before it
  /// that have the word, in recorded order.
  private var known: [String: (use: Int, producers: [Int])] = [:]
  /// The responses that have such words.
  private var producing: Set<Int> = []
  /// The paths of the requests of those of them that may change something.
  private var making: [Int: [String]] = [:]
  /// The paths of all requests, as far as each name of words.
  private var paths: Set<[String]> = []
  /// The live words by recorded ones.
  private var words = CorrelatedValues()
  /// For each recorded word the response that had another in its place.
  private var sources: [String: Int] = [:]
  /// The values of requests that only the responses to them call ids, by the requests' numbers.
  private var called: [Int: Set<String>] = [:]

  /// How many responses that have a word are remembered at least; the oldest are dropped.
  private static let limit = 64

  /// Notes what a recorded request carries; requests are noted in their order.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - index: The number of the interaction, counted from 0.
  ///   - interaction: Gives the interaction where the request does not say all.
  /// - Throws: The errors of the closure.
  mutating func note<Failure>(
    _ request: Interaction.Request, at index: Int,
    _ interaction: () throws(Failure) -> Interaction
  ) throws(Failure) {
    let values = ConsumedValue.values(of: request)
    paths.formUnion(CreatedResource.paths(of: request))
    let doubtful = values.filter { !$0.mayBeID && ReplacedValues.mayBeID($0.text) }
    if !doubtful.isEmpty, case .response(let response) = try interaction().outcome {
      let ids = ProducedValue.ids(of: response).intersection(doubtful.map(\.text))
      if !ids.isEmpty { called[index] = ids }
    }
    for value in values where isID(value, at: index) {
      for word in Self.parts(of: value.text) where known[word] == nil {
        known[word] = (index, [])
      }
    }
  }

  /// True where a request has an id.
  private func isID(_ value: ConsumedValue, at index: Int) -> Bool {
    value.mayBeID || called[index]?.contains(value.text) == true
  }

  /// Notes a recorded response and its request, after all requests.
  mutating func note(
    _ response: Interaction.Response, to request: Interaction.Request, at index: Int
  ) {
    guard !known.isEmpty else { return }
    for word in ReplacedValues.words(of: response) {
      guard let use = known[word]?.use, use > index else { continue }
      known[word]?.producers.append(index)
      if let count = known[word]?.producers.count, count > 2 * Self.limit {
        known[word]?.producers.removeFirst(Self.limit)
      }
      producing.insert(index)
      if !request.isSafe { making[index] = request.pathSegments }
    }
  }

  /// Learns the words of a live response that stand in the places of others.
  ///
  /// - Parameters:
  ///   - response: The live response.
  ///   - recorded: The recorded response.
  ///   - index: The number of the interaction, counted from 0.
  /// - Returns: The words that later requests carry, each with the recorded one.
  mutating func learn(
    from response: Interaction.Response, recorded: Interaction.Response, at index: Int
  ) -> [(live: String, recorded: String)] {
    guard producing.contains(index) else { return [] }
    let pairs = ReplacedValues.places(
      of: response, ResponseWords(response, like: recorded),
      made: making[index].map { CreatedResource(path: $0, paths: paths) })
    guard !pairs.isEmpty else { return [] }
    let kept = ReplacedValues.words(of: response)
    return pairs.compactMap { new, old in
      // One that is still there is another thing.
      guard let use = known[old]?.use, use > index, !kept.contains(old) else { return nil }
      words.insert(live: old, recorded: new)
      sources[old] = index
      return (new, old)
    }
  }

  /// The live text of a value of a request, and the responses that it comes from; nil where it is
  /// the recorded one.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - index: The number of the interaction, counted from 0.
  /// - Returns: The text and the numbers of the responses.
  func liveText(
    for value: ConsumedValue, at index: Int
  ) -> (text: String, sources: Set<Int>)? {
    guard !words.isEmpty, isID(value, at: index) else { return nil }
    let text = words.withoutAny(value.text)
    guard text != value.text else { return nil }
    return (text, Set(words.liveWords(in: value.text).compactMap { sources[$0] }))
  }

  /// The responses before a request that may hand out what it carries.
  func producers(for request: Interaction.Request, at index: Int) -> Set<Int> {
    guard !producing.isEmpty else { return [] }
    return Set(
      ConsumedValue.values(of: request).filter { isID($0, at: index) }.flatMap { value in
        Self.parts(of: value.text).compactMap { known[$0]?.producers.last { $0 < index } }
      })
  }

  /// The words of a text, and the parts of longer ones, that may be ids.
  private static func parts(of text: String) -> [String] {
    WordPairs.words(of: text.utf8).flatMap { word -> [String] in
      guard word.utf8.count <= ReplacedValues.lengths.upperBound else { return [] }
      let ends = word.utf8.indices.filter { !ByteSet.alphanumeric.contains(word.utf8[$0]) }
      let starts = [word.startIndex] + ends.map { word.utf8.index(after: $0) }
      return starts.flatMap { start in
        (ends + [word.endIndex]).drop { $0 <= start }.prefix(mostParts).map {
          String(word[start..<$0])
        }
      }.filter { ReplacedValues.mayBeID($0) && !isDay($0) }
    }
  }

  /// True for a year of our time and what begins with one, such as a day.
  private static func isDay(_ word: String) -> Bool {
    let year = word.utf8.prefix(4)
    return year.allSatisfy(\.isASCIIDigit) && (word.hasPrefix("19") || word.hasPrefix("20"))
      && (word.utf8.count == 4 || word.utf8.dropFirst(4).first == UInt8(ascii: "-"))
  }

  /// The most letters and digits between `-` and `_` of which a value consists.
  private static let mostParts = 5
}
