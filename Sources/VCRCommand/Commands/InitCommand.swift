#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// `vcr init`: sets up a project, and git for its cassettes.
  struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Write .vcr.yaml, and set git up so that diffs and merges understand cassettes.",
      discussion: """
          vcr init
          vcr init --for pytest

        Written at the top of the repository, and only where it is missing: .vcr.yaml with all that \
        can be set; .gitattributes, which gives cassettes to the drivers “vcr”; .gitignore for \
        journals; the drivers themselves in this clone's git config; and a pre-commit hook that looks \
        for secrets in what is staged (another hook stays, and the line for it is printed). Git does \
        not take settings from a repository, so each clone needs one vcr init; in a clone without it, git shows and \
        merges cassettes as text.

        After that git diff says what changed in the terms of HTTP and JSON, as vcr diff does, \
        without what differs from run to run; so do git log -p and git show with --ext-diff. \
        Without it, and with git diff --no-ext-diff, they show interactions as HTTP line by line. \
        The text of the files is in git diff --no-ext-diff --no-textconv, which git apply takes, \
        and in git format-patch, git add -p and git stash show -p. Merges, rebases, cherry-picks \
        and stashes are made interaction by interaction.
        """
    )

    @Flag(help: "Say what would be done and do nothing.")
    var dryRun = false

    @Flag(help: "Only say what git lacks in this clone; the status is 1 when something is missing.")
    var check = false

    @Option(
      name: .customLong("for"),
      help: ArgumentHelp(
        "Write into this folder what vcr record --scopes needs to know of each test: pytest, go, "
          + "jest, node or rspec. May be repeated.", valueName: "framework"),
      completion: .list(Shim.Framework.allCases.map(\.rawValue)))
    var frameworks: [String] = []

    @Flag(name: .customLong("no-git"), help: "Write .vcr.yaml in this folder and leave git alone.")
    var leavesGitAlone = false

    func run() throws {
      let environment = ProcessEnvironment.current()
      let console = Console(level: .normal, allowsColor: true, environment: environment.values)
      do {
        let git = leavesGitAlone ? nil : try? Git(environment: environment)
        let top = try git?.line("rev-parse", "--show-toplevel")
        if top == nil, try git?.line("rev-parse", "--is-bare-repository") == "true" {
          throw GitFailure(
            "this is a bare repository, without files to look after; run vcr init in a clone of it")
        }
        var setup = try ProjectSetup(
          root: top ?? ".", git: top == nil ? nil : git, drivers: Self.drivers(environment.values))
        for shim in try frameworks.map(Self.shim) {
          setup.steps += try shim.steps(in: ".")
          setup.notes += shim.notes
        }
        try act(on: setup, hasGit: top != nil, console)
      } catch let failure as GitFailure {
        console.error(failure.description)
        ExitStatus.end(2)
      } catch {
        throw CommandFailure(error)
      }
    }

    private func act(on setup: ProjectSetup, hasGit: Bool, _ console: Console) throws {
      if check {
        let missing = setup.steps.filter { $0.isForGit && !$0.isDone }
        for step in missing { try Output.standard.write("missing  \(step.what)\n") }
        guard hasGit else { throw GitFailure("there is no git repository here") }
        console.note(
          missing.isEmpty
            ? "git understands cassettes in this clone" : "to set it up: vcr init")
        if !missing.isEmpty { ExitStatus.end(1) }
        return
      }
      for step in setup.steps {
        if !step.isDone && !dryRun {
          do {
            try step.apply()
          } catch let error as SystemError {
            throw CommandFailure(
              .unwritableCassette, "\(step.what): it cannot be written: \(error)")
          }
        }
        let word = step.isDone ? "kept   " : dryRun ? "missing" : "set    "
        try Output.standard.write("\(word)  \(step.what)\n")
      }
      for note in setup.notes { console.note(note) }
      if hasGit, !dryRun, setup.steps.contains(where: { !$0.isDone }) {
        console.note(
          "in continuous integration: vcr check --ci; for what was committed before: vcr check "
            + "--history")
      }
      if !hasGit {
        console.note(
          leavesGitAlone
            ? "git was left alone"
            : "there is no git repository here, so git was not set up; after git init: vcr init")
      } else if !dryRun, setup.steps.contains(where: { $0.isForGit && !$0.isDone }) {
        console.note(
          "git diff, log -p, show and merges understand cassettes in this clone now; each other "
            + "clone needs its own vcr init")
      }
    }

    private static func shim(of name: String) throws -> Shim {
      if let framework = Shim.Framework(rawValue: name) { return Shim(framework) }
      let names = Shim.Framework.allCases.map(\.rawValue)
      throw CommandFailure(
        .usage,
        "--for '\(name)' is none of \(names.joined(separator: ", "))"
          // Another framework is no mistyped one: two letters lie between vitest and pytest.
          + (NearestWord.of(name, in: names, upTo: 1).map { "; the nearest is '\($0)'" } ?? "")
          + "; any other tests can tell where they begin and end at VCR_SCOPE_URL, see "
          + "vcr record --help")
    }

    /// The drivers that call this command.
    private static func drivers(_ environment: [String: String]) throws -> GitDrivers {
      let path = environment["PATH"]
      let word = RawArguments.all().first.map { String(decoding: $0, as: UTF8.self) } ?? "vcr"
      let running = try Executable(command: word, searchPath: path).path
      let found = try? Executable(command: "vcr", searchPath: path).path
      return GitDrivers(
        executable: FileSystem.resolvingLink(running), found: found.map(FileSystem.resolvingLink))
    }
  }
#endif
