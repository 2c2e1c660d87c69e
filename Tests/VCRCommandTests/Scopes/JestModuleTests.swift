#if CommandLineTool
  import TestSupport
  import Testing

  /// Scopes in a project whose files are ECMAScript modules, as Jest documents them.
  struct JestModuleTests {
    @Test(.enabled(if: Package.jest != nil, "Jest is not installed"))
    func `jest records and replays a cassette a test where files are modules`() async throws {
      let test = """
        import http from 'node:http';
        const get = (path) => new Promise((resolve, reject) => {
          http.get('http://svc.test' + path, (response) => {
            response.resume().on('end', () => resolve(response.statusCode));
          }).on('error', reject);
        });
        test('one', async () => { expect(await get('/one')).toBe(200); });
        test('two', async () => { expect(await get('/two')).toBe(200); });
        """
      let service = try ScopeService()
      try await service.prepare(
        "jest",
        [
          "package.json": #"{"name": "app", "version": "1.0.0", "type": "module"}"#,
          "jest.config.mjs": """
          export default {
            testEnvironment: 'node', transform: {}, setupFilesAfterEnv: ['<rootDir>/vcr-jest.cjs'],
          };
          """,
          "app.test.js": test,
        ])
      let command = ["--", try #require(Package.jest)]
      let setting = ["NODE_OPTIONS": "--experimental-vm-modules"]
      let recorded = try await service.workshop.vcr(
        ["record", "--scopes"] + service.map + command, setting: setting, timeout: 300)
      #expect(recorded.status == 0, "\(recorded.text)\(recorded.errorText)")
      #expect(try service.cassettes() == ["app.test.js/one.yaml", "app.test.js/two.yaml"])
      let replayed = try await service.workshop.vcr(
        ["replay", "--scopes"] + command, setting: setting, timeout: 300)
      #expect(replayed.status == 0, "\(replayed.text)\(replayed.errorText)")
      #expect(service.targets == ["/one", "/two"])
    }
  }
#endif
