import Testing

@testable import VCRCore

/// Paths by the examples of RFC 9535, as far as they need no filters.
struct JSONPathTests {
  private func select(_ path: String, _ text: String) throws -> [String] {
    let json = try #require(JSONText(Array(text.utf8)))
    return try JSONPath(parsing: path).select(in: json).map {
      String(decoding: json.text(of: $0), as: UTF8.self)
    }
  }

  private static let letters = #"["a","b","c","d","e","f","g"]"#
  private static let wild = #"{"o":{"j":1,"k":2},"a":[5,3]}"#
  private static let deep = #"{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}"#
  private static let names = #"{"o":{"j j":{"k.k":3}},"'":{"@":2}}"#
  private static let nulls = #"{"a":null,"b":[null],"c":[{}],"null":1}"#

  @Test(
    arguments: [
      // §2.2.3
      ("$", #"{"k":"v"}"#, [#"{"k":"v"}"#]),
      // §2.3.1.3
      ("$.o['j j']", names, [#"{"k.k":3}"#]), ("$.o['j j']['k.k']", names, ["3"]),
      (#"$.o["j j"]["k.k"]"#, names, ["3"]), (#"$["'"]["@"]"#, names, ["2"]),
      // §2.3.2.3, in the order of the text
      ("$[*]", wild, [#"{"j":1,"k":2}"#, "[5,3]"]), ("$.o[*]", wild, ["1", "2"]),
      ("$.a[*]", wild, ["5", "3"]), ("$.o.*", wild, ["1", "2"]),
      // §2.3.3.3
      ("$[1]", #"["a","b"]"#, [#""b""#]), ("$[-2]", #"["a","b"]"#, [#""a""#]),
      ("$[2]", #"["a","b"]"#, []), ("$[-3]", #"["a","b"]"#, []), ("$[0]", #"{"0":1}"#, []),
      // §2.3.4.3; what is selected comes in the order of the text, each once
      ("$[1:3]", letters, [#""b""#, #""c""#]), ("$[5:]", letters, [#""f""#, #""g""#]),
      ("$[1:5:2]", letters, [#""b""#, #""d""#]), ("$[5:1:-2]", letters, [#""d""#, #""f""#]),
      ("$[::-1]", letters, letters.dropFirst().dropLast().split(separator: ",").map(String.init)),
      ("$[1:1]", letters, []), ("$[::0]", letters, []), ("$[-2:]", letters, [#""f""#, #""g""#]),
      ("$[-99:2]", letters, [#""a""#, #""b""#]), ("$[6:99]", letters, [#""g""#]),
      ("$[99:5:-1]", letters, [#""g""#]), ("$[:-6]", letters, [#""a""#]),
      // §2.5.1.3
      ("$[0, 3]", letters, [#""a""#, #""d""#]),
      ("$[0:2, 5]", letters, [#""a""#, #""b""#, #""f""#]),
      ("$[0, 0]", letters, [#""a""#]),
      // §2.5.2.3
      ("$..j", deep, ["1", "4"]), ("$..[0]", deep, ["5", #"{"j":4}"#]),
      ("$.o..[*]", deep, ["1", "2"]),
      ("$.o..[*, *]", deep, ["1", "2"]),
      ("$.a..[0, 1]", deep, ["5", "3", #"{"j":4}"#, #"{"k":6}"#]),
      // §2.6.1
      ("$.a", nulls, ["null"]), ("$.a[0]", nulls, []), ("$.a.d", nulls, []),
      ("$.b[0]", nulls, ["null"]),
      ("$.b[*]", nulls, ["null"]), ("$.null", nulls, ["1"]),
      // Escapes in names are those of JSON, in the path and in the text.
      (#"$['\u0061\uD834\uDD1E']"#, #"{"\u0061𝄞":1}"#, ["1"]), (#"$["\""]"#, #"{"\"":1}"#, ["1"]),
      ("$.é", #"{"\u00e9":1}"#, ["1"]), ("$.e\u{301}", #"{"é":1}"#, []),
      // Members that share a name are all selected.
      ("$.a", #"{"a":1,"b":0,"a":2}"#, ["1", "2"]),
    ] as [(String, String, [String])])
  func `a path selects what RFC 9535 says`(path: String, text: String, values: [String]) throws {
    #expect(try select(path, text) == values)
  }

  @Test(arguments: ["$..book[*].author", "$..author", "$.store.*", "$.store..price", "$..*"])
  func `the bookstore of RFC 9535 §1.5 gives as many values as there are`(path: String) throws {
    let store = """
      {"store":{"book":[{"category":"reference","author":"Nigel Rees","price":8.95},\
      {"category":"fiction","author":"Evelyn Waugh","price":12.99},\
      {"category":"fiction","author":"Herman Melville","price":8.99},\
      {"category":"fiction","author":"J. R. R. Tolkien","price":22.99}],\
      "bicycle":{"color":"red","price":399}}}
      """
    let count = [
      "$..book[*].author": 4, "$..author": 4, "$.store.*": 2, "$.store..price": 5, "$..*": 21,
    ]
    #expect(try select(path, store).count == count[path])
  }

  @Test(arguments: [
    ("", 1), ("a", 1), ("$a", 2), ("$.", 3), ("$..", 4), ("$...a", 4), ("$[", 3), ("$[]", 3),
    ("$[a]", 3), ("$['a'", 6), ("$['a]", 3), ("$[1", 4), ("$[1 2]", 5), ("$[?@.a]", 3), ("$.1a", 3),
    ("$.a-b", 4), ("$[-]", 4), ("$[1234567890123456]", 3), (#"$['\x']"#, 3), ("$['\n']", 3),
    (#"$['\uZZZZ']"#, 3), ("$.a ", 4), ("$[1,]", 5), ("$[1:2:3:4]", 8),
  ])
  func `what is no path is refused at its column`(text: String, column: Int) throws {
    let error = try #require(throws: JSONPathError.self) { try JSONPath(parsing: text) }
    #expect(error.column == column, "\(error)")
    #expect(error.path == text)
  }

  @Test(arguments: ["$[ 'a' , 'b' ]", "$[\n'a',\r\n\t'b'\r]", "$['a','b']"])
  func `white space in brackets may be any of RFC 9535 §2.1.1`(path: String) throws {
    #expect(try select(path, #"{"a":1,"b":2}"#) == ["1", "2"])
  }

  @Test func `descending through ten thousand nested selections takes each value once`() throws {
    let depth = 400
    let text =
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    #expect(try select("$..a..a..a..a", text).count == depth - 3)
    #expect(try select("$..*..*", text).count == depth - 1)
  }

  @Test func `the fault of a pattern shows four characters of it at most`() throws {
    for pattern in ["text(/password=Tiger1999Zz(/)", "text(/Tiger1999Zz", "text(/Tiger1999Zz[/)"] {
      let error = try #require(throws: JSONPathError.self) { try JSONPath(parsing: pattern) }
      #expect(!error.description.contains("passw") && !error.description.contains("Tiger"))
      #expect(error.description.hasPrefix("pattern 'text(/"))
    }
  }

  @Test(arguments: ["false", "No", "off", "true"])
  func `a switch is no name of what to redact`(word: String) throws {
    let error = try #require(throws: SettingError.self) { try RedactedName(named: word) }
    #expect(error.description.contains("?\(word)"))
    #expect(try RedactedName(named: "?\(word)") == .query(word))
  }
}
