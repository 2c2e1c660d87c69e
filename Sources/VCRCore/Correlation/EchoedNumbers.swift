/// Members of responses that give back the short number in the path of their request each time.
///
/// They are ids whatever they are called: that there are as many of something as the id says would
/// be chance, and not so of two ids.
package struct EchoedNumbers: Sendable {
  /// A place in the responses to requests with a path.
  private struct Place: Hashable {
    /// The segments of the path, with nothing in the place of numbers.
    var path: [String]
    var anyPath: String
  }

  /// The numbers that stand in the path and at a place.
  private var same: [Place: Set<String>] = [:]
  /// The places that had another value.
  private var others: Set<Place> = []

  /// Notes a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - path: The path segments of its request.
  mutating func note(_ response: Interaction.Response, requestPath path: [String]) {
    let numbers = path.filter(ShortNumber.isOne)
    guard !numbers.isEmpty, response.body.file == nil,
      let json = JSONText(structure: response.body.bytes)
    else { return }
    for scalar in json.scalars {
      let place = Self.place(of: scalar, path)
      if numbers.contains(scalar.text) {
        same[place, default: []].insert(scalar.text)
      } else {
        others.insert(place)
      }
    }
  }

  /// True for a member that gave back several numbers, and had no other value.
  func holds(_ scalar: JSONText.Scalar, requestPath path: [String]) -> Bool {
    let place = Self.place(of: scalar, path)
    return !others.contains(place) && same[place, default: []].count > 1
  }

  private static func place(of scalar: JSONText.Scalar, _ path: [String]) -> Place {
    Place(path: path.map { ShortNumber.isOne($0) ? "" : $0 }, anyPath: scalar.anyPath)
  }
}
