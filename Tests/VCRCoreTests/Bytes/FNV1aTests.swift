import Testing

@testable import VCRCore

struct FNV1aTests {
  /// Test vectors of the hash's authors.
  @Test(arguments: [
    ("", "811c9dc5", "cbf29ce484222325"), ("a", "e40c292c", "af63dc4c8601ec8c"),
    ("foobar", "bf9cf968", "85944171f73967e8"),
  ])
  func `the hash is the published one`(text: String, short: String, long: String) {
    #expect(FNV1a<UInt32>(text.utf8).hexadecimal == short)
    #expect(FNV1a<UInt64>(text.utf8).hexadecimal == long)
  }
}
