import Testing
import VCRCore

@Suite struct JSONValueTests {
  @Test func `a string escapes what it must`() {
    #expect(JSONValue.string("a\"\\\n\r\t\u{1}\u{7F}é").text == #""a\"\\\n\r\t\u0001\u007fé""#)
  }

  @Test func `literals keep the order of members and the digits of numbers`() {
    let value: JSONValue = ["b": 1, "a": [0.5, nil, true, "x"], "c": [:], "d": .number("1e400")]
    #expect(value.text == #"{"b":1,"a":[0.5,null,true,"x"],"c":{},"d":1e400}"#)
  }
}
