import Testing
import VCR
import VCRCore

/// The name of a test on disk and on the command line.
struct TestName {
  /// The names of its suites, outermost first, and its own name.
  private let components: [String]
  private let label: String
  /// The same names as spelled in the source, which are unique to the test.
  private let exact: String

  /// Reads the name of a test.
  init(_ test: Test) {
    exact = test.id.nameComponents.joined(separator: "/")
    components = test.id.nameComponents.map(Self.plain)
    label = components.joined(separator: "/")
  }

  /// The argument for `swift test --filter`; nil when the name would need quoting.
  var filter: String? {
    let isPlain = components.allSatisfy { $0.utf8.allSatisfy { $0.isNameByte } }
    if isPlain { return label }
    return components.first.flatMap { first in
      components.count > 1 && first.utf8.allSatisfy { $0.isNameByte } ? first : nil
    }
  }

  /// The name of the test's cassette, with folders and without a suffix.
  ///
  /// - Parameter testCase: The case that runs; nil for a test without parameters.
  /// - Returns: The name, and a text that is unique to the test among those with the same name.
  /// - Throws: `UnnamedCase` when the arguments of a parameterised test cannot be found.
  func cassette(_ testCase: Test.Case?) throws -> (name: String, identity: String) {
    var parts = components.map { FileName.of($0) }
    var identity = exact
    if let testCase, testCase.isParameterized {
      guard let arguments = CaseArguments(testCase) else { throw UnnamedCase(test: label) }
      parts.append(Self.fileName(arguments))
      identity += "\0" + arguments.identity
    }
    return (parts.joined(separator: "/"), identity)
  }

  /// The name of the part that the test records of a cassette shared by several tests.
  ///
  /// - Parameter testCase: The case that runs.
  /// - Returns: A name that is the same in every run; cases whose arguments cannot be found share
  ///   it.
  func part(_ testCase: Test.Case?) -> String {
    guard let testCase, testCase.isParameterized, let arguments = CaseArguments(testCase) else {
      return exact
    }
    return exact + " " + arguments.identity
  }

  /// A function's name without parentheses and backticks: `page(number:)` becomes `page number`.
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
  /// A name that another case might get too has a digest: when an argument contains a space, which
  /// becomes a dash; when one of several contains a dash, which also separates them; and when the
  /// arguments of two cases are equal.
  static func fileName(_ arguments: CaseArguments) -> String {
    let isAmbiguous = arguments.texts.contains { text in
      text.contains(" ") || arguments.texts.count > 1 && text.contains("-")
    }
    guard arguments.number > 0 || isAmbiguous else {
      return FileName.of(arguments.texts.joined(separator: " "))
    }
    return FileName.of(
      arguments.texts.joined(separator: " "),
      digestOf: arguments.texts.joined(separator: "\0")
        + (arguments.number > 0 ? "\0\(arguments.number)" : ""))
  }
}

/// The error for a case of a parameterised test whose arguments cannot be found.
struct UnnamedCase: Error, CustomStringConvertible {
  var test: String
  var description: String {
    "\(test): this version of Swift Testing does not show the arguments of a case, after which its "
      + "cassette would be named; name one with .cassette(\"NAME\") on the test"
  }
}

extension UInt8 {
  /// True for a byte that needs no quoting in a shell.
  fileprivate var isNameByte: Bool { isASCIILetter || isASCIIDigit || self == 0x5F }
}
