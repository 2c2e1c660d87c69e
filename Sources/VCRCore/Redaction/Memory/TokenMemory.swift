/// The tokens that names or shapes revealed in the messages so far.
///
/// They are then found where neither a name nor a shape reveals them.
///
/// The memory is limited: if a service issues a new token with every response, the oldest tokens
/// are removed.
struct TokenMemory: Sendable {
  /// Values in two generations, so that removing old values costs nothing.
  struct Generations: Sendable {
    fileprivate var current = SecretValues()
    fileprivate var previous = SecretValues()
    /// How many tokens had been learned when each of the current ones was, itself included.
    private var currentCounts: [Int] = []
    private var previousCounts: [Int] = []

    /// The generations that hold anything.
    var all: [SecretValues] {
      previous.isEmpty ? (current.isEmpty ? [] : [current]) : [current, previous]
    }

    fileprivate func name(of value: Span<UInt8>) -> [UInt8]? {
      current.name(of: value) ?? previous.name(of: value)
    }

    fileprivate mutating func insert(_ value: [UInt8], name: [UInt8], count: Int) {
      if current.secrets.count >= TokenMemory.generationSize {
        (previous, previousCounts) = (current, currentCounts)
        (current, currentCounts) = (SecretValues(), [])
      }
      current.insert(value, name: previous.name(of: value.view) ?? name)
      if current.secrets.count > currentCounts.count { currentCounts.append(count) }
    }

    fileprivate var learned: [Learned] {
      zip(previous.secrets + current.secrets, previousCounts + currentCounts)
        .map { Learned(value: $0.bytes, name: $0.name, count: $1) }
    }
  }

  /// A token, and how many had been learned with it.
  struct Learned: Sendable {
    let value: [UInt8]
    let name: [UInt8]
    let count: Int
  }

  private static let generationSize = 4096

  /// The longest value that is remembered.
  private static let longest = 8192

  private var fromService = Generations()
  private var fromClient = Generations()

  /// The numbers of the values of each name.
  var numbers = ValueNumbers()

  /// True to give each token that a service issues a mark of its own.
  let marksIssued: Bool

  /// True once a token was marked.
  private(set) var hasMarks = false

  /// Creates an empty memory.
  ///
  /// - Parameter marksIssued: True to give each token that a service issues a mark of its own.
  init(marksIssued: Bool = false) { self.marksIssued = marksIssued }

  /// How many tokens were learned; never decreases.
  private(set) var count = 0

  /// Tokens that services issued.
  var issued: [SecretValues] { fromService.all }

  /// Tokens that the client sent and no service had issued before.
  ///
  /// They are searched for only where no name precedes them. A replay may send its requests in
  /// another order, and a name gives the same placeholder in any order.
  var brought: [SecretValues] { fromClient.all }

  /// All of them.
  var remembered: [SecretValues] { issued + brought }

  /// The tokens that are remembered, in the order in which they were learned.
  var learned: [Learned] {
    (fromService.learned + fromClient.learned).sorted { $0.count < $1.count }
  }

  /// Adds a token that another memory learned, as one that a service issued.
  mutating func add(_ token: Learned) {
    count += 1
    fromService.insert(token.value, name: token.name, count: count)
  }

  /// The values that are searched for before any name: named secrets, and tokens that services
  /// issued.
  func known(_ named: SecretValues) -> [SecretValues] {
    named.isEmpty ? issued : [named] + issued
  }

  /// A replacement that is about to be made in a text, as far as it has a name that may be
  /// another's.
  struct Candidate: Sendable {
    /// The position in the list of replacements.
    var index: Int
    /// Where the name stands in the placeholder.
    var name: Range<Int>
    /// The secrets that go.
    var values: [[UInt8]]
  }

  /// Reads the values that are about to be replaced.
  static func candidates(of found: Replacements, in text: Span<UInt8>) -> [Candidate] {
    var candidates: [Candidate] = []
    for (index, item) in found.items.enumerated() {
      guard let name = nameRange(item.bytes.view) else { continue }
      let values = values(text, item.range).filter { $0.count <= longest }
      candidates.append(Candidate(index: index, name: name, values: values))
    }
    return candidates
  }

  /// Learns the values that are about to be replaced.
  ///
  /// A value that is known already gets the placeholder that it had before.
  mutating func settle(
    _ found: inout Replacements, _ candidates: [Candidate], _ direction: MessageDirection
  ) {
    for candidate in candidates {
      let (index, place) = (candidate.index, candidate.name)
      let item = found.items[index]
      for value in candidate.values {
        if let known = fromService.name(of: value.view) {
          found.replace(
            index,
            with: Array(item.bytes[..<place.lowerBound]) + known
              + Array(item.bytes[place.upperBound...]))
        } else {
          let name = Array(item.bytes[place])
          if direction == .response, !numbers.isEmpty,
            let number = number(of: value, name), number != 1
          {
            // A response that repeats the client's value gets the placeholder of the request.
            found.replace(
              index,
              with: Array(item.bytes[..<place.lowerBound]) + ValueNumbers.name(name, number)
                + Array(item.bytes[place.upperBound...]))
          }
          if let marked = learn(value, name: name, direction) {
            found.replace(
              index,
              with: Array(item.bytes[..<place.lowerBound]) + marked
                + Array(item.bytes[place.upperBound...]))
          }
        }
      }
    }
  }

  /// The number of a value, or of the user that it names.
  private func number(of value: [UInt8], _ name: [UInt8]) -> Int? {
    [false, true].lazy.compactMap { isUser in
      numbers.number(of: PairValues.hash(of: value, isUser: isUser), name)
    }.first
  }

  /// Learns a value.
  ///
  /// - Returns: The name with the mark that it got; nil when it got none.
  private mutating func learn(
    _ value: [UInt8], name: [UInt8], _ direction: MessageDirection
  ) -> [UInt8]? {
    // Most messages bring what earlier ones brought.
    if fromClient.current.name(of: value.view) != nil { return nil }
    guard TokenLikeness.isUnmistakable(value), !TokenLikeness.isName(value),
      Placeholder.all(in: value.view).isEmpty, !CookieLikeness.isThing(placeholder: name),
      TokenLikeness.isTokenLike(value) || !LoginValues.isMade(placeholder: name)
    else { return nil }
    count += 1
    switch direction {
    case .request: fromClient.insert(value, name: name, count: count)
    case .response:
      // A value that the client sent first keeps the name that it had in the request.
      if let name = fromClient.previous.name(of: value.view) {
        fromClient.insert(value, name: name, count: count)
      } else {
        let isMarked = marksIssued && IssuedMark.isNeeded(name)
        let own = isMarked ? IssuedMark.marked(name) : name
        hasMarks = hasMarks || isMarked
        fromService.insert(value, name: own, count: count)
        return isMarked ? own : nil
      }
    }
    return nil
  }

  /// The range of the name in a placeholder that may be quoted.
  private static func nameRange(_ placeholder: Span<UInt8>) -> Range<Int>? {
    for index in 0..<min(4, placeholder.count) {
      if let name = Placeholder.name(placeholder, at: index) { return name }
      if let name = Placeholder.nameInForm(placeholder, at: index) { return name }
    }
    return nil
  }

  /// The secrets in a range, without quotes and scheme, and decoded if they are encoded.
  private static func values(_ text: Span<UInt8>, _ range: Range<Int>) -> [[UInt8]] {
    var range = range
    let quote = UInt8(ascii: "\"")
    let isQuoted = range.count >= 2 && text[range.lowerBound] == quote
    var level = 0
    if isQuoted {
      // JSON within a string has as many backslashes before the one quote as before the other.
      while level < range.lowerBound, text[range.lowerBound - level - 1] == UInt8(ascii: "\\") {
        level += 1
      }
      let isClosed = text[range.upperBound - 1] == quote
      let start = range.lowerBound + 1
      range = start..<max(start, range.upperBound - (isClosed ? 1 + level : 0))
    }
    let credential = Credentials.afterScheme(text, in: range)
    if credential != range, let pair = Credentials.basic(text, in: credential) {
      return [Array(pair.split(separator: UInt8(ascii: ":"), maxSplits: 1).last ?? [])]
    }
    var value: [UInt8] = []
    value.append(text, credential)
    // Each string within another one doubles the backslashes.
    for _ in 0...(level + 1).trailingZeroBitCount {
      guard let decoded = DecodedText(value.view, isQuoted ? .json : .percent) else { break }
      value = decoded.bytes
    }
    return [value]
  }
}
