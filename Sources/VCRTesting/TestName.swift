import Testing
import VCR
import VCRCore

/// What a test is called on disk and on the command line.
struct TestName {
  /// The names of the suites it is in, outermost first, and its own.
  private let components: [String]
  private let label: String
  /// The same as the source spells them, which tells two tests apart.
  private let exact: String

  /// Takes the name of a test.
  init(_ test: Test) {
    exact = test.id.nameComponents.joined(separator: "/")
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
  /// - Parameter testCase: The case that runs; nil for a test without parameters.
  /// - Returns: The name, and what tells the test from another that has the same one.
  /// - Throws: `UnnamedCase` when the arguments of a parameterised test cannot be found out.
  func cassette(_ testCase: Test.Case?) throws -> (name: String, identity: String) {
    var parts = components.map { Self.fileName($0) }
    var identity = exact
    if let testCase, testCase.isParameterized {
      guard let arguments = CaseArguments(testCase) else { throw UnnamedCase(test: label) }
      parts.append(Self.fileName(arguments))
      identity += "\0" + arguments.identity
    }
    return (parts.joined(separator: "/"), identity)
  }

  /// What the part of a cassette is called that the test records, where several record one.
  ///
  /// - Parameter testCase: The case that runs.
  /// - Returns: The name, the same in every run; cases whose arguments cannot be found out have one.
  func part(_ testCase: Test.Case?) -> String {
    guard let testCase, testCase.isParameterized, let arguments = CaseArguments(testCase) else {
      return exact
    }
    return exact + " " + arguments.identity
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

  /// The arguments of a case as the name of a file.
  ///
  /// What another case might be called too gets a digest: an argument with a blank, which becomes a
  /// dash; of several, one with either, as dashes stand between them; and equal ones.
  static func fileName(_ arguments: CaseArguments) -> String {
    let isAmbiguous = arguments.texts.contains { text in
      text.contains(" ") || arguments.texts.count > 1 && text.contains("-")
    }
    guard arguments.number > 0 || isAmbiguous else {
      return fileName(arguments.texts.joined(separator: " "))
    }
    return fileName(
      arguments.texts.joined(separator: " "),
      digestOf: arguments.texts.joined(separator: "\0")
        + (arguments.number > 0 ? "\0\(arguments.number)" : ""))
  }

  /// A text as the name of a file: letters, digits, `.`, `_` and `-`, single blanks as dashes.
  ///
  /// What loses more than that gets a digest, so that two texts have two names; the blanks and dashes
  /// of tests are told apart by ``CassetteNames``.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - whole: What a digest is added of in any case; nil for one of the text where it is needed.
  /// - Returns: The name.
  static func fileName(_ text: String, digestOf whole: String? = nil) -> String {
    let limit = 100
    var name = ""
    var isLossy = whole != nil
    for character in text {
      if character.isLetter || character.isNumber || character == "_" || character == "."
        || character == "-"
      {
        name.append(character)
      } else {
        let isFirst = name.isEmpty || name.last == "-"
        if character != " " || isFirst { isLossy = true }
        if !isFirst { name.append("-") }
      }
    }
    while let last = name.last, last == "-" {
      name.removeLast()
      isLossy = true
    }
    while let first = name.first, first == "." {
      name.removeFirst()
      isLossy = true
    }
    if name.count > limit {
      isLossy = true
      name = String(name.prefix(limit))
    }
    guard isLossy || name.isEmpty else { return name }
    return (name.isEmpty ? "" : name + "-") + FNV1a<UInt32>((whole ?? text).utf8).hexadecimal
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
  /// Tells cases apart whose arguments Swift Testing takes for the same; 0 for the first.
  let number: Int
  /// What tells the case from all others of its test.
  let identity: String

  /// Looks for the arguments of a case; nil when they cannot be found.
  init?(_ testCase: Test.Case) {
    let mirror = Mirror(reflecting: testCase)
    guard let arguments = Self.find("arguments", in: mirror, depth: 4) else { return nil }
    var texts: [String] = []
    var ids: [String] = []
    for argument in Mirror(reflecting: arguments).children {
      let parts = Mirror(reflecting: argument.value).children
      guard let value = parts.first(where: { $0.label == "value" })?.value else { return nil }
      texts.append(value as? String ?? String(describingForTest: value))
      // The arguments themselves where they can be encoded: two may have one description.
      if let id = parts.first(where: { $0.label == "id" })?.value { ids.append("\(id)") }
    }
    guard !texts.isEmpty else { return nil }
    self.texts = texts
    let number = Self.find("discriminator", in: mirror, depth: 4)
    self.number = number as? Int ?? 0
    identity = (texts + ids + ["\(self.number)"]).joined(separator: "\0")
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

extension UInt8 {
  /// True for what a name may hold that needs no quotes in a shell.
  fileprivate var isNameByte: Bool { isASCIILetter || (0x30...0x39).contains(self) || self == 0x5F }
}
