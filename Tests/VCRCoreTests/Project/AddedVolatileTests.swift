import Testing

@testable import VCRCore

struct AddedVolatileTests {
  private static func added(_ words: [String], to text: String) throws -> String {
    String(
      decoding: try ProjectFile.adding(
        volatile: words, to: Array(text.utf8), path: "/project/.vcr.yaml"), as: UTF8.self)
  }

  @Test(arguments: [
    ("", "volatile:\n- $.a[*].b\n- X-Build\n"),
    ("# only a comment\n", "# only a comment\nvolatile:\n- $.a[*].b\n- X-Build\n"),
    ("match: path", "match: path\nvolatile:\n- $.a[*].b\n- X-Build\n"),
    (
      "volatile:\n- $.x # why\n# end\nmatch: path\n",
      "volatile:\n- $.x # why\n- $.a[*].b\n- X-Build\n# end\nmatch: path\n"
    ),
    (
      "volatile:\n    - $.x\nmatch: path\n",
      "volatile:\n    - $.x\n    - $.a[*].b\n    - X-Build\nmatch: path\n"
    ),
    ("volatile: [X-Y, $.x]\n", "volatile: [X-Y, $.x, '$.a[*].b', X-Build]\n"),
    ("volatile: ['$.x[*]'] # all\n", "volatile: ['$.x[*]', '$.a[*].b', X-Build] # all\n"),
    ("volatile: [\n  X-Y,\n  $.x\n]\n", "volatile: [\n  X-Y,\n  $.x\n, '$.a[*].b', X-Build]\n"),
  ])
  func `places are added where others stand, and all else stays`(
    before: String, after: String
  ) throws {
    #expect(try Self.added(["$.a[*].b", "X-Build"], to: before) == after)
  }

  @Test func `what is there already is not added again`() throws {
    #expect(try Self.added(["$.x"], to: "volatile: [$.x]\n") == "volatile: [$.x]\n")
    #expect(try Self.added(["$.x", "X-Y"], to: "volatile: [$.x]\n") == "volatile: [$.x, X-Y]\n")
  }

  @Test func `a spelling to which nothing can be added is an error that says what to write`() throws
  {
    let error = try #require(throws: ProjectFileError.self) {
      try Self.added(["X-Build"], to: "volatile: $.x\nredact: [X-Key]\n")
    }
    #expect(error.reason.hasSuffix("it is to become: [$.x, X-Build]"), "\(error)")
  }
}
