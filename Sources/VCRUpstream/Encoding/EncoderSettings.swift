#if Recording
  /// The settings of an encoder in words, as a cassette names them: `level 6, memory 9`.
  struct EncoderSettings {
    private var words: [(name: String, value: String)] = []

    /// Creates settings without a word.
    init() {}

    /// Reads settings.
    init(_ text: String) {
      for word in text.split(separator: ",") {
        let parts = word.split(separator: " ", maxSplits: 1).map(String.init)
        if let name = parts.first { words.append((name, parts.count > 1 ? parts[1] : "")) }
      }
    }

    /// The words in their order.
    var text: String {
      words.map { $0.value.isEmpty ? $0.name : "\($0.name) \($0.value)" }.joined(separator: ", ")
    }

    /// True when there are words other than these, which another version may have written.
    func hasOthers(than names: [String]) -> Bool { words.contains { !names.contains($0.name) } }

    /// Adds a word.
    mutating func add(_ name: String, _ value: some CustomStringConvertible = "") {
      words.append((name, value.description))
    }

    /// The value of a word; empty for one without a value, nil when it is not there.
    func value(_ name: String) -> String? { words.first { $0.name == name }?.value }

    /// The number of a word, which must be within a range; nil when it is not, or is no number.
    func number(_ name: String, _ range: ClosedRange<Int32>, default number: Int32? = nil) -> Int32?
    {
      guard let value = value(name) else { return number }
      return Int32(value).flatMap { range.contains($0) ? $0 : nil }
    }
  }
#endif
