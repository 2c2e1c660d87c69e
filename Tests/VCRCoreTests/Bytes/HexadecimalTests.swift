import Testing

@testable import VCRCore

struct HexadecimalTests {
  @Test func `bytes in digits are read again, whatever their case`() {
    let bytes = [UInt8](0...255)
    for isUpper in [false, true] {
      let digits = bytes.hexadecimal(isUpper: isUpper)
      #expect(digits.count == 512)
      #expect([UInt8](hexadecimal: digits) == bytes)
    }
    #expect(String(decoding: [0x0F, 0xA0].hexadecimal(), as: UTF8.self) == "0fa0")
    #expect([UInt8](hexadecimal: []) == [])
  }

  @Test(arguments: ["a", "abc", "0g", "0x", " 0", "0 ", "０１", "-1"])
  func `anything else is no bytes`(digits: String) {
    #expect([UInt8](hexadecimal: Array(digits.utf8)) == nil)
  }

  @Test func `a number has the digits that are asked for, and more where it needs them`() {
    #expect(UInt16(10).hexadecimal(digits: 4) == "000a")
    #expect(UInt32(0xABCDE).hexadecimal(digits: 2, isUpper: true) == "ABCDE")
    #expect(UInt8(0).hexadecimal(digits: 0) == "0")
  }
}
