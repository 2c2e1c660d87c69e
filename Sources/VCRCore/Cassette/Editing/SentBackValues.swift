/// The values that the requests of a recording carry, with the request that carried each first.
///
/// A client may ask for what a header field of a response names, as for `/operations/ID` after a
/// deployment with `X-Ms-Request-Id: ID`. Without the field its replay would ask for something that
/// was not recorded. What a client makes up itself and gets back, such as a trace that all of its
/// requests belong to, comes from no response.
struct SentBackValues {
  /// For each value the position of the first request that carries it.
  private var positions: [String: Int] = [:]

  /// The length in bytes of the shortest value that has a meaning alone; shorter ones occur in many
  /// requests by chance.
  private static let shortest = 3
  /// The same for one among other words, which has a digit.
  private static let shortestWord = 8
  /// The characters of words.
  private static let word = ByteSet(.alphanumeric, "-_")

  /// Collects the values of a recording.
  ///
  /// - Parameter file: The recording.
  /// - Throws: `CassetteError` when a request cannot be read.
  init(in file: CassetteFile) throws {
    for index in 0..<file.count {
      let request = try file.readingUnlessSideFileMissing(at: index) { reader throws(YAMLFault) in
        try reader.request()
      }
      guard let request else { continue }
      for value in ConsumedValue.values(of: request) {
        note(value.text, at: index)
        for word in value.text.utf8.split(whereSeparator: { !Self.word.contains($0) })
        where word.count >= Self.shortestWord && word.contains(where: \.isASCIIDigit) {
          note(String(Substring(word)), at: index)
        }
      }
    }
  }

  private mutating func note(_ text: String, at index: Int) {
    guard text.utf8.count >= Self.shortest, positions[text] == nil else { return }
    positions[text] = index
  }

  /// Finds the first request that carries the value of a volatile field of a response.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - index: The position of the response.
  ///   - volatility: The parts that may differ.
  /// - Returns: Its position, if it comes after that response; nil for any other field.
  func request(
    carrying field: HeaderField, after index: Int, _ volatility: Volatility = .standard
  ) -> Int? {
    guard let reason = volatility.reason(ofHeader: field.name), reason.isSentBack,
      let position = positions[field.value], position > index
    else { return nil }
    return position
  }
}

extension Volatility.Reason {
  /// Whether a client may send a value back: ids and names, but no times and nothing that was
  /// counted, which other values equal by chance.
  fileprivate var isSentBack: Bool {
    switch self {
    case .requestID, .trace, .infrastructure, .call, .handle, .signature, .named: true
    case .time, .timing, .pause, .counter, .transfer: false
    }
  }
}
