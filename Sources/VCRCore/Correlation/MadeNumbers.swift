/// The short numbers in responses that are the ids of what their requests made, though nothing
/// names them: after `POST /orders` the 7 for which `/orders/7` is asked.
///
/// Of several places the one is meant that holds such a number in the most responses: how many are
/// left is the number of an order now and then.
package struct MadeNumbers: Sendable {
  /// The paths of requests that end in a short number.
  private var asked: Set<[String]> = []
  /// The requests that may make something, by their numbers and the segments of their paths.
  private var makers: [(index: Int, path: [String])] = []
  /// The places of the ids, by the number of the interaction, counted from 0.
  private var places: [Int: String] = [:]
  /// The names of the members that hold the ids.
  package private(set) var names: Set<String> = []

  /// The path of a request that makes things, and a place of its response.
  private struct Kind: Hashable {
    var path: [String]
    var anyPlace: String
  }

  /// Notes a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - index: Its number, counted from 0.
  mutating func note(_ request: Interaction.Request, at index: Int) {
    let segments = request.pathSegments
    for end in segments.indices where ShortNumber.isOne(segments[end]) {
      asked.insert(Array(segments[...end]))
    }
    if !request.isSafe { makers.append((index, segments)) }
  }

  /// Finds the places, after all requests.
  ///
  /// - Parameter response: Gives the response to a request by its number; nil for none.
  /// - Throws: The errors of the closure.
  mutating func find<Failure>(
    _ response: (Int) throws(Failure) -> Interaction.Response?
  ) throws(Failure) {
    let collections = Set(asked.map { Array($0.dropLast()) })
    var candidates: [(index: Int, place: String, kind: Kind, name: String?)] = []
    for maker in makers where collections.contains(maker.path) {
      guard let response = try response(maker.index) else { continue }
      for value in Self.values(of: response, askedFor: { asked.contains(maker.path + [$0]) }) {
        let kind = Kind(path: maker.path, anyPlace: value.anyPlace)
        candidates.append((maker.index, value.place, kind, value.names.last))
      }
    }
    let counts = Dictionary(grouping: candidates, by: \.kind).mapValues(\.count)
    var best: Set<Kind> = []
    for kinds in Dictionary(grouping: counts, by: \.key.path).values {
      let most = kinds.map(\.value).max()
      let first = kinds.filter { $0.value == most }
      if first.count == 1 { best.insert(first[0].key) }
    }
    for candidate in candidates where best.contains(candidate.kind) {
      places[candidate.index] = candidate.place
      if let name = candidate.name { names.insert(name) }
    }
    makers = []
  }

  /// The values of a body that are asked for, each of which stands there once.
  private static func values(
    of response: Interaction.Response, askedFor isAskedFor: (String) -> Bool
  ) -> [ProducedValue] {
    func found(_ values: [ProducedValue]) -> [ProducedValue] {
      values.filter {
        [.json, .field].contains($0.kind) && ShortNumber.isOne($0.text) && isAskedFor($0.text)
      }
    }
    var values = found(ProducedValue.values(of: response))
    if values.isEmpty { values = found(ProducedValue.numbers(in: response)) }
    let counts = Dictionary(grouping: values, by: \.text).mapValues(\.count)
    return values.filter { counts[$0.text] == 1 }
  }

  /// All values of a response, with the id marked.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - index: The number of the interaction, counted from 0.
  /// - Returns: The values.
  func values(of response: Interaction.Response, at index: Int) -> [ProducedValue] {
    var values = ProducedValue.values(of: response)
    guard let place = places[index] else { return values }
    if !values.contains(where: { $0.place == place }) {
      values += ProducedValue.numbers(in: response)
    }
    for index in values.indices where values[index].place == place { values[index].isMade = true }
    return values
  }
}

extension ProducedValue {
  /// The numbers among the words of a body: the 7 in `order 7 created`.
  static func numbers(in response: Interaction.Response) -> [ProducedValue] {
    let body = response.body
    guard !body.isEmpty, body.file == nil, body.count <= longestText,
      String(validating: body.bytes, as: UTF8.self) != nil
    else { return [] }
    return body.bytes.split { !ByteSet.alphanumeric.contains($0) }.lazy
      .filter { $0.allSatisfy(\.isASCIIDigit) }
      .enumerated().map { index, digits in
        ProducedValue(
          kind: .field, place: "number \(index)", anyPlace: "number \(index)", names: [],
          text: String(decoding: digits, as: UTF8.self))
      }
  }

  /// The size in bytes of the largest text that is searched for numbers.
  private static let longestText = 1 << 16
}
