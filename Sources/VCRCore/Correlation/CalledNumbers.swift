/// The short numbers that a response calls ids.
///
/// A member that has such a number and is not called an id is a count: the stock of the order 7 may
/// be 7, and 8 when it is recorded again as the order 8. Where a response calls nothing an id, the
/// number that the request carries is one wherever it stands, and so is what gives it back each
/// time.
package struct CalledNumbers {
  private let path: [String]
  private let echoes: EchoedNumbers
  private let collections: [String]
  private let numbers: Set<String>
  private let made: Set<String>
  /// The numbers that objects call ids, by the paths of the objects.
  private let things: [String: Set<String>]

  /// Finds the numbers.
  ///
  /// - Parameters:
  ///   - scalars: The values of the response's JSON.
  ///   - request: The request; nil where it is not known.
  ///   - echoes: What gives back the number in the path of a request.
  ///   - made: The names of members that are the ids of what requests made.
  package init(
    among scalars: [JSONText.Scalar], to request: Interaction.Request?, echoes: EchoedNumbers,
    made: Set<String>
  ) {
    self.init(among: scalars, requestPath: request?.pathSegments ?? [], echoes: echoes, made: made)
  }

  /// Finds the numbers among the values of the response to a request with a path.
  init(
    among scalars: [JSONText.Scalar], requestPath path: [String], echoes: EchoedNumbers,
    made: Set<String>
  ) {
    (self.path, self.echoes, self.made) = (path, echoes, made)
    collections = path.filter { !ShortNumber.isOne($0) }
    var numbers: Set<String> = []
    var things: [String: Set<String>] = [:]
    for scalar in scalars {
      if ShortNumber.isOne(scalar.text) {
        guard Self.isCalledID(scalar, collections) else { continue }
        numbers.insert(scalar.text)
        if let thing = Self.around(scalar.path).last {
          things[String(thing), default: []].insert(scalar.text)
        }
      } else if scalar.text.hasPrefix("/") || scalar.text.contains("://") {
        numbers.formUnion(URLValues(scalar.text).values.map(\.text).filter(ShortNumber.isOne))
      }
    }
    (self.numbers, self.things) = (numbers, things)
  }

  /// The numbers that a value may hold as ids, as an object that it belongs to calls them so: of
  /// `{"id":7,"title":"Order 7"}` in a list both are the same order.
  package func numbers(around scalar: JSONText.Scalar) -> Set<String> {
    things.isEmpty
      ? []
      : Self.around(scalar.path).reduce(into: []) { found, thing in
        found.formUnion(things[String(thing)] ?? [])
      }
  }

  /// The paths of the objects and lists that a value with a path belongs to, the outermost first.
  private static func around(_ path: String) -> [Substring] {
    path.utf8.indices.filter { [UInt8(ascii: "."), UInt8(ascii: "[")].contains(path.utf8[$0]) }
      .map { path[..<$0] }
  }

  /// True for a number that is no id, as the response calls another value of the same text one.
  package func isCount(_ scalar: JSONText.Scalar) -> Bool {
    numbers.contains(scalar.text) && !Self.isCalledID(scalar, collections)
      && scalar.names.last.map(made.contains) != true && !echoes.holds(scalar, requestPath: path)
  }

  /// True for a text such as `7 left`, which begins with a number and goes on in words, where the
  /// response calls another value of the same number an id.
  ///
  /// Of a thing with an id its name comes first.
  func isCount(beginning text: String) -> Bool {
    let number = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(number.count)
    return rest.first == " " && rest.dropFirst().first?.isLetter == true
      && numbers.contains(String(number))
  }

  /// True for a member whose name is that of an id, of several, or of a thing in the path.
  private static func isCalledID(_ scalar: JSONText.Scalar, _ collections: [String]) -> Bool {
    guard let name = scalar.names.last else { return false }
    return CorrelationRule.namesIDs(name)
      || collections.contains { CorrelationRule.isThing(name, of: $0) }
  }
}
