import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// The forms a JSON text is brought into: normal, sorted, arranged, indented.
struct JSONFormTests {
  private func normal(_ bytes: [UInt8], _ choice: JSONChoice = .all) throws -> [UInt8] {
    JSONNormalForm.make(try #require(JSONText(bytes)), choosing: choice)
  }

  private func normal(_ text: String, _ choice: JSONChoice = .all) throws -> [UInt8] {
    try normal(Array(text.utf8), choice)
  }

  @Test(arguments: [
    (#"{"a":1,"b":[1.0,"x"]}"#, #" {"b" : [10e-1, "\u0078"], "\u0061":1} "#),
    (#""\"\\""#, #""\u0022\u005c""#), (#""é""#, #""\u00e9""#), ("[-0]", "[0.0]"),
    (#"{"é":1,"z":2}"#, #"{"z":2,"\u00E9":1}"#),
  ])
  func `spellings of one value share a normal form`(one: String, two: String) throws {
    #expect(try normal(one) == normal(two))
  }

  @Test(arguments: [
    ("[1,2]", "[2,1]"), ("[[1],2]", "[[1,2]]"), (#"["a","b"]"#, #"["a\",\"b"]"#), ("[]", "{}"),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#"{"a":1}"#, #"{"a":1,"a":1}"#), ("1", #""1""#),
    ("null", #""null""#), ("true", "false"), ("[]", "[[]]"), (#""\ud800""#, #""\ud801""#),
    (#""\ud800""#, "\"\u{FFFD}\""), (#""""#, "null"), (#"{"a":{"b":1}}"#, #"{"a":{},"b":1}"#),
    (#""é""#, "\"e\u{301}\""), (#""1e0""#, "1"), (#"{"":1}"#, "{}"),
  ])
  func `different values have different normal forms`(one: String, two: String) throws {
    #expect(try normal(one) != normal(two))
  }

  @Test func `what is chosen is all that counts`() throws {
    let (one, two) = (#"{"a":1,"n":{"x":5},"l":[1,2]}"#, #"{"l":[1,9],"a":1,"n":{"x":6}}"#)
    let ignoring = JSONChoice.ignoring(["$.n.x", "$.l[1]"])
    #expect(try normal(one, ignoring) == normal(two, ignoring))
    #expect(try normal(one, .ignoring(["$.n.x"])) != normal(two, .ignoring(["$.n.x"])))
    #expect(try normal(one, .only(["$.a", "$.l[0]"])) == normal(two, .only(["$.a", "$.l[0]"])))
    #expect(try normal(one, .only(["$.l"])) != normal(two, .only(["$.l"])))
    // Where a value stands counts with it.
    #expect(
      try normal(#"{"a":{"x":1}}"#, .only(["$..x"])) != normal(#"{"b":{"x":1}}"#, .only(["$..x"])))
    #expect(try normal(one, .ignoring(["$"])) == [])
    #expect(try normal(one, .only(["$.none"])) == [])
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the order of members and the spelling of strings change no normal form`(
    seed: UInt64
  ) throws {
    var generator = InteractionGenerator(seed: seed)
    for _ in 0..<60 {
      let bytes = Array(generator.json(depth: 0, spacing: generator.random.below(2)).utf8)
      var sorted = bytes
      JSONMemberOrder.sort(&sorted)
      var again = sorted
      JSONMemberOrder.sort(&again)
      let shown = String(decoding: bytes, as: UTF8.self)
      #expect(try normal(bytes) == normal(sorted), "\(shown)")
      #expect(again == sorted, "\(shown)")
      #expect(sorted.count == bytes.count, "\(shown)")
      // Arranged like itself, a text is as it was.
      if let arranged = JSONMemberOrder.arranged(sorted, like: bytes) {
        #expect(String(decoding: arranged, as: UTF8.self) == shown)
      }
    }
  }

  @Test(arguments: [
    (#"{"b":1,"a":{"d":2,"c":3}}"#, #"{"a":{"c":3,"d":2},"b":1}"#),
    (#"{"b": 1, "a": [{"d": 2, "c": 3}]}"# + "\n", #"{"a": [{"c": 3, "d": 2}], "b": 1}"# + "\n"),
    (#"{"a":2,"\u0061":1,"A":0}"#, #"{"A":0,"a":2,"\u0061":1}"#), ("[2,1]", "[2,1]"),
    // White space that no member takes along, and what is no object or array, stays as it is.
    (#"{ "b":1,"a":2}"#, #"{ "b":1,"a":2}"#), (#""b,a""#, #""b,a""#), ("{b:1,a:2}", "{b:1,a:2}"),
  ])
  func `sorting moves members and touches no token`(text: String, sorted: String) {
    var bytes = Array(text.utf8)
    JSONMemberOrder.sort(&bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == sorted)
  }

  @Test(arguments: [
    (#"{"a":1,"b":2,"c":3}"#, #"{"c":0,"a":0,"b":0}"#, #"{"c":3,"a":1,"b":2}"#),
    // What the model lacks stays behind what it followed.
    (#"{"a":1,"n":9,"b":2}"#, #"{"b":0,"a":0}"#, #"{"b":2,"a":1,"n":9}"#),
    (#"{"n":9,"a":1,"b":2}"#, #"{"b":0,"a":0}"#, #"{"n":9,"b":2,"a":1}"#),
    (#"[{"a":1,"b":2},{"a":1,"b":2}]"#, #"[{"b":0,"a":0}]"#, #"[{"b":2,"a":1},{"a":1,"b":2}]"#),
    // A model that has a name twice gives no order.
    (#"{"a":1,"b":2}"#, #"{"b":0,"a":0,"b":0}"#, #"{"a":1,"b":2}"#),
    (#"{"a":{"x":1,"y":2}}"#, #"{"a":[1]}"#, #"{"a":{"x":1,"y":2}}"#),
  ])
  func `members are arranged as in another text`(text: String, model: String, arranged: String) {
    let bytes = JSONMemberOrder.arranged(Array(text.utf8), like: Array(model.utf8))
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == arranged)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `an even text that is shown indented gives every byte back`(seed: UInt64) throws {
    var generator = InteractionGenerator(seed: seed)
    var count = 0
    for _ in 0..<80 {
      let text = generator.json(depth: 0, spacing: generator.random.below(2))
      let bytes = Array((text + generator.random.pick(["", "\n"])).utf8)
      let layout = try #require(JSONScanner.layout(of: bytes), "\(text)")
      guard layout.spacing != .odd else { continue }
      count += 1
      var shown: [UInt8] = []
      JSONLayout.appendIndented(bytes, indent: 6, to: &shown)
      // The block's last line feed is the text's where it has one.
      let block = layout.hasFinalNewline ? shown[...] : shown.dropLast()
      let restored = JSONLayout.restore(block, isSpaced: layout.spacing == .spaced)
      #expect(restored == bytes, "\(text)")
      #expect(try normal(shown) == normal(bytes), "\(text)")
    }
    #expect(count > 30)
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `scanner and reader agree on what is JSON`(seed: UInt64) {
    for text in JSONTextTests.mutated(seed: 100 + seed, count: 400) {
      let isJSON = JSONText(text) != nil
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      #expect((JSONScanner.layout(of: text) != nil) == isJSON, "\(shown)")
    }
  }

  @Test func `a value written by code is read by Foundation as what it says`() throws {
    let text = "\u{0}\u{1F}\"\\/\u{7F}\u{85}\u{2028}\u{FEFF}é😀\r\n\t"
    let value: JSONValue = [
      "text": .string(text), "list": [1, -0.5, true, nil, [:], []], "\n": "x",
      "infinite": .init(floatLiteral: .infinity), "none": .init(floatLiteral: .nan),
    ]
    let object = try JSONSerialization.jsonObject(with: Data(value.text.utf8))
    let members = try #require(object as? [String: Any])
    #expect(try #require(members["text"] as? String).utf8.elementsEqual(text.utf8))
    let list = try #require(members["list"] as? [Any])
    #expect(list.count == 6)
    #expect(list[0] as? Int == 1)
    #expect(list[1] as? Double == -0.5)
    #expect(list[2] as? Bool == true)
    #expect(list[3] is NSNull)
    #expect(members["\n"] as? String == "x")
    #expect(members["infinite"] is NSNull)
    #expect(members["none"] is NSNull)
    #expect(JSONText(Array(value.text.utf8)) != nil)
  }
}
