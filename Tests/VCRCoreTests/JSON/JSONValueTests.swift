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

  @Test func `values of the code stand beside literals`() {
    let (id, name, price, isOn) = (UInt8(7), "Ada".dropFirst(), 2.5, true)
    let value: JSONValue = [
      "id": .init(id), "name": .init(name), "price": .init(price), "on": .init(isOn), "no": 1,
      "none": .init(Double.infinity),
    ]
    #expect(
      value.text == #"{"id":7,"name":"da","price":2.5,"on":true,"no":1,"none":null}"#)
  }
}
