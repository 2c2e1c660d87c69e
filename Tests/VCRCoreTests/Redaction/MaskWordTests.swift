import Testing

@testable import VCRCore
@testable import VCRReview

/// What marks a removed value for the redactor and for the check.
struct MaskWordTests {
  @Test(arguments: MaskWords.all)
  func `a word that marks a removed value is neither replaced nor found`(word: String) {
    for value in [word, word.uppercased(), "[\(word)]", "<\(word)>"] {
      let text = "{\"password\":\"\(value)\"}"
      #expect(Redaction.standard.redacting(text: text) == text)
      #expect(DummyValue.isMark(Array(value.utf8)[...]), "\(value)")
    }
  }
}
