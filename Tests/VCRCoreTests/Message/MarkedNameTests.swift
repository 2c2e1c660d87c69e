import Testing

@testable import VCRCore

@Suite struct MarkedNameTests {
  @Test(arguments: [("?ts", "ts"), ("??ts", "?ts"), ("?full name", "full name"), ("?é", "é")])
  func `a question mark before a name says that it is an item of the query`(
    word: String, name: String
  ) throws {
    #expect(MarkedName.name(in: word) == name)
    #expect(try VolatileName(named: word) == .query(name))
    #expect(try RedactedName(named: word) == .query(name))
  }

  @Test(arguments: ["", "ts", "?", "? ts", "?\tts", "ts?"])
  func `a mark that no name follows is none`(word: String) {
    #expect(MarkedName.name(in: word) == nil)
  }

  @Test(arguments: [("['a,b']", "a,b"), ("[\"a'b\"]", "a'b"), ("['']", "")])
  func `quotes and brackets hold one name`(word: String, name: String) throws {
    #expect(MarkedName.nameInBrackets(word) == name)
    #expect(try VolatileName(named: "?" + word) == .query(name))
  }

  // Of two names the first was taken, and the other one said nothing.
  @Test(arguments: ["['a','b']", "['a'][0]", "['a']['b']", "['a'", "['a']..['b']"])
  func `brackets that hold more than one name, or none, are no name`(word: String) {
    #expect(MarkedName.nameInBrackets(word) == nil)
    for place in ["header \(word)", "?\(word)"] {
      #expect(throws: (any Error).self) { try VolatileName(named: place) }
    }
  }

  @Test(arguments: ["ts", "?", "?ts", "??ts", "? ts", "?full name", ""])
  func `a name is read back from its unambiguous form`(name: String) {
    let written = MarkedName.unambiguous(name)
    #expect((MarkedName.name(in: written) ?? written) == name)
  }
}
