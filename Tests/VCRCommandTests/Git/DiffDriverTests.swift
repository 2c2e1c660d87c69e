#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct DiffDriverTests {
    @Test func `diff, log and show all speak HTTP and leave noise out`() async throws {
      let repository = try await Repository.withChange()
      let diff = try await repository.git("diff", "--no-ext-diff", "-U3")
      try await repository.commit()
      let log = try await repository.git("log", "--patch", "-1", "--format=")
      let show = try await repository.git("show", "--format=")
      for text in [diff, log, show] {
        #expect(text.contains("-    \"value\": 1\n+    \"value\": 2\n"), "\(text)")
        #expect(!text.contains("Date"), "\(text)")
        let hunks = text.split(separator: "\n").filter { $0.hasPrefix("@@") }
        #expect(hunks.count == 1)
        #expect(hunks.first?.hasSuffix("@@ GET https://api.example.com/b") == true, "\(hunks)")
      }
    }

    @Test func `a new date alone is no diff`() async throws {
      let repository = try await Repository()
      try repository.write(Repository.item("a"))
      try await repository.commit()
      try repository.write(Repository.item("a", date: "Tue"))
      #expect(try await repository.git("diff") == "")
      #expect(try await repository.git("diff", "--no-ext-diff", "--no-textconv").contains("Tue"))
      // Whether there is a change is a question of bytes.
      try await repository.git(["diff", "--quiet"], status: 1)
      #expect(try await repository.git("diff", "--stat").contains("Cassettes/a.yaml"))
    }

    @Test func `patches hold the text of the file`() async throws {
      let repository = try await Repository.withChange()
      try await repository.git("stash")
      let stashed = try await repository.git("stash", "show", "--patch", "--textconv")
      #expect(stashed.contains("@@ GET https://api"), "\(stashed)")
      try await repository.git("stash", "pop")
      try await repository.commit()
      let patch = try await repository.git("format-patch", "--stdout", "-1")
      #expect(patch.contains("+      Date: Tue\n"))
      let after = repository.text()
      try await repository.git("reset", "--hard", "--quiet", "HEAD~1")
      try repository.workshop.folder.write(patch, to: "tmp/change.patch")
      try await repository.git("am", "--quiet", "tmp/change.patch")
      #expect(repository.text() == after)
    }

    @Test(arguments: [
      "vcr: 1\ninteractions:\n- request:\n    url: https://a.example/x?api_key=%\n  response: [\n",
      "interactions:\n- request:\n    uri: https://a.example/x?sid=%\nversion: 1\n",
      "vcr: 1\ninteractions:\n- request: {url: \"https://a.example/\"}\n"
        + "  response: {status: 200, body: 'password : %'}\n",
    ])
    func `a fault or the format of another tool shows no secret`(file: String) async throws {
      let secret = "q7Zt2LmX9vB4" + "nRk8Wd3Hs6Yc"
      let repository = try await Repository()
      try repository.write(file.replacing("%", with: ""))
      try await repository.commit()
      try repository.write(file.replacing("%", with: secret))
      let diff = try await repository.git("diff")
      #expect(diff.contains("+(secrets that the file holds are not shown)"), "\(diff)")
      #expect(!diff.contains(secret), "\(diff)")
    }

    @Test func `what cannot be read as a cassette is compared as text`() async throws {
      let repository = try await Repository()
      try repository.workshop.folder.write("a: 1\n", to: "Cassettes/other.yaml")
      try repository.write(Repository.item("a"))
      try await repository.commit()
      try repository.workshop.folder.write("a: 2\n", to: "Cassettes/other.yaml")
      try repository.write("<<<<<<< a\n=======\n>>>>>>> b\n")
      let diff = try await repository.git("diff")
      #expect(diff.contains("-a: 1\n+a: 2\n"))
      #expect(diff.contains("+<<<<<<< a\n"))
    }

    @Test func `without vcr git compares the text`() async throws {
      let repository = try await Repository.withChange()
      try FileManager.default.removeItem(
        at: repository.workshop.temporary.appending(path: "bin/vcr"))
      let diff = try await repository.git("diff")
      #expect(diff.contains("-      Date: Mon\n+      Date: Tue\n"), "\(diff)")
    }

    @Test func `a secret in a cassette is not shown, but that it is there`() async throws {
      let repository = try await Repository()
      let item = Repository.item("a")
      try repository.write(item)
      try await repository.commit()
      try repository.write(
        item.replacing("      Date", with: "      Authorization: Bearer s3cr3t\n      Date"))
      #expect(!(try await repository.git("diff")).contains("s3cr3t"))
      let diff = try await repository.git("diff", "--no-ext-diff")
      #expect(!diff.contains("s3cr3t"))
      #expect(diff.contains("+  (secrets that the file holds here are not shown"), "\(diff)")
    }

    @Test func `what the project names as volatile is no diff`() async throws {
      let repository = try await Repository()
      try repository.workshop.folder.write(
        "volatile: [X-Build, $.value]\n", to: ".vcr.yaml")
      let item = Repository.item("a").replacing("      Date", with: "      X-Build: 1\n      Date")
      try repository.write(item)
      try await repository.commit()
      try repository.write(
        item.replacing("X-Build: 1", with: "X-Build: 2").replacing(
          "\"value\": 1", with: "\"value\": 2"))
      #expect(try await repository.git("diff") == "")
      #expect(try await repository.git("diff", "--no-ext-diff") == "")
    }
  }
#endif
