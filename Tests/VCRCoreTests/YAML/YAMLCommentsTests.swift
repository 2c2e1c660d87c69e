import Testing

@testable import VCRCore

struct YAMLCommentsTests {
  private func comments(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    let tree = try YAMLParser.parse(bytes, keepsPlaces: true)
    return tree.comments(in: bytes[...]).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test func `comments stand between the scalars, and on the line of a block's indicator`() throws {
    let text = """
      # first
      a: x#y  # after a value
      "b # c": 'd # e' # quoted
      f: |- # on the indicator
        # text
      g: [h, # in a list
        i]
      # last
      """
    #expect(
      try comments(text) == [
        "# first", "# after a value", "# quoted", "# on the indicator", "# in a list", "# last",
      ])
  }
}
