import TestSupport
import Testing

@testable import VCRCore

/// Every row of the table of shapes is found in every carrier, and nowhere else.
struct TokenShapeTests {
  @Test func `samples of every row are found in eleven carriers`() {
    var values = MadeUpValues(seed: 11)
    for shape in TokenShape.all {
      let samples = values.samples(of: shape, 3)
      guard samples.count == 3 else {
        Issue.record("\(shape.form)")
        continue
      }
      // A weak mark asks for a rest that looks random, which one sample in fifty does not.
      let needed = shape.isWeak ? 5 : 8
      var found = 0
      for (number, carrier) in CredentialCarrier.neutral.enumerated() {
        let sample = samples[number % samples.count]
        var planted = carrier.planted(.shaped, ["value"], sample, &values)
        planted.spelling = String(planted.spelling.suffix(sample.utf8.count - shape.kept))
        let redacted = Redaction.standard.redacting(planted.interaction)
        if planted.isGone(from: redacted) {
          found += 1
        } else if shape.head != nil, planted.spelling.contains("%") {
          // A mark within a token is looked for as it is.
          found += 1
        } else if !shape.isWeak {
          Issue.record("\(shape.form) in \(carrier.name): \(planted.spelling)")
        }
      }
      #expect(found >= needed, "\(shape.form): \(found) of 11")
    }
    #expect(CredentialCarrier.neutral.count == 11)
  }

  @Test func `every row says where its form is described and when it was compared`() {
    for shape in TokenShape.all {
      #expect(!shape.source.title.isEmpty, "\(shape.form)")
      let month = shape.source.checked
      #expect(
        month.wholeMatch(of: /20\d\d-\d\d/) != nil, "\(shape.form)")
      #expect(shape.least >= TokenShape.shortest, "\(shape.form)")
      #expect(shape.mark.count >= 2 && shape.mark.count - shape.kept < 64, "\(shape.form)")
    }
    #expect(Set(TokenShape.all.map { "\($0.form) \($0.name)" }).count == TokenShape.all.count)
  }

  @Test(arguments: ["rzp_live_%", "rzp_test_%", "sk_live_%"])
  func `a short key that happens to have no digit is found, and words are not`(form: String) {
    for tail in ["RgLaQCBwygcgTx", "zQvKpWmXbNfJhY", "HtRbDkLpWqZxVn"] {
      let key = form.replacing("%", with: tail)
      let redacted = Redaction.standard.redacting(
        Interaction.Response(status: 200, body: Body(Array("key \(key) used".utf8))))
      #expect(!String(decoding: redacted.body.bytes, as: UTF8.self).contains(tail))
    }
    for word in ["yourSecretKey", "YourSecretKeyX", "mysecretkeyxyz", "PLACEHOLDERKEY"] {
      let text = "key \(form.replacing("%", with: word)) used"
      let redacted = Redaction.standard.redacting(
        Interaction.Response(status: 200, body: Body(Array(text.utf8))))
      #expect(String(decoding: redacted.body.bytes, as: UTF8.self) == text)
    }
  }

  @Test func `what comes before a webhook's path stays`() {
    var values = MadeUpValues(seed: 12)
    let secret =
      "T" + values.text(8, of: MadeUpValues.capitals + "0123456789") + "/B"
      + values.text(8, of: MadeUpValues.capitals + "0123456789") + "/"
      + values.text(24, of: MadeUpValues.alphanumeric)
    let redacted = Redaction.standard.redacting(
      Interaction.Request(
        url: "https://hooks.slack.com/services/\(secret)",
        body: Body(Array(#"{"to":"https:\/\/hooks.slack.com\/services\/\#(secret)"}"#.utf8))))
    #expect(redacted.url == "https://hooks.slack.com/services/{{SLACK_WEBHOOK}}")
    #expect(
      String(decoding: redacted.body.bytes, as: UTF8.self)
        == #"{"to":"https:\/\/hooks.slack.com\/services\/{{SLACK_WEBHOOK}}"}"#)
  }
}
