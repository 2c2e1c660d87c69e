import Testing
import VCRCore

struct FailureCodeTests {
  @Test(arguments: FailureCode.all)
  func `a code is found by its name and by its number`(code: FailureCode) {
    #expect(FailureCode(name: code.name) == code)
    #expect(FailureCode(number: code.number) == code)
  }

  @Test func `an unknown code is not found`() {
    #expect(FailureCode(name: "fine") == nil)
    #expect(FailureCode(number: 200) == nil)
  }
}
