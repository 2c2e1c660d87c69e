#if CommandLineTool
  import TestSupport
  import Testing

  /// Scopes that a helper of the tests begins, which is in a package of its own.
  struct GoHelperTests {
    @Test(.enabled(if: Tool.isInstalled("go"), "Go is not installed"))
    func `tests of one name in two Go packages have a cassette each though a helper begins them`()
      async throws
    {
      let helper = """
        package testutil

        import (
        \t"testing"

        \t"example.com/app/internal/vcrtest"
        )

        func Get(t *testing.T, path string) {
        \tif _, err := vcrtest.Scope(t).Get("http://svc.test" + path); err != nil {
        \t\tt.Fatal(err)
        \t}
        }
        """
      let test = { (package: String, path: String) in
        """
        package \(package)

        import (
        \t"testing"

        \t"example.com/app/internal/testutil"
        )

        func TestGet(t *testing.T) { testutil.Get(t, "\(path)") }
        """
      }
      let service = try ScopeService()
      try await service.prepare(
        "go",
        [
          "go.mod": "module example.com/app\n\ngo 1.19\n",
          "internal/testutil/testutil.go": helper, "app_test.go": test("app", "/root"),
          "users/users_test.go": test("users_test", "/users"),
          "v1.2/teams/teams_test.go": test("teams", "/teams"),
        ])
      let command = ["--", "go", "test", "-count=1"]
      let recorded = try await service.workshop.vcr(
        ["record", "--scopes"] + service.map + command + ["./..."], timeout: 300)
      #expect(recorded.status == 0, "\(recorded.text)\(recorded.errorText)")
      #expect(
        try service.cassettes() == [
          "TestGet.yaml", "users_test/TestGet.yaml", "v1.2/teams/TestGet.yaml",
        ])
      let one = try await service.workshop.vcr(
        ["replay", "--scopes"] + command + ["./v1.2/..."], timeout: 300)
      #expect(one.status == 0, "\(one.text)\(one.errorText)")
      #expect(service.targets == ["/root", "/teams", "/users"])
    }
  }
#endif
