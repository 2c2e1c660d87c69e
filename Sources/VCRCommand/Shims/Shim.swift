#if CommandLineTool
  import VCRCore

  /// A shim by which a framework's tests tell `vcr` where each of them begins and ends, written
  /// into a project by `vcr init --for`.
  struct Shim {
    /// The frameworks.
    enum Framework: String, CaseIterable {
      case pytest
      case go
      case jest
      case node
      case rspec
    }

    /// A file of the project.
    struct File {
      /// Its path within the project.
      let path: String
      /// The text that it contains.
      let text: String
      /// A text by which a file that contains it already is known; nil when the whole file is it.
      var mark: String?
    }

    /// The files that it is made of.
    let files: [File]
    /// The steps that are left to the user, a line each.
    let notes: [String]

    /// The shim of a framework.
    ///
    /// - Parameter framework: The framework.
    init(_ framework: Framework) {
      switch framework {
      case .pytest:
        files = [
          File(path: "conftest.py", text: Self.pytestSource, mark: "# vcr: one cassette a test")
        ]
        notes = ["record the tests: vcr record --scopes -- pytest"]
      case .go:
        files = [File(path: "internal/vcrtest/vcrtest.go", text: Self.goSource)]
        notes = [
          "begin each test with vcrtest.Scope(t), of the package internal/vcrtest; tests that run in "
            + "parallel use the client that it returns",
          "record the tests: vcr record --scopes -- go test ./...",
        ]
      case .jest:
        files = [File(path: "vcr-jest.cjs", text: Self.jestSource)]
        notes = [
          "name it in the configuration of Jest: setupFilesAfterEnv: ['<rootDir>/vcr-jest.cjs']",
          "record the tests: vcr record --scopes -- npx jest",
        ]
      case .node:
        files = [File(path: "vcr-scopes.cjs", text: Self.nodeSource)]
        notes = [
          "record the tests: vcr record --scopes -- node --require ./vcr-scopes.cjs --test"
        ]
      case .rspec:
        files = [
          File(path: "spec/vcr_scopes.rb", text: Self.rspecSource),
          File(path: ".rspec", text: "--require vcr_scopes\n", mark: "--require vcr_scopes"),
        ]
        notes = ["record the tests: vcr record --scopes -- rspec"]
      }
    }

    /// The steps by which a project gets it.
    ///
    /// - Parameter folder: The folder in which the tests are run.
    /// - Returns: A step for each file; one that the user has changed is kept.
    /// - Throws: `SystemError` when a file cannot be read.
    func steps(in folder: String) throws -> [ProjectSetup.Step] {
      try files.map { file in
        let path = folder + "/" + file.path
        let known = try ProjectSetup.text(of: path)
        let isDone = file.mark.map(known.contains) ?? !known.isEmpty
        return ProjectSetup.Step(what: file.path, isDone: isDone, isForGit: false) {
          try FileSystem.createFolder(of: path)
          try ProjectSetup.append((known.isEmpty ? "" : "\n") + file.text, to: path)
        }
      }
    }
  }
#endif
