import Testing
import VCR

/// What a test is called on disk and on the command line.
struct TestName {
  /// The names of the suites it is in, outermost first, and its own.
  private let components: [String]
  private let label: String

  /// Takes the name of a test.
  init(_ test: Test) {
    components = test.id.nameComponents.map(Self.plain)
    label = components.joined(separator: "/")
  }

  /// What to give `swift test --filter`; nil when the name would need quoting.
  var filter: String? {
    let isPlain = components.allSatisfy { $0.utf8.allSatisfy { $0.isNameByte } }
    if isPlain { return label }
    return components.first.flatMap { first in
      components.count > 1 && first.utf8.allSatisfy { $0.isNameByte } ? first : nil
    }
  }

  /// The name of the test's cassette, in folders, without a suffix.
  ///
  /// - Parameter testCase: The case that runs.
  /// - Returns: The name.
  /// - Throws: `UnnamedCase` when the arguments of a parameterised test cannot be found out.
  func cassette(_ testCase: Test.Case?) throws -> String {
    var parts = components.map(Self.fileName)
    if let testCase, testCase.isParameterized {
      guard let arguments = CaseArguments(testCase) else { throw UnnamedCase(test: label) }
      parts.append(Self.fileName(arguments.texts.joined(separator: " ")))
    }
    return parts.joined(separator: "/")
  }

  /// A function's name without its parentheses: `page(number:)` is `page number`, and a raw
  /// identifier loses its backticks.
  private static func plain(_ component: String) -> String {
    var text = component
    if let open = text.lastIndex(of: "("), text.hasSuffix(")") {
      let labels = text[text.index(after: open)...].dropLast()
        .split(separator: ":").filter { $0 != "_" }
      text = ([text[..<open]] + labels).joined(separator: " ")
    }
    return text.replacing("`", with: "")
  }

  /// A text as the name of a file: letters, digits, `.`, `_` and `-`, blanks as dashes.
  ///
  /// What loses more than blanks by that gets a digest, so that two texts have two names.
  static func fileName(_ text: String) -> String {
    let limit = 100
    var name = ""
    var isLossy = false
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "."
        || character == "-"
      {
        name.append(character)
      } else {
        if character != " " { isLossy = true }
        if !name.isEmpty, name.last != "-" { name.append("-") }
      }
    }
    while name.last == "-" { name.removeLast() }
    while name.first == "." { name.removeFirst() }
    if name.count > limit {
      isLossy = true
      name = String(name.prefix(limit))
    }
    guard isLossy || name.isEmpty else { return name }
    return (name.isEmpty ? "" : name + "-") + digest(text)
  }

  /// FNV-1a, 32 bits: short, and the same on every platform and in every run.
  private static func digest(_ text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// A case of a parameterised test whose arguments cannot be found out.
struct UnnamedCase: Error, CustomStringConvertible {
  var test: String
  var description: String {
    "\(test): this version of Swift Testing does not show the arguments of a case, after which its "
      + "cassette would be named; name one with .cassette(\"NAME\") on the test"
  }
}

/// The arguments of one case of a parameterised test.
///
/// Swift Testing has no public way to them, so they are looked for by reflection; every use has to
/// cope with finding nothing.
struct CaseArguments {
  /// The arguments as text, in the order of the parameters.
  let texts: [String]

  /// Looks for the arguments of a case; nil when they cannot be found.
  init?(_ testCase: Test.Case) {
    guard let arguments = Self.arguments(in: Mirror(reflecting: testCase), depth: 4) else {
      return nil
    }
    var texts: [String] = []
    for argument in Mirror(reflecting: arguments).children {
      let value = Mirror(reflecting: argument.value).children.first { $0.label == "value" }
      guard let value = value?.value else { return nil }
      texts.append(value as? String ?? String(describingForTest: value))
    }
    guard !texts.isEmpty else { return nil }
    self.texts = texts
  }

  private static func arguments(in mirror: Mirror, depth: Int) -> Any? {
    guard depth > 0 else { return nil }
    for child in mirror.children {
      if child.label == "arguments" { return child.value }
      let inner = Mirror(reflecting: child.value)
      if let found = arguments(in: inner, depth: depth - 1) { return found }
    }
    return nil
  }
}

extension UInt8 {
  /// True for what a name may hold that needs no quotes in a shell.
  fileprivate var isNameByte: Bool { isASCIILetter || (0x30...0x39).contains(self) || self == 0x5F }
}
