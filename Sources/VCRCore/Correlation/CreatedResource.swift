/// A resource that the request of a response may have created, as it is not safe.
struct CreatedResource {
  /// The segments of the path of the request.
  let path: [String]
  /// The paths of the requests of the recording, as far as each of their segments.
  let paths: Set<[String]>

  /// Creates it; nil for a safe request, which creates nothing.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - paths: The paths of the recording's requests.
  init?(_ request: Interaction.Request, among paths: Set<[String]>) {
    guard !request.isSafe else { return nil }
    self.init(path: request.pathSegments, paths: paths)
  }

  /// Creates it for a request that is not safe.
  init(path: [String], paths: Set<[String]>) { (self.path, self.paths) = (path, paths) }

  /// True when a word in a response is the name of what was made: requests ask for it below the
  /// path at which it was made, or the response calls it what the path does.
  ///
  /// - Parameters:
  ///   - words: The forms of the word of which requests may have one.
  ///   - name: The name before it in the response.
  /// - Returns: True for a name of what was made.
  func isCalled(_ words: [String], under name: String) -> Bool {
    guard let collection = path.last else { return false }
    return words.contains { paths.contains(path + [$0]) }
      || CorrelationRule.isThing(name, of: collection)
  }

  /// The paths of a request as far as each of its segments that is a name of words.
  static func paths(of request: Interaction.Request) -> [[String]] {
    let segments = request.pathSegments
    return segments.indices.filter { SlugLikeness.isSlug(segments[$0]) }.map {
      Array(segments[...$0])
    }
  }
}
