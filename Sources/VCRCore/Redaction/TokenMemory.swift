/// The tokens that the messages so far gave away by a name or a shape, so that they are found where
/// nothing gives them away.
///
/// It holds what was met lately: of a service that issues a new token with every answer the old ones
/// are forgotten in time.
struct TokenMemory: Sendable {
  /// Values in two generations, so that forgetting costs nothing.
  struct Generations: Sendable {
    fileprivate var current = SecretValues()
    fileprivate var previous = SecretValues()

    /// The generations that hold anything.
    var all: [SecretValues] {
      previous.isEmpty ? (current.isEmpty ? [] : [current]) : [current, previous]
    }

    fileprivate func name(of value: Span<UInt8>) -> [UInt8]? {
      current.name(of: value) ?? previous.name(of: value)
    }

    fileprivate mutating func insert(_ value: [UInt8], name: [UInt8]) {
      if current.secrets.count >= TokenMemory.generationSize {
        previous = current
        current = SecretValues()
      }
      current.insert(value, name: previous.name(of: value.view) ?? name)
    }
  }

  private static let generationSize = 4096

  /// The longest value that is remembered.
  private static let longest = 8192

  private var fromService = Generations()
  private var fromClient = Generations()

  /// Which of several values of one name is which.
  var numbers = ValueNumbers()

  /// How many tokens were learned; it only grows.
  private(set) var count = 0

  /// Tokens that services handed out.
  var issued: [SecretValues] { fromService.all }

  /// Tokens that the client had from elsewhere.
  ///
  /// They are looked for where no name stands only, as a replay may send its requests in another
  /// order, and a name gives the same placeholder in any.
  var brought: [SecretValues] { fromClient.all }

  /// All of them.
  var remembered: [SecretValues] { issued + brought }

  /// What is looked for before any name: the values the user named, and what services handed out.
  func known(_ named: SecretValues) -> [SecretValues] {
    named.isEmpty ? issued : [named] + issued
  }

  /// Learns the values that are about to be replaced, and gives those that are known already the
  /// placeholders they have.
  mutating func settle(
    _ found: inout Replacements, in text: Span<UInt8>, _ direction: Redactor.Direction
  ) {
    for index in found.items.indices {
      let item = found.items[index]
      let placeholder = item.bytes.view
      guard let place = Self.nameRange(placeholder) else { continue }
      for value in Self.values(text, item.range) where value.count <= Self.longest {
        if let known = fromService.name(of: value.view) {
          found.replace(
            index,
            with: Array(item.bytes[..<place.lowerBound]) + known
              + Array(item.bytes[place.upperBound...]))
        } else {
          let name = Array(item.bytes[place])
          if direction == .response, !numbers.isEmpty,
            let number = numbers.number(of: value.seededHash, name), number != 1
          {
            // A client that takes its own value from a response sends the same placeholder again.
            found.replace(
              index,
              with: Array(item.bytes[..<place.lowerBound]) + ValueNumbers.name(name, number)
                + Array(item.bytes[place.upperBound...]))
          }
          learn(value, name: name, direction)
        }
      }
    }
  }

  private mutating func learn(
    _ value: [UInt8], name: [UInt8], _ direction: Redactor.Direction
  ) {
    guard TokenLikeness.isUnmistakable(value), Placeholder.all(in: value.view).isEmpty else {
      return
    }
    if fromClient.current.name(of: value.view) != nil { return }
    count += 1
    switch direction {
    case .request: fromClient.insert(value, name: name)
    case .response:
      // What the client had before is not the service's to name.
      if let name = fromClient.previous.name(of: value.view) {
        fromClient.insert(value, name: name)
      } else {
        fromService.insert(value, name: name)
      }
    }
  }

  /// Where the name stands in a placeholder that may be quoted.
  private static func nameRange(_ placeholder: Span<UInt8>) -> Range<Int>? {
    for index in 0..<min(4, placeholder.count) {
      if let name = Placeholder.name(placeholder, at: index) { return name }
      if let name = Placeholder.nameInForm(placeholder, at: index) { return name }
    }
    return nil
  }

  /// The secrets in a range: without quotes and scheme, and decoded where it is encoded.
  private static func values(_ text: Span<UInt8>, _ range: Range<Int>) -> [[UInt8]] {
    var range = range
    let quote = UInt8(ascii: "\"")
    let isQuoted = range.count >= 2 && text[range.lowerBound] == quote
    if isQuoted {
      let isClosed = text[range.upperBound - 1] == quote
      range = range.lowerBound + 1..<range.upperBound - (isClosed ? 1 : 0)
    }
    let credential = Credentials.afterScheme(text, in: range)
    if credential != range, let pair = Credentials.basic(text, in: credential) {
      return [Array(pair.split(separator: UInt8(ascii: ":"), maxSplits: 1).last ?? [])]
    }
    var value: [UInt8] = []
    value.append(text, credential)
    if let decoded = DecodedText(value.view, isQuoted ? .json : .percent) { value = decoded.bytes }
    return [value]
  }
}
