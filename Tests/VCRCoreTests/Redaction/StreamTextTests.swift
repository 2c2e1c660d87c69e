import Testing

@testable import VCRCore

/// Which texts a stream sends in parts.
struct StreamTextTests {
  private static func strings(_ texts: [[StreamTexts.Part]], in body: String) -> [[String]] {
    let bytes = Array(body.utf8)
    return texts.map { parts in
      parts.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }.sorted { $0.joined() < $1.joined() }
  }

  private static func mixed(_ body: String) -> [[String]] {
    strings(StreamTexts(of: Array(body.utf8)).mixed, in: body)
  }

  private static func byTurns(_ body: String) -> [[String]] {
    strings(StreamTexts(of: Array(body.utf8)).byTurns, in: body)
  }

  @Test func `the strings at one path of all events are one text`() {
    let body = """
      data: {"delta":{"text":"a"},"n":1}

      data: {"delta":{"text":"b"},"kind":"x"}\r

      data:{"delta":{"text":"c"}}

      """
    // `kind` comes once, and has no parts.
    #expect(Self.mixed(body) == [["a", "b", "c"]])
    #expect(Self.byTurns(body) == [])
  }

  @Test func `the elements of a list of objects are its events`() {
    let body = #"[{"a":"1","b":["x","y"]}, {"a":"2","b":["z"]}]"#
    #expect(Self.mixed(body) == [["1", "2"], ["x", "y", "z"]])
    #expect(Self.byTurns(body) == [["x", "z"]])
  }

  @Test(arguments: ["index", "item_id", "channel"])
  func `texts that a member numbers are read one by one, too`(member: String) {
    let body = """
      {"\(member)":0,"text":"a"}
      {"\(member)":1,"text":"b"}
      {"\(member)":0,"text":"c"}

      """
    #expect(Self.mixed(body) == [["a", "b", "c"]])
    #expect(Self.byTurns(body) == [["a", "c"]])
  }

  @Test func `data that is no JSON is one text, and each line of an event one of its own`() {
    let body = "data: one\ndata: two\n\ndata: three\n\n: note\nevent: x\ndata: four\n\n"
    #expect(Self.mixed(body) == [["one", "two", "three", "four"]])
    #expect(Self.byTurns(body) == [["one", "three"]])
  }

  @Test func `messages are read with their places in all of them together`() {
    let messages = [#"{"t":"ab"}"#, "plain", #"{"t":"cd"}"#, "more"]
    let texts = StreamTexts(ofMessages: messages.map { Array($0.utf8) })
    #expect(
      Self.strings(texts.mixed, in: messages.joined()) == [["ab", "cd"], ["plain", "more"]])
    #expect(texts.byTurns.isEmpty)
  }

  @Test func `a string with escapes says so`() {
    let texts = StreamTexts(of: Array(#"[{"a":"\u0041"},{"a":"B"}]"#.utf8))
    #expect(texts.mixed.map { $0.map(\.hasEscapes) } == [[true, false]])
  }
}
