import TestSupport
import Testing

@testable import VCRCore

/// The numbers of JSON (RFC 8259 §6), compared by value.
struct JSONNumberTests {
  private func form(_ text: String) -> String {
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    JSONNumber.appendNormalForm(bytes.span, bytes.indices, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ["1", "1.0", "10e-1", "0.1e1", "0.001E+3", "100e-02", "1e0", "1E-0"],
    ["0", "-0", "0.0", "-0.000e99", "0e999999999999999999999"], ["-1.5", "-15e-1", "-0.15e1"],
    ["123456789012345678901234567890", "12345678901234567890123456789e1"],
    ["1e400", "10e399", "0.1e401"], ["1e99999999999999999999", "1E+99999999999999999999"],
  ])
  func `spellings of one value have one form`(texts: [String]) {
    #expect(Set(texts.map(form)).count == 1, "\(texts.map(form))")
  }

  @Test func `different values have different forms, also where a Double cannot tell them apart`() {
    let texts = [
      "0", "1", "-1", "10", "0.1", "1e400", "1e401", "-1e400", "9007199254740992",
      "9007199254740993", "0.1000000000000000000000001", "1e-400", "1e99999999999999999999",
      "1e-99999999999999999999", "1e99999999999999999998", "2e99999999999999999999", "101", "1001",
    ]
    #expect(Set(texts.map(form)).count == texts.count)
  }

  @Test(arguments: [
    ("0", 1), ("-0", 2), ("01", 1), ("1.5e+10,", 7), ("1-", 1), ("12]", 2), ("0.5.5", 3),
    ("1e5e5", 3),
  ])
  func `a number ends where its grammar ends`(text: String, end: Int) {
    var index = 0
    #expect(JSONNumber.skip(Array(text.utf8).span, &index))
    #expect(index == end)
  }

  @Test(
    .enabled(if: Python.isInstalled, "needs python3"))
  func `Python's decimal numbers are equal where the forms are`() async throws {
    var random = SeededRandom(seed: 6)
    func digits(_ longest: Int) -> String {
      (0...random.below(longest)).map { _ in random.pick(["0", "0", "1", "5"]) }.joined()
    }
    let pairs = (0..<600).map { _ -> (String, String) in
      func number() -> String {
        let whole = random.one(in: 2) ? "0" : "1" + digits(2)
        return random.pick(["", "-"]) + whole + (random.one(in: 2) ? "" : "." + digits(3))
          + (random.one(in: 2) ? "" : random.pick(["e", "E+", "e-"]) + digits(1))
      }
      return (number(), number())
    }
    let script = """
      import sys
      from decimal import Decimal
      for line in sys.stdin:
        one, two = bytes.fromhex(line).decode().split()
        print(1 if Decimal(one) == Decimal(two) else 0)
      """
    let verdicts = try await Python.lines(script, pairs.map { Array("\($0) \($1)".utf8) })
    #expect(verdicts.count { $0 == "1" } > 10)
    for ((one, two), verdict) in zip(pairs, verdicts) {
      #expect((form(one) == form(two)) == (verdict == "1"), "\(one) \(two)")
    }
  }
}
