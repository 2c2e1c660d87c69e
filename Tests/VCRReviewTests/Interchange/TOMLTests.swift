import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// The reader of TOML, compared with the one of Python, and its bounds.
@Suite struct TOMLTests {
  /// Prints for each line, a document in hexadecimal digits, what it holds, or `X` for no TOML.
  private static let script = """
    import datetime, struct, sys, tomllib
    def shown(value):
        if isinstance(value, bool): return "b1" if value else "b0"
        if isinstance(value, int):
            if not -2**63 <= value < 2**63: raise ValueError("an integer of more than 64 bits")
            return f"i{value}"
        if isinstance(value, float):
            return "f" + ("nan" if value != value else struct.pack(">d", value).hex())
        if isinstance(value, str): return "s" + value.encode().hex()
        if isinstance(value, list): return "[" + ",".join(map(shown, value)) + "]"
        if isinstance(value, dict):
            return "{" + ",".join(k.encode().hex() + "=" + shown(v) for k, v in value.items()) + "}"
        assert isinstance(value, (datetime.datetime, datetime.date, datetime.time))
        return "d"
    for line in sys.stdin:
        try: print(shown(tomllib.loads(bytes.fromhex(line).decode())))
        except (ValueError, RecursionError): print("X")

    """

  /// The same for a value that was read.
  private static func shown(_ value: ForeignValue) -> String {
    switch value.content {
    case .nothing, .unreadable: return "?"
    case .list(let elements): return "[" + elements.map(shown).joined(separator: ",") + "]"
    case .map(let members):
      return "{"
        + members.map { hexadecimal(Array($0.name.utf8)) + "=" + shown($0.value) }
        .joined(separator: ",") + "}"
    case .scalar(let bytes):
      if value.isText { return "s" + hexadecimal(bytes) }
      let text = String(decoding: bytes, as: UTF8.self)
      if text == "true" || text == "false" { return text == "true" ? "b1" : "b0" }
      if Int64(text) != nil { return "i" + text }
      let isTime =
        text.contains(":") || text.count > 9 && Array(text)[4] == "-" && !text.contains("e")
      guard !isTime, let number = Double(text) else { return "d" }
      if number.isNaN { return "fnan" }
      return "f" + String(format: "%016lx", number.bitPattern)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for byte in bytes { digits.appendHexadecimal(byte, isUpper: false) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The number of lists and tables around the innermost value.
  private static func depth(of shown: Substring) -> Int {
    var (depth, deepest) = (0, 0)
    for byte in shown.utf8 {
      if "[{".utf8.contains(byte) { depth += 1 }
      if "]}".utf8.contains(byte) { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  /// What Python makes of documents.
  private func python(_ documents: [[UInt8]]) async throws -> [Substring] {
    let input = documents.map { Self.hexadecimal($0) + "\n" }.joined()
    let result = try await Child.run("python3", ["-c", Self.script], input: Array(input.utf8))
    #expect(result.status == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n")
    try #require(lines.count == documents.count)
    return lines
  }

  static let hasPython = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import tomllib"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Documents with all that TOML 1.0.0 has, or forbids nearby.
  private static let samples = [
    """
    # A comment with a tab\t.
    version = 1
    "a \\"b\\"" = 'c:\\d'\t# behind
    '' = \"\"\"\\
       one \\
         two\\u00e9\\U0001F600 \"\"quotes\"\"\"\"\"
    [[interactions]]
    recorded_at = "2026-11-23T02:43:25.325825+00:00"
    [interactions.request]
    method = "POST"
    body_content = \"\"\"

    a\\r\\n\\b\\f\\t\\\\ \"\" b
    \"\"\"
    [interactions.request.headers]
    accept = ["*/*"]
    "x two" = [
        "a", # one
        'b',
    ]
    [interactions.response]
    status = 200
    [[interactions]]
    request.method = "GET"
    request.headers."x".y = []
    response = { status = 200, body = {}, headers.a = [ 'x', "y" ] }

    """,
    """
    integers = [0, +1, -1, 1_000, 0xDEAD_beef, 0o755, 0b1101, 9223372036854775807, -0]
    floats = [1.5, -0.0, +3e2, 1e-7, 6.626E-34, 1_0.0_1, inf, -inf, +nan, 5e+22]
    booleans = [ true, false ]
    times = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00.5-07:00, 1979-05-27, 07:32:00.999, 2000-02-29]
    mixed = [ 1, "a", [ 2.0, { b.c = 1, b.d = 2 } ], ]

    """,
    """
    a.b.c = 1
    a.b.d = 2
    [t]
    [t.u.v.w]
    [t.u]
    x = 1
    [[l]]
    [l.m]
    n = 1
    [[l.o]]
    [[l.o]]
    p = 2
    [[l]]
    q.r = 3
    [a.e]
    lit = '''
    raw \\n ''quotes'''''

    """, "", "\r\n a = 1\r\nb = \"\"\"x\r\ny\"\"\"\r\n", "3.14 = 1\n1979-05-27 = 'key'",
  ]

  private static let words = [
    "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\n", "\r\n", "\r", "\"", "'", "\"\"\"", "'''",
    "#",
    "a", "b", "a.b", "t.u", "l", "[a]", "[a.b]", "[t]", "[t.u]", "[l]", "[[l]]", "[[a]]", "\n[a]\n",
    "\n[[l]]\n", "\nc = 1\n", "x = {", "_", "+", "-", "0", "0x", "0b", "1e", "e5", "inf", "nan",
    "true",
    "1979-05-27", "T", "07:32:00", "Z", "+24:00", "\\", "\\u", "\\uD800", "\\U00110000", "\\e",
    "\\ \n",
    "\u{7F}", "\u{0}", "\t", " ", "é", "99999999999999999999", "0001", "2001-02-29", "24:00:00",
  ]

  /// A document of random pieces, of which some are TOML.
  private static func made(_ generator: inout SeededRandom) -> String {
    func pick(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "" }
    func value(_ depth: Int) -> String {
      let plain = [
        "1", "-7", "0x1F", "1.5", "1e3", "true", "inf", "2000-01-01", "'a'", "\"b\\n\"",
        "\"\"\"\nc\"\"\"",
        "'''d'e'''", "[]", "{}", "08:00:00",
      ]
      switch Int.random(in: 0..<(depth > 3 ? 4 : 7), using: &generator) {
      case 4:
        let list = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(depth + 1) }
        return "[" + list.joined(separator: pick([",", ", ", ",\n", " , # c\n"]))
          + pick(["", ",", "\n"]) + "]"
      case 5:
        let list = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in pair(depth + 1) }
        return "{" + list.joined(separator: pick([",", ", "])) + pick(["", "", " ", ","]) + "}"
      default: return pick(plain)
      }
    }
    func name() -> String {
      let parts = (0..<Int.random(in: 1..<4, using: &generator)).map { _ in
        pick(["a", "b", "c", "\"a\"", "'d'", "1"])
      }
      return parts.joined(separator: pick([".", ".", " . "]))
    }
    func pair(_ depth: Int) -> String { name() + pick(["=", " = "]) + value(depth) }
    return (0..<Int.random(in: 1..<9, using: &generator)).map { _ in
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: "[" + name() + "]"
      case 1: "[[" + name() + "]]"
      case 2: pick(["", "# c", "  "])
      default: pair(0)
      }
    }.joined(separator: pick(["\n", "\n", "\r\n"]))
  }

  @Test(.enabled(if: hasPython, "Python is not there, or has no tomllib"))
  func `a document is read as Python reads it, or refused where Python refuses it`() async throws {
    var documents = Self.samples.map { Array($0.utf8) }
    var generator = SeededRandom(seed: FuzzRun(count: 0).seed)
    documents += (0..<6000).map { _ in Array(Self.made(&generator).utf8) }
    try FuzzRun(count: 6000, isFixed: true).feed("toml", documents, words: Self.words) { input, _ in
      documents.append(input)
      return nil
    }
    let expected = try await python(documents)
    var read = 0
    for (document, expected) in zip(documents, expected) {
      let found = (try? ForeignValue(toml: document)).map(Self.shown) ?? "X"
      if found != "X" { read += 1 }
      // Python has no bound but that of its stack.
      if found == "X", Self.depth(of: expected) > 90 { continue }
      #expect(found == expected, "\(Data(document.prefix(4096)).base64EncodedString())")
    }
    // Enough of them are TOML, and enough are not.
    #expect(read > 2000 && read < documents.count - 2000, "\(read) of \(documents.count)")
  }

  @Test(arguments: [
    ("a = 1\nb = \n", 2, 5), ("[a]\n[a]\n", 2, 3), ("a = 'x\n'", 1, 7), ("a = 1 b = 2", 1, 7),
    ("é = 1", 1, 1), ("a = [1,\n\n2", 3, 2), ("a = 99999999999999999999", 1, 5),
    ("a = \"\\x\"", 1, 6), ("a = 1\na = 2\n", 2, 6), ("a.b = 1\n[a]\n", 2, 3),
  ])
  func `a fault names its place`(text: String, line: Int, column: Int) throws {
    let fault = #expect(throws: YAMLFault.self) { try ForeignValue(toml: Array(text.utf8)) }
    #expect(fault.map { $0.line + 1 } == line)
    #expect(fault.map { $0.column + 1 } == column)
    #expect(fault?.reason.hasPrefix("no TOML: ") == true)
  }

  @Test func `depth and the number of values are bounded, and time grows with the size alone`()
    throws
  {
    let count = 200_000
    func fails(_ text: String) -> Bool { (try? ForeignValue(toml: Array(text.utf8))) == nil }
    #expect(fails("a = " + String(repeating: "[", count: count)))
    #expect(fails("a = " + String(repeating: "{a=", count: count)))
    #expect(fails(String(repeating: "a.", count: count) + "a = 1"))
    #expect(fails("[" + String(repeating: "a.", count: count) + "a]"))
    #expect(fails("a = [" + String(repeating: "1,", count: 3_000_000) + "]"))
    #expect(!fails("a = " + String(repeating: "[", count: 90) + String(repeating: "]", count: 90)))
    var text = ""
    for number in 0..<20_000 {
      text += "[[l]]\nk\(number) = 1\nl2.a\(number) = [{}]\n[t.n\(number)]\n"
    }
    let value = try ForeignValue(toml: Array(text.utf8))
    #expect(value["l"]?.elements.count == 20_000)
    #expect(value["t"]?.members?.count == 20_000)
    #expect(value["l"]?.elements.last?.line == 4 * 19_999 + 1)
  }

  @Test func `what begins like a table or a pair of TOML is read as such, and nothing else`() {
    for text in ["a = 1", "# c\n\n[a]", "[[a.b]]", "\u{FEFF}a.b=1", "[ a ]"] {
      #expect(ForeignValue.isTOML(Array(text.utf8)), "\(text)")
    }
    for text in [
      "", "a: b", "- a", "[]", "[[1]]", "[{", "[[\"a\"]]", "{\"a\": 1}", "a", "[1, 2]", "# a = 1",
      "a: b = 1", "12:~", "---\na: b",
    ] {
      #expect(!ForeignValue.isTOML(Array(text.utf8)), "\(text)")
    }
  }
}
