import Testing

/// The arguments of one case of a parameterised test.
///
/// Swift Testing has no public API for them, so they are searched by reflection, and every use must
/// handle the case that they are not found.
struct CaseArguments {
  /// The arguments as text, in the order of the parameters.
  let texts: [String]
  /// The number among cases whose arguments Swift Testing considers equal; 0 for the first.
  let number: Int
  /// A text that is unique to the case among those of its test.
  let identity: String

  /// Searches for the arguments of a case; nil when they cannot be found.
  init?(_ testCase: Test.Case) {
    let mirror = Mirror(reflecting: testCase)
    guard let arguments = Self.find("arguments", in: mirror, depth: 4) else { return nil }
    var texts: [String] = []
    var ids: [String] = []
    for argument in Mirror(reflecting: arguments).children {
      let parts = Mirror(reflecting: argument.value).children
      guard let value = parts.first(where: { $0.label == "value" })?.value else { return nil }
      texts.append(value as? String ?? String(describingForTest: value))
      // The id encodes the argument, if that is possible; two arguments may have one description.
      if let id = parts.first(where: { $0.label == "id" })?.value { ids.append("\(id)") }
    }
    guard !texts.isEmpty else { return nil }
    self.texts = texts
    let number = Self.find("discriminator", in: mirror, depth: 4)
    self.number = number as? Int ?? 0
    identity = (texts + ids + ["\(self.number)"]).joined(separator: "\0")
  }

  /// The arguments of all cases of a test; nil when they cannot be found.
  ///
  /// - Parameter test: The test, while it runs: before that, its arguments may not be there yet.
  /// - Returns: The arguments of each case.
  static func all(of test: Test) -> [CaseArguments]? {
    guard let state = find("testCasesState", in: Mirror(reflecting: test), depth: 1) else {
      return nil
    }
    var value: Any? = state
    // The sequence stands in an optional, and that in the case of an enumeration.
    for _ in 1...3 {
      guard let found = value else { return nil }
      if let cases = found as? any Sequence { return all(in: cases) }
      value = Mirror(reflecting: found).children.first?.value
    }
    return nil
  }

  private static func all(in cases: some Sequence) -> [CaseArguments]? {
    var all: [CaseArguments] = []
    for element in cases {
      guard let testCase = element as? Test.Case, let arguments = CaseArguments(testCase) else {
        return nil
      }
      all.append(arguments)
    }
    return all
  }

  private static func find(_ label: String, in mirror: Mirror, depth: Int) -> Any? {
    guard depth > 0 else { return nil }
    for child in mirror.children {
      if child.label == label { return child.value }
      let inner = Mirror(reflecting: child.value)
      if let found = find(label, in: inner, depth: depth - 1) { return found }
    }
    return nil
  }
}
