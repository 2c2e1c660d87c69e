import Testing

@testable import VCRCore

struct EncodedFormTests {
  private static let forms: [EncodedForm] = [
    .settings("level 6"), .settings("level 9"), .settings("e\u{301}"), .settings("\u{E9}"),
    .bytes([1, 2]), .bytes([1]), .bytes([]),
  ]

  @Test func `forms are the same when they give the same bytes, and no others are`() {
    for (place, form) in Self.forms.enumerated() {
      for (other, another) in Self.forms.enumerated() {
        #expect((form == another) == (place == other))
      }
    }
  }

  @Test func `settings encode any content, and bytes are those of one`() {
    #expect(Self.forms.map(\.isOfOneContent) == [false, false, false, false, true, true, true])
  }
}
