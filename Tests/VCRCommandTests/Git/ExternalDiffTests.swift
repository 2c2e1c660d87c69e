#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct ExternalDiffTests {
    private static func isSemantic(_ text: String) -> Bool {
      text.contains("$.value  1 → 2") && !text.contains("@@") && !text.contains("Tue")
    }

    @Test func `git diff says what changed in the terms of JSON`() async throws {
      let repository = try await Repository.withChange()
      let diff = try await repository.git("diff")
      #expect(Self.isSemantic(diff), "\(diff)")
      #expect(diff.hasPrefix("Cassettes/a.yaml: 1 changed\n~ #2 GET https://api.example.com/b"))
      let below = try await repository.git(["diff", "--relative"], in: "Cassettes")
      #expect(Self.isSemantic(below), "\(below)")
      #expect(try await repository.git("diff", "-R").contains("$.value  2 → 1"))
      #expect(Self.isSemantic(try await repository.git("diff", "--word-diff")))
      try await repository.commit()
      let log = try await repository.git("log", "-p", "--ext-diff", "-1", "--format=")
      let show = try await repository.git("show", "--ext-diff", "--format=")
      #expect(Self.isSemantic(log), "\(log)")
      #expect(Self.isSemantic(show), "\(show)")
      try await repository.git("worktree", "add", "--quiet", "tmp/linked", "HEAD~")
      let linked = try await repository.git(["diff", "HEAD", "main"], in: "tmp/linked")
      #expect(Self.isSemantic(linked), "\(linked)")
    }

    @Test func `what git counts, stages and sends is the text`() async throws {
      let repository = try await Repository.withChange()
      #expect(try await repository.git("diff", "--stat").contains("1 file changed"))
      try await repository.git(["diff", "--quiet"], status: 1)
      try await repository.git(["diff", "--exit-code"], status: 1)
      let staging = try await Child.run(
        "git", ["add", "-p"], environment: repository.environment,
        directory: repository.workshop.folder.url, input: Array("y\nn\nn\nn\nn\n".utf8))
      #expect(staging.text.contains("+      Date: Tue"), "\(staging.text)")
      try await repository.git("reset", "--quiet")
      try await repository.git("stash")
      #expect(try await repository.git("stash", "show", "-p").contains("+      Date: Tue"))
      #expect(Self.isSemantic(try await repository.git("stash", "show", "-p", "--ext-diff")))
      try await repository.git("stash", "pop")
      try await repository.commit()
      let patch = try await repository.git("format-patch", "--stdout", "-1")
      #expect(patch.contains("+      Date: Tue\n"))
    }

    @Test func `new, deleted, renamed and made executable`() async throws {
      let repository = try await Repository()
      for name in ["gone", "old", "run"] {
        try repository.write(
          Repository.item(name), Repository.item("x"), Repository.item("y"),
          to: "Cassettes/\(name).yaml")
      }
      try await repository.commit()
      try await repository.git("rm", "--quiet", "Cassettes/gone.yaml")
      try await repository.git("mv", "Cassettes/old.yaml", "Cassettes/moved.yaml")
      try repository.write(Repository.item("n"), to: "Cassettes/new.yaml")
      try await repository.git("add", "--all")
      try await repository.git("update-index", "--chmod=+x", "Cassettes/run.yaml")
      let diff = try await repository.git("diff", "--cached", "-M")
      #expect(diff.contains("Cassettes/gone.yaml (cassette is gone): 3 removed\n"), "\(diff)")
      #expect(diff.contains("Cassettes/new.yaml (new cassette): 1 added\n"), "\(diff)")
      #expect(diff.contains("rename to Cassettes/moved.yaml\n") || diff.contains("→"), "\(diff)")
      #expect(
        diff.contains("Cassettes/run.yaml: no change\nold mode 100644\nnew mode 100755\n"),
        "\(diff)")
    }

    @Test func `what cannot be read, and all without vcr, is compared as text`() async throws {
      let repository = try await Repository.withChange()
      try repository.workshop.folder.write("a: 1\n", to: "Cassettes/other.yaml")
      try await repository.git("add", "Cassettes/other.yaml")
      try repository.workshop.folder.write("a: 2\n", to: "Cassettes/other.yaml")
      let diff = try await repository.git("diff")
      #expect(Self.isSemantic(diff.components(separatedBy: "diff --git")[0]), "\(diff)")
      #expect(diff.contains("--- a/Cassettes/other.yaml\n+++ b/Cassettes/other.yaml\n"))
      #expect(diff.contains("-a: 1\n+a: 2\n"))
      try FileManager.default.removeItem(
        at: repository.workshop.temporary.appending(path: "bin/vcr"))
      let plain = try await repository.git("diff")
      #expect(plain.contains("-      Date: Mon\n+      Date: Tue\n"), "\(plain)")
    }

    @Test func `a tool that was asked for comes first, and colour is git's`() async throws {
      let repository = try await Repository.withChange()
      let tool = try await repository.run(
        "git", ["diff"], setting: ["GIT_EXTERNAL_DIFF": "echo tool"])
      #expect(tool.hasPrefix("tool Cassettes/a.yaml /"), "\(tool)")
      let difftool = try await repository.git(
        "-c", "difftool.t.cmd=echo with \"$BASE\"", "difftool", "--no-prompt", "-t", "t")
      #expect(difftool == "with Cassettes/a.yaml\n", "\(difftool)")
      #expect(!(try await repository.git("diff")).contains("\u{1B}"))
      let coloured = try await repository.run(
        "git", ["-c", "color.ui=always", "diff"], setting: ["NO_COLOR": ""])
      #expect(coloured.contains("\u{1B}["))
      let paged = try await repository.run(
        "git", ["diff"], setting: ["GIT_PAGER_IN_USE": "true", "NO_COLOR": ""])
      #expect(paged.contains("\u{1B}["))
      let off = try await repository.run(
        "git", ["-c", "color.diff=false", "diff"],
        setting: ["GIT_PAGER_IN_USE": "true", "NO_COLOR": ""])
      #expect(!off.contains("\u{1B}"))
    }

    @Test func `bodies beside a cassette are found in its history`() async throws {
      let repository = try await Repository()
      func write(_ value: Int) throws {
        let name = "Cassettes/a.yaml.files/\(value).json"
        try repository.workshop.folder.write("{\"value\":\(value)}", to: name)
        try repository.write(
          Repository.item("a").components(separatedBy: "      json:")[0]
            + "      file: a.yaml.files/\(value).json\n")
      }
      try write(1)
      try await repository.commit()
      try FileManager.default.removeItem(
        at: repository.workshop.folder.file("Cassettes/a.yaml.files"))
      try write(2)
      let diff = try await repository.git("diff", "--", "Cassettes/a.yaml")
      #expect(Self.isSemantic(diff), "\(diff)")
      try await repository.commit()
      try repository.write(Repository.item("other"))
      try await repository.git("rm", "-r", "--quiet", "Cassettes/a.yaml.files")
      try await repository.commit()
      let show = try await repository.git(
        "show", "--ext-diff", "--format=", "HEAD~", "--", "Cassettes/a.yaml")
      #expect(Self.isSemantic(show), "\(show)")
      let range = try await repository.vcr("diff", "HEAD~2..HEAD~", status: 1)
      #expect(Self.isSemantic(range), "\(range)")
    }

    @Test func `a reader of git diff that goes away is no error`() async throws {
      let repository = try await Repository.withChange()
      for name in ["b", "c", "d"] {
        try repository.write(Repository.item("a"), to: "Cassettes/\(name).yaml")
      }
      try await repository.git("add", "--intent-to-add", "Cassettes")
      try repository.workshop.folder.write("hello\n", to: "Cassettes/other.yaml")
      try await repository.git("add", "Cassettes/other.yaml")
      try repository.workshop.folder.write("bye\n", to: "Cassettes/other.yaml")
      let text = try await repository.run(
        "sh",
        [
          "-c",
          "mkfifo tmp/gate; { cat tmp/gate; git -c core.pager=cat diff; } | "
            + "{ exec < /dev/null; echo > tmp/gate; }",
        ])
      #expect(text == "", "\(text)")
    }

    @Test func `an edit of a comment is a line of its own`() async throws {
      let repository = try await Repository()
      try repository.write(Repository.item("a"), Repository.item("b"))
      try await repository.commit()
      try repository.write("# Checked by hand.\n" + Repository.item("a"), Repository.item("b"))
      #expect(
        try await repository.git("diff") == """
          Cassettes/a.yaml: the text differs, what it records is the same
              comment of #1 added: Checked by hand.

          """)
      // Dates and the like are told of nowhere.
      try repository.write(Repository.item("a", date: "Tue"), Repository.item("b"))
      #expect(try await repository.git("diff") == "")
    }

    @Test func `comments and keys that changed beside other changes are reported`() async throws {
      let repository = try await Repository()
      let token = "ghp_" + String(repeating: "aB3dE5fG7", count: 4)
      try repository.write(
        "# One.\n" + Repository.item("a"), Repository.item("b") + "  reviewer: Ada\n",
        Repository.item("c"), Repository.item("d"))
      try await repository.commit()
      try repository.write(
        Repository.item("a", "2"), Repository.item("b", date: "Tue") + "  reviewer: Grace\n",
        Repository.item("c").replacing("    status: 200 OK", with: "    status: 200 OK # as ever"),
        "# \(token)\n" + Repository.item("d"))
      let lines = [
        "comment of #1 removed: One.", "key reviewer of #2 removed: Ada",
        "key reviewer of #2 added: Grace", "comment of #3 added: as ever",
        "comment of #4 added: {{",
      ]
      let diff = try await repository.git("diff")
      let text = try await repository.vcr("diff", status: 1)
      let markdown = try await repository.vcr("diff", "--format", "markdown", status: 1)
        .replacing("&#35;", with: "#").replacing("&#58;", with: ":").replacing("&#95;", with: "_")
        .replacing("&#123;", with: "{")
      let page = try await repository.vcr("diff", "--format", "html", status: 1)
      let json = try await repository.vcr("diff", "--format", "json", status: 1)
      for (index, said) in [diff, text, markdown, page, json].enumerated() {
        for line in lines {
          #expect(said.contains(line), "\(index) \(line): \(said.prefix(3_000))")
        }
        #expect(!said.contains(token))
      }
      try repository.write(
        Repository.item("a"), Repository.item("b"), Repository.item("c"), Repository.item("d"))
      try await repository.commit("Clean")
      let log = try await repository.git("log", "-p", "-1", "--format=")
      #expect(log.contains("\n-  # One.\n"), "\(log)")
      #expect(log.contains("\n-  reviewer: Ada\n"), "\(log)")
    }

    @Test func `an older setting is brought up to date`() async throws {
      let repository = try await Repository.withChange()
      try await repository.git("config", "diff.vcr.textconv", "vcr git-textconv")
      try await repository.git("config", "--unset", "diff.vcr.command")
      let missing = try await repository.vcr("init", "--check", status: 1)
      #expect(missing.contains("missing  git config diff.vcr.command\n"))
      #expect(missing.contains("missing  git config diff.vcr.textconv\n"))
      try await repository.vcr("init")
      try await repository.vcr("init", "--check")
      #expect(Self.isSemantic(try await repository.git("diff")))
    }
  }
#endif
