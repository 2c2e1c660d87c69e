#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The suites of the frameworks for which `vcr init --for` writes a shim, run by them with 4
  /// workers.
  struct FrameworkTests {
    /// A project of one framework, in whose tests `FAIL` makes one fail.
    struct Project {
      var framework: String
      var command: [String]
      var files: [String: String]
      /// The cassettes of all tests, of which the last are those of the ones that can fail.
      var cassettes: [String]
    }

    /// Records a suite in which tests fail, then those again, and replays all without the service.
    private func check(_ project: Project, one: [String], failing: Int = 1) async throws {
      let service = try ScopeService()
      let workshop = service.workshop
      try await service.prepare(project.framework, project.files)
      let command = ["--"] + project.command

      let first = try await workshop.vcr(
        ["record", "--scopes"] + service.map + command, setting: ["FAIL": "1"], timeout: 300)
      #expect(first.status != 0, "\(first.text)\(first.errorText)")
      #expect(
        try service.cassettes() == project.cassettes.dropLast(failing).sorted(),
        "\(first.text)\(first.errorText)")
      #expect(
        first.errorText.contains("nothing kept of \(failing) that failed"), "\(first.errorText)")

      let asked = service.server.requestCount
      let second = try await workshop.vcr(
        ["record", "--scopes"] + service.map + command + one, timeout: 300)
      #expect(second.status == 0, "\(second.text)\(second.errorText)")
      #expect(try service.cassettes() == project.cassettes.sorted())
      #expect(service.server.requestCount > asked)
      let recorded = service.server.requestCount

      let replayed = try await workshop.vcr(
        ["replay", "--scopes", "--require-all"] + command, timeout: 300)
      #expect(replayed.status == 0, "\(replayed.text)\(replayed.errorText)")
      #expect(service.server.requestCount == recorded)
      for path in project.cassettes {
        #expect(workshop.text("Cassettes/" + path)?.contains("vcr-scope") == false)
      }
    }

    private static let pytest: String? = Package.client("python3").flatMap { python in
      let probe = Process()
      probe.executableURL = URL(fileURLWithPath: python)
      probe.arguments = ["-c", "import pytest, xdist"]
      probe.standardError = FileHandle.nullDevice
      guard (try? probe.run()) != nil else { return nil }
      probe.waitUntilExit()
      return probe.terminationStatus == 0 ? python : nil
    }

    @Test(.enabled(if: pytest != nil, "pytest and pytest-xdist are not installed"))
    func `pytest records and replays a cassette a test with 4 workers`() async throws {
      let test = """
        import os, subprocess, urllib.request, pytest

        def get(path):
            return urllib.request.urlopen("http://svc.test/" + path).read().decode()

        @pytest.mark.parametrize("n", range(4))
        def test_page(n):
            assert get(f"page/{n}") == f"/page/{n}"
            assert get("same") == "/same"

        class TestUsers:
            def test_child(self):
                output = subprocess.check_output(["curl", "-s", "http://svc.test/child"])
                assert output == b"/child"

        @pytest.fixture
        def torn():
            yield
            assert get("torn") == "/torn" and "FAIL" not in os.environ

        def test_torn(torn):
            assert get("torn") == "/torn"

        def test_nothing():
            pass

        def test_same():
            assert get("same") == "/same"

        def test_fails():
            assert get("fails") == "/fails" and "FAIL" not in os.environ

        @pytest.mark.slow
        def test_configured(request):
            assert request.config.is_own and get("configured") == "/configured"

        @pytest.mark.xfail
        def test_known_fault():
            assert get("known") == "mended"

        @pytest.mark.xfail("FAIL" in os.environ, reason="as told", strict=True)
        def test_mended():
            assert get("mended") == "/mended"
        """
      let pages = (0..<4).map { "tests/test_api.py/test_page-\($0)-" }
      let service = try ScopeService()
      let own = """
        import pytest as _pytest

        def pytest_configure(config):
            config.addinivalue_line("markers", "slow: takes long")
            config.is_own = True

        _url = _os = None
        """
      try await service.prepare("pytest", ["tests/test_api.py": test, "conftest.py": own])
      let command = ["--", try #require(Self.pytest), "-m", "pytest", "-q", "-n", "4"]
      let failing = try await service.workshop.vcr(
        ["record", "--scopes"] + service.map + command, setting: ["FAIL": "1"], timeout: 300)
      #expect(failing.status == 1, "\(failing.text)\(failing.errorText)")
      let cassettes = try service.cassettes()
      // A fault that is known is no failure of the suite, and one that is mended without a word is
      // one.
      #expect(cassettes.count == 8, "\(cassettes)")
      #expect(cassettes.contains("tests/test_api.py/test_known_fault.yaml"))
      #expect(!cassettes.contains("tests/test_api.py/test_mended.yaml"))
      #expect(pages.allSatisfy { page in cassettes.contains { $0.hasPrefix(page) } })
      #expect(!cassettes.contains("tests/test_api.py/test_fails.yaml"))
      // A test fails by what is torn down after it, too.
      #expect(!cassettes.contains("tests/test_api.py/test_torn.yaml"))
      let child = service.workshop.text("Cassettes/tests/test_api.py/TestUsers/test_child.yaml")
      #expect(child?.contains("http://svc.test/child") == true)
      let again = try await service.workshop.vcr(
        ["record", "--scopes"] + service.map + command
          + ["fails", "mended", "torn"].map { "tests/test_api.py::test_\($0)" }, timeout: 300)
      #expect(again.status == 0, "\(again.text)\(again.errorText)")
      #expect(try service.cassettes().count == 11)
      let torn = service.workshop.text("Cassettes/tests/test_api.py/test_torn.yaml")
      #expect(torn?.components(separatedBy: "svc.test/torn").count == 3, "\(torn ?? "")")
      let count = service.server.requestCount
      let replayed = try await service.workshop.vcr(
        ["replay", "--scopes", "--require-all", "--report", "run.json"] + command, timeout: 300)
      #expect(replayed.status == 0, "\(replayed.text)\(replayed.errorText)")
      #expect(service.server.requestCount == count)
      #expect(replayed.errorText.contains("12 tests in Cassettes/"), "\(replayed.errorText)")
      let report = try #require(service.workshop.text("run.json"))
      #expect(report.contains("tests/test_api.py::TestUsers::test_child"))
    }

    @Test(.enabled(if: Tool.isInstalled("go"), "Go is not installed"))
    func `go test records and replays a cassette a test, four of them at once in one process`()
      async throws
    {
      let test = """
        package users

        import (
        \t"fmt"
        \t"io"
        \t"net/http"
        \t"os"
        \t"testing"

        \t"example.com/app/internal/vcrtest"
        )

        func get(t *testing.T, client *http.Client, path string) {
        \tt.Helper()
        \tresponse, err := client.Get("http://svc.test" + path)
        \tif err != nil {
        \t\tt.Fatal(err)
        \t}
        \tdefer response.Body.Close()
        \tif text, _ := io.ReadAll(response.Body); string(text) != path {
        \t\tt.Fatalf("%q", text)
        \t}
        }

        func TestPages(t *testing.T) {
        \tfor i := 0; i < 4; i++ {
        \t\tpage := i
        \t\tt.Run(fmt.Sprintf("page %d", page), func(t *testing.T) {
        \t\t\tt.Parallel()
        \t\t\tclient := vcrtest.Scope(t)
        \t\t\tget(t, client, fmt.Sprintf("/page/%d", page))
        \t\t\tget(t, client, "/same")
        \t\t})
        \t}
        }

        func TestPlain(t *testing.T) {
        \tvcrtest.Scope(t)
        \tget(t, http.DefaultClient, "/same")
        }

        func TestFails(t *testing.T) {
        \tvcrtest.Scope(t)
        \tget(t, http.DefaultClient, "/fails")
        \tif os.Getenv("FAIL") != "" {
        \t\tt.Error("as told")
        \t}
        }
        """
      let project = Project(
        framework: "go", command: ["go", "test", "-count=1", "-parallel", "4", "./users"],
        files: [
          "go.mod": "module example.com/app\n\ngo 1.19\n", "users/users_test.go": test,
        ],
        cassettes: (0..<4).map { "users/TestPages/page_\($0).yaml" }
          + ["users/TestPlain.yaml", "users/TestFails.yaml"])
      try await check(project, one: ["-run", "TestFails"])
    }

    @Test(.enabled(if: Tool.isInstalled("go"), "Go is not installed"))
    func `a Go test that panics keeps no recording, and one that cannot begin requests nothing`()
      async throws
    {
      let test = """
        package users

        import (
        \t"net/http"
        \t"testing"

        \t"example.com/app/internal/vcrtest"
        )

        func TestTwice(t *testing.T) {
        \tvcrtest.Scope(t)
        \tvcrtest.Scope(t)
        \thttp.Get("http://svc.test/never")
        }

        func TestPanics(t *testing.T) {
        \tvcrtest.Scope(t)
        \tif _, err := http.Get("http://svc.test/panics"); err != nil {
        \t\tt.Fatal(err)
        \t}
        \tpanic("as told")
        }
        """
      let service = try ScopeService()
      try await service.prepare(
        "go",
        ["go.mod": "module example.com/app\n\ngo 1.19\n", "users/users_test.go": test])
      let result = try await service.workshop.vcr(
        ["record", "--scopes"] + service.map + ["--", "go", "test", "-count=1", "./users"],
        timeout: 300)
      #expect(result.status == 1, "\(result.text)\(result.errorText)")
      #expect(service.targets == ["/panics"], "\(result.text)\(result.errorText)")
      #expect(try service.cassettes() == [])
      #expect(
        result.errorText.contains(
          "users/TestPanics: its recording is not kept, as the test failed"),
        "\(result.errorText)")
      #expect(result.text.contains("is running already"), "\(result.text)")
    }

    private static let asking = """
      const http = require('node:http');
      const get = (path) => new Promise((resolve, reject) => {
        http.get('http://svc.test' + path, (response) => {
          let text = '';
          response.on('data', (data) => { text += data; }).on('end', () => resolve(text));
        }).on('error', reject);
      });
      """

    /// Makes two tests of a file wait for each other.
    private static let meeting = """
      let waiting = 0, meet;
      const met = new Promise((resolve) => { meet = resolve; });
      const begun = () => { if (++waiting === 2) meet(); return met; };
      """

    /// The version of Node that says in a hook whether the test has passed.
    private static let hasNode: Bool = {
      guard let node = Tool.path(of: "node") else { return false }
      let probe = Process()
      probe.executableURL = URL(fileURLWithPath: node)
      probe.arguments = [
        "-e",
        "const [a, b] = process.versions.node.split('.').map(Number);"
          + "process.exit(a > 21 || (a === 21 && b >= 7) || (a === 20 && b >= 12) ? 0 : 1)",
      ]
      guard (try? probe.run()) != nil else { return false }
      probe.waitUntilExit()
      return probe.terminationStatus == 0
    }()

    @Test(.enabled(if: hasNode, "Node 20.12 or later is not installed"))
    func `node --test records and replays a cassette a test, four files at once`() async throws {
      let test = """
        \(Self.asking)
        \(Self.meeting)
        const test = require('node:test');
        const assert = require('node:assert');
        const own = require('node:path').basename(__filename);
        test('skips itself', async (t) => {
          assert.equal(await get('/skips'), '/skips');
          t.skip('as it finds nothing to do');
        });
        test('page', async (t) => {
          t.after(async () => { assert.equal(await get('/after'), '/after'); });
          assert.equal(await get('/' + own), '/' + own);
        });
        test.describe('group', () => {
          test.it('same', async () => { assert.equal(await get('/same'), '/same'); });
        });
        test('at once', { concurrency: true }, async (t) => {
          await Promise.all(['one', 'two'].map((word) => t.test(word, async () => {
            await begun();
            assert.equal(await get('/once/' + word), '/once/' + word);
          })));
        });
        test('fails in d', async () => {
          assert.equal(await get('/fails'), '/fails');
          assert.ok(own !== 'd.test.js' || !process.env.FAIL);
        });
        """
      let names = ["a", "b", "c", "d"]
      let project = Project(
        framework: "node", command: ["node", "--require", "./vcr-scopes.cjs", "--test"],
        files: Dictionary(uniqueKeysWithValues: names.map { ("test/\($0).test.js", test) }),
        cassettes: names.flatMap { name in
          [
            "group/same", "skips+itself", "page", "at+once/one", "at+once/two", "fails+in+d",
          ].map { "test/\(name).test.js/\($0).yaml" }
        })
      try await check(project, one: ["test/d.test.js"])
    }

    @Test(.enabled(if: hasNode, "Node 20.12 or later is not installed"))
    func `a failing todo of Node keeps its recording, and a test with a failing subtest none`()
      async throws
    {
      let test = """
        \(Self.asking)
        const test = require('node:test');
        const assert = require('node:assert');
        test('todo', { todo: true }, async () => { assert.equal(await get('/todo'), 'mended'); });
        test('told', async (t) => {
          t.todo('later');
          assert.equal(await get('/told'), 'mended');
        });
        test.describe('group', () => {
          test.it.todo('known', async () => { assert.equal(await get('/known'), 'mended'); });
        });
        test('whole', async (t) => {
          assert.equal(await get('/whole'), '/whole');
          await t.test('todo', { todo: true }, async () => { assert.fail(await get('/part')); });
        });
        test('outer', async (t) => {
          assert.equal(await get('/outer'), '/outer');
          await t.test('inner', async () => {
            assert.equal(await get('/inner'), '/inner');
            assert.ok(!process.env.FAIL);
          });
        });
        """
      let project = Project(
        framework: "node", command: ["node", "--require", "./vcr-scopes.cjs", "--test"],
        files: ["test/a.test.js": test],
        cassettes: [
          "todo", "told", "group/known", "whole", "whole/todo", "outer", "outer/inner",
        ].map { "test/a.test.js/\($0).yaml" })
      try await check(project, one: [], failing: 2)
    }

    private static let jest = Package.jest

    @Test(.enabled(if: jest != nil, "Jest is not installed"))
    func `jest records and replays a cassette a test with 4 workers`() async throws {
      let test = """
        \(Self.asking)
        \(Self.meeting)
        const own = require('node:path').basename(__filename);
        test('page', async () => { expect(await get('/' + own)).toBe('/' + own); });
        afterEach(async () => { expect(await get('/after')).toBe('/after'); });
        describe('group', () => {
          test('same', async () => { expect(await get('/same')).toBe('/same'); });
        });
        test.concurrent.each(['one', 'two'])('at once %s', async (word) => {
          await begun();
          expect(await get('/once/' + word)).toBe('/once/' + word);
        });
        test('fails in d', async () => {
          expect(await get('/fails')).toBe('/fails');
          expect(own !== 'd.test.js' || !process.env.FAIL).toBe(true);
        });
        """
      let names = ["a", "b", "c", "d"]
      var files = Dictionary(uniqueKeysWithValues: names.map { ("test/\($0).test.js", test) })
      files["package.json"] = "{\"name\": \"app\", \"version\": \"1.0.0\"}\n"
      files["jest.config.js"] =
        "module.exports = { testEnvironment: 'node', "
        + "setupFilesAfterEnv: ['<rootDir>/vcr-jest.cjs'] };\n"
      let project = Project(
        framework: "jest", command: [try #require(Self.jest), "--maxWorkers=4"], files: files,
        cassettes: names.flatMap { name in
          ["group/same", "page", "at+once+one", "at+once+two", "fails+in+d"].map {
            "test/\(name).test.js/\($0).yaml"
          }
        })
      try await check(project, one: ["test/d.test.js"])
    }

    @Test(.enabled(if: Tool.isInstalled("rspec"), "RSpec is not installed"))
    func `rspec records and replays a cassette an example`() async throws {
      let spec = """
        require "net/http"

        def get(path) = Net::HTTP.get(URI("http://svc.test" + path))

        RSpec.describe "Users" do
          context "of a team" do
            4.times { |n| it("lists page #{n}") { expect(get("/page/#{n}")).to eq "/page/#{n}" } }
            it("is the same") { expect(get("/same")).to eq "/same" }
          end
          it "fails" do
            expect(get("/fails")).to eq "/fails"
            expect(ENV["FAIL"]).to be_nil
          end
        end
        """
      let project = Project(
        framework: "rspec", command: ["rspec"], files: ["spec/users_spec.rb": spec],
        cassettes: (0..<4).map { "spec/users_spec.rb/Users/of+a+team/lists+page+\($0).yaml" }
          + [
            "spec/users_spec.rb/Users/of+a+team/is+the+same.yaml",
            "spec/users_spec.rb/Users/fails.yaml",
          ])
      try await check(project, one: ["-e", "fails"])
    }

    @Test(.enabled(if: Tool.isInstalled("rspec"), "RSpec is not installed"))
    func `an example of RSpec that fails by a hook around it keeps no recording`() async throws {
      let helper = """
        require "net/http"

        def get(path) = Net::HTTP.get(URI("http://svc.test" + path))

        RSpec.configure do |config|
          config.around do |example|
            get("/around")
            example.run
            raise "as told" if ENV["FAIL"] && example.metadata[:guarded]
          end
        end
        """
      let spec = """
        RSpec.describe "Users" do
          it("is a known fault") { pending "later"; expect(get("/known")).to eq "mended" }
          it("passes") { get("/passes") }
          it("fails after it", :guarded) { get("/guarded") }
          it("fails twice", :aggregate_failures) do
            get("/twice")
            2.times { expect(ENV["FAIL"]).to be_nil }
          end
          context "with a hook of its own" do
            around { |example| example.run; raise "as told" if ENV["FAIL"] }
            it("fails") { get("/own") }
          end
        end
        """
      let project = Project(
        framework: "rspec", command: ["rspec"],
        files: [
          ".rspec": "--require spec_helper\n", "spec/spec_helper.rb": helper,
          "spec/users_spec.rb": spec,
        ],
        cassettes: [
          "is+a+known+fault", "passes", "fails+after+it", "fails+twice",
          "with+a+hook+of+its+own/fails",
        ].map { "spec/users_spec.rb/Users/\($0).yaml" })
      try await check(project, one: [], failing: 3)
    }
  }
#endif
