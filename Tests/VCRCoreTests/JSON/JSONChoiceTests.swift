import Testing

@testable import VCRCore

/// Which values of a JSON text count.
struct JSONChoiceTests {
  /// The values of the sample, one mark each: the whole, `a`, `b`, `c`, its two elements, `d`.
  private func kept(_ choice: JSONChoice) throws -> String? {
    let text = try #require(JSONText(Array(#"{"a":{"b":1,"c":[2,3]},"d":4}"#.utf8)))
    return choice.keptNodes(of: text)?.map { $0 ? "x" : "." }.joined()
  }

  @Test func `every value counts where nothing is chosen`() throws {
    #expect(try kept(.all) == nil)
    #expect(try kept(.ignoring([])) == "xxxxxxx")
    #expect(try kept(.only([])) == ".......")
  }

  @Test(
    arguments: [
      (["$.a.c"], "xxx...x"), (["$.a"], "x.....x"), (["$"], "......."), (["$.a.c[1]"], "xxxxx.x"),
      (["$.a.c", "$.a"], "x.....x"), (["$.a.b", "$.d"], "xx.xxx."), (["$.z"], "xxxxxxx"),
      (["$..b", "$.a.c[*]"], "xx.x..x"), (["$.a.c[-1]"], "xxxxx.x"),
    ] as [([JSONPath], String)])
  func `what is ignored goes with all in it`(paths: [JSONPath], marks: String) throws {
    #expect(try kept(.ignoring(paths)) == marks)
  }

  @Test(
    arguments: [
      (["$.a.b"], "xxx...."), (["$.d"], "x.....x"), (["$.a.c[1]"], "xx.x.x."), (["$"], "xxxxxxx"),
      (["$.a"], "xxxxxx."), (["$.a.c", "$.a.b"], "xxxxxx."), (["$.z"], "......."),
      (["$.a.c[0]", "$.d"], "xx.xx.x"),
    ] as [([JSONPath], String)])
  func `what is chosen counts with all in it, and its containers as its place`(
    paths: [JSONPath], marks: String
  ) throws {
    #expect(try kept(.only(paths)) == marks)
  }

  @Test func `a path that names a message counts in the messages that it names`() {
    let paths: [JSONPath] = ["message(client) $.id", "message(2) $.n", "message(service)", "$.t"]
    func found(_ number: Int?, _ sender: String, _ expected: [JSONPath]) -> Bool {
      paths.inMessage(number, of: sender).map(\.segments) == expected.map(\.segments)
    }
    #expect(found(1, "client", ["$.id", "$.t"]))
    #expect(found(2, "client", ["$.id", "$.n", "$.t"]))
    // All of a message is its JSON, or else its text.
    #expect(found(1, "service", ["$", "text(/[\\s\\S]+/)", "$.t"]))
    #expect(!paths.nameAll(ofMessage: 1, of: "client"))
    #expect(paths.nameAll(ofMessage: 7, of: "service"))
    // Where the number is not known it may be any.
    #expect(found(nil, "client", ["$.id", "$.n", "$.t"]))
    #expect(!paths.nameAll(ofMessage: nil, of: "client"))
  }
}
