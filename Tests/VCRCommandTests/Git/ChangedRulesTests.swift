#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct ChangedRulesTests {
    /// A branch `pr` that changes a value, and the rules so that it would not show.
    private static func repository(
      old: String? = nil, new: String?, in folder: String = ""
    ) async throws -> Repository {
      let repository = try await Repository()
      // What the hook would find is on purpose.
      try await repository.git("config", "core.hooksPath", "/dev/null")
      let name = folder + ".vcr.yaml"
      try? FileManager.default.removeItem(at: repository.workshop.folder.url.appending(path: name))
      if let old { try repository.workshop.folder.write(old, to: name) }
      try repository.write(Repository.item("a", "1"))
      try await repository.commit()
      try await repository.git("checkout", "--quiet", "-b", "pr")
      if let new {
        try repository.workshop.folder.write(new, to: name)
      } else {
        try await repository.git("rm", "--quiet", name)
      }
      try repository.write(Repository.item("a", "2"))
      try await repository.commit()
      return repository
    }

    @Test func `a branch cannot hide its own drift by its own rules`() async throws {
      let repository = try await Self.repository(
        old: "match: [method, url]\n", new: "match: [method, path]\nvolatile: [$.value, X-Build]\n")
      for words in [["main..pr"], ["main...pr"], ["main", "pr"], ["main"]] {
        let text = try await repository.run("vcr", ["diff"] + words, status: 1)
        #expect(text.contains("$.value  1 → 2\n"), "\(text)")
        #expect(
          text.hasPrefix(".vcr.yaml: the rules changed; what follows goes by those of "),
          "\(text)")
        #expect(text.contains("match     method,url → method,path\n"), "\(text)")
        #expect(text.contains("volatile  added $.value, X-Build\n"), "\(text)")
      }
      let new = try await repository.run("vcr", ["diff", "main..pr", "--rules", "new"], status: 1)
      #expect(new.contains("goes by those of pr (--rules old goes by the old ones)"), "\(new)")
      #expect(!new.contains("1 → 2"), "\(new)")
    }

    @Test func `every form tells the rules above all else`() async throws {
      let repository = try await Self.repository(new: "volatile: $.value\n")
      let markdown = try await repository.vcr(
        "diff", "main..pr", "--format", "markdown", status: 1)
      #expect(
        markdown.hasPrefix("**Cassettes: 1 changed**; **the rules changed**\n"), "\(markdown)")
      #expect(
        markdown.contains("<code>volatile</code> <code>added &#36;.value</code>"), "\(markdown)")
      let json = try await repository.vcr("diff", "main..pr", "--format", "json", status: 1)
      #expect(
        json.contains(
          #""settings": [{"setting": "volatile", "removed": [], "added": ["$.value"]}]"#)
          || json.contains(
            #""settings":[{"setting":"volatile","removed":[],"added":["$.value"]}]"#),
        "\(json)")
      #expect(json.contains("judged_by"))
      let page = try await repository.vcr("diff", "main..pr", "--format", "html", status: 1)
      #expect(page.contains("<code>volatile</code> added $.value"))
      let summary = try await repository.vcr("diff", "main..pr", "--stat", status: 1)
      #expect(summary.contains("volatile  added $.value\n"), "\(summary)")
    }

    @Test func `rules that changed alone are a difference`() async throws {
      let repository = try await Self.repository(old: "redact: [X-Key]\n", new: nil)
      try repository.write(Repository.item("a", "1"))
      try await repository.commit()
      let text = try await repository.vcr("diff", "main..pr", status: 1)
      #expect(text.hasSuffix("    redact  removed X-Key\n"), "\(text)")
      let page = try await repository.vcr("diff", "main..pr", "--format", "html", status: 1)
      #expect(page.contains("<h1>Changes in the rules alone</h1>"))
    }

    @Test func `a rule of redaction that is taken away still hides what it hid`() async throws {
      let repository = try await Self.repository(old: "redact_json: $.value\n", new: "{}\n")
      try repository.write(Repository.item("a", "\"hunter-two\""))
      try await repository.commit()
      for side in ["old", "new"] {
        let text = try await repository.vcr("diff", "main..pr", "--rules", side, status: 1)
        #expect(!text.contains("hunter-two"), "\(text)")
        #expect(text.contains("redact_json  removed $.value"), "\(text)")
      }
    }

    @Test func `without a revision the rules of the work tree decide`() async throws {
      let repository = try await Repository()
      try repository.write(Repository.item("a", "1"))
      try await repository.commit()
      try repository.workshop.folder.write("volatile: $.value\n", to: ".vcr.yaml")
      try repository.write(Repository.item("a", "2"))
      let text = try await repository.vcr("diff", status: 1)
      #expect(text.contains("goes by those of the work tree (--rules old"), "\(text)")
      #expect(!text.contains("1 → 2"), "\(text)")
      let old = try await repository.vcr("diff", "--rules", "old", status: 1)
      #expect(old.contains("$.value  1 → 2"), "\(old)")
      try await repository.git("add", "--all")
      let staged = try await repository.vcr("diff", "--staged", status: 1)
      #expect(staged.contains("goes by those of what is staged"), "\(staged)")
    }

    @Test func `the file nearest to the current folder decides, and others are named`() async throws
    {
      let repository = try await Self.repository(new: "volatile: $.value\n", in: "sub/")
      let below = try await repository.vcr("diff", "main..pr", in: "sub", status: 1)
      #expect(below.contains("those of main"), "\(below)")
      #expect(below.contains("$.value  1 → 2"), "\(below)")
      let top = try await repository.vcr("diff", "main..pr", status: 1)
      #expect(top.hasPrefix("sub/.vcr.yaml: the rules changed\n"), "\(top)")
      #expect(top.contains("$.value  1 → 2"), "\(top)")
    }

    @Test func `settings that cannot be read are named with their revision`() async throws {
      let repository = try await Self.repository(old: "volatile: [\n", new: "volatile: $.value\n")
      let old = try await repository.vcr("diff", "main..pr", status: 2)
      #expect(old.contains("main:.vcr.yaml:"), "\(old)")
      #expect(old.contains("--rules new"), "\(old)")
      let other = try await repository.vcr("diff", "pr..main", status: 2)
      #expect(other.contains("main:.vcr.yaml:"), "\(other)")
      #expect(!other.contains("$.value  2 → 1"), "\(other)")
    }

    @Test func `settings that git ignores are the reader's own`() async throws {
      let repository = try await Repository()
      try await repository.git("rm", "--quiet", "--cached", "--ignore-unmatch", ".vcr.yaml")
      try repository.workshop.folder.write("/.vcr.yaml\n/tmp/\n", to: ".git/info/exclude")
      try repository.write(Repository.item("a", "1"))
      try await repository.commit()
      try repository.write(Repository.item("a", "2"))
      try await repository.commit()
      try repository.workshop.folder.write("volatile: $.value\n", to: ".vcr.yaml")
      let text = try await repository.vcr("diff", "HEAD~1..HEAD")
      #expect(text.contains("differs in volatile parts alone"), "\(text)")
      #expect(!text.contains("rules changed"), "\(text)")
    }

    @Test func `comments and order of settings are no change of rules`() async throws {
      let repository = try await Self.repository(
        old: "volatile: [$.a, $.b]\n", new: "# why\nvolatile:\n- $.b\n- $.a\nredact: []\n")
      let text = try await repository.vcr("diff", "main..pr", status: 1)
      #expect(!text.contains("rules changed"), "\(text)")
    }

    @Test func `the rules of two files are those of the current folder`() async throws {
      let repository = try await Self.repository(new: "volatile: $.value\n")
      try repository.write(Repository.item("a", "3"), to: "Cassettes/b.yaml")
      let text = try await repository.vcr("diff", "Cassettes/a.yaml", "Cassettes/b.yaml")
      #expect(text.contains("volatile parts alone"), "\(text)")
      let wrong = try await repository.vcr(
        "diff", "Cassettes/a.yaml", "Cassettes/b.yaml", "--rules", "old", status: 64)
      #expect(wrong.contains("--rules chooses between"), "\(wrong)")
    }
  }
#endif
