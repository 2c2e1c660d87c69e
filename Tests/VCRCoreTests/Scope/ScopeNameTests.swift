import Testing

@testable import VCRCore

struct ScopeNameTests {
  private func name(_ parts: String...) throws -> ScopeName { try #require(ScopeName(parts)) }

  @Test func `a name has at least one part that says something`() throws {
    #expect(ScopeName([]) == nil)
    #expect(ScopeName(["", ""]) == nil)
    #expect(try name("a", "", "b").parts == ["a", "b"])
    #expect(try "\(name("a.py", "", "b c"))" == "a.py::b c")
  }

  @Test func `folders of the file and the parts of the name are folders of the cassette`() throws {
    #expect(
      try name("tests/users.py", "Listing", "first page").path(in: "Scoped Cassettes")
        == "Scoped Cassettes/tests/users.py/Listing/first+page.yaml")
  }

  @Test func `different names, and scopes of one name, have different cassettes`() throws {
    let names = [
      ["scope a b"], ["scope a-b"], ["scope a+b"], ["scope a_b"], ["scope a", "b"], ["scope a/b"],
      ["scope A b"], ["scope a b?"], ["scope a b!"], ["scope a b #2"],
    ]
    var paths = try names.map { try #require(ScopeName($0)).path(in: "Distinct") }
    paths += try [2, 3].map { try name("scope a b").path(in: "Distinct", occurrence: $0) }
    // Some file systems take no account of case.
    #expect(Set(paths.map { $0.lowercased() }).count == paths.count)
    #expect(try name("scope a b").path(in: "Distinct") == paths[0])
  }

  @Test(
    arguments: [
      (["a"], ["a", "b"], true), (["a", "b"], ["a", "b", "c"], true), (["a"], ["a"], false),
      (["a"], ["ab"], false), (["a", "b"], ["a"], false), (["a"], ["b", "a"], false),
      (["a", "test"], ["a", "test/part"], true), (["a", "test"], ["a", "tests/part"], false),
    ])
  func `a scope is around those whose names begin with its own`(
    outer: [String], inner: [String], isAround: Bool
  ) throws {
    let inner = try #require(ScopeName(inner))
    #expect(try #require(ScopeName(outer)).contains(inner) == isAround)
  }
}
