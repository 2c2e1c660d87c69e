import Testing
import VCR
import VCRCore

/// The name of a test on disk and on the command line.
struct TestName {
  private let test: Test
  /// The names of its suites, outermost first, and its own name.
  private let components: [String]
  private let label: String
  /// The same names as spelled in the source, which are unique to the test.
  private let exact: String

  /// Reads the name of a test.
  init(_ test: Test) {
    self.test = test
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

  /// The name of the cassette of a test.
  struct CassetteName {
    /// The name, with folders and without a suffix.
    var name: String
    /// A name that the cassette may have from before, and then keeps; nil when there is none.
    var earlier: String?
    /// A text that is unique to the test among those with the same name.
    var identity: String
  }

  /// The name of the test's cassette.
  ///
  /// - Parameter testCase: The case that runs; nil for a test without parameters.
  /// - Returns: The name.
  /// - Throws: `UnnamedCase` when the arguments of a parameterised test cannot be found.
  func cassette(_ testCase: Test.Case?) throws(UnnamedCase) -> CassetteName {
    let folders = components.map { FileName.of($0) }
    guard let testCase, testCase.isParameterized else {
      return CassetteName(name: folders.joined(separator: "/"), identity: exact)
    }
    guard let arguments = CaseArguments(testCase) else { throw UnnamedCase(test: label) }
    let names = [CaseNames.name(arguments, of: test), CaseNames.nameByItself(arguments)].map {
      (folders + [$0]).joined(separator: "/")
    }
    return CassetteName(
      name: names[0], earlier: names[1] == names[0] ? nil : names[1],
      identity: exact + "\0" + arguments.identity)
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
}

extension UInt8 {
  /// True for a byte that needs no quoting in a shell.
  fileprivate var isNameByte: Bool { isASCIILetter || isASCIIDigit || self == 0x5F }
}
