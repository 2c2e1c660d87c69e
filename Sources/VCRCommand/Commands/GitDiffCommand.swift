#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// `vcr git-diff`: prints the changes of a cassette as git's diff driver `vcr`.
  ///
  /// Nothing is printed, and the status is not 0, when one of the two files is not a cassette; the
  /// driver's command line then shows the text.
  struct GitDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "git-diff",
      abstract: "Say what changed in a cassette as git's external diff.",
      shouldDisplay: false
    )

    @Argument(
      parsing: .captureForPassthrough,
      help:
        "What git passes: PATH OLD-FILE OLD-ID OLD-MODE NEW-FILE NEW-ID NEW-MODE [NEW-PATH INFO].")
    var arguments: [String] = []

    func run() throws {
      // For a path with conflicts git passes only the path, and shows its own combined diff.
      if arguments.count == 1 {
        try Output.standard.write("* Unmerged path \(PrintableText.line(arguments[0]))\n")
        return
      }
      guard arguments.count >= 7 else {
        throw CommandFailure(.usage, "git passes at least seven arguments to an external diff")
      }
      let environment = ProcessEnvironment.current()
      let values = environment.values
      let settings = DriverSettings(values)
      let oldPath = arguments[0]
      let newPath = arguments.count > 7 ? arguments[7] : oldPath
      do {
        let git = try Git(environment: environment)
        let diff = try CassetteDiff(
          old: Self.state(path: oldPath, file: arguments[1], git),
          new: Self.state(path: newPath, file: arguments[4], git),
          equivalence: settings.equivalence, volatility: settings.volatility,
          redaction: settings.redaction)
        var text = DiffText(color: Self.usesColor(values, git)).text([diff])
        let modes = Self.modes(arguments[3], arguments[6])
        if diff.isEmpty, oldPath != newPath || !modes.isEmpty {
          text =
            (oldPath == newPath ? "" : PrintableText.line(oldPath) + " → ")
            + PrintableText.line(newPath) + ": no change\n"
        } else if diff.isEmpty, diff.isRewritten || !diff.unread.isEmpty {
          text =
            PrintableText.line(newPath) + ": the text differs, what it records is the same\n"
            + diff.unread.map { "    \($0)\n" }.joined()
        }
        if let end = text.firstIndex(of: "\n") {
          text.insert(contentsOf: modes, at: text.index(after: end))
        }
        try Output.standard.write(text)
      } catch {
        throw CommandFailure(error)
      }
    }

    /// One state; nil when the file does not exist.
    private static func state(path: String, file: String, _ git: Git) throws -> CassetteDiff.State?
    {
      if file == "/dev/null" { return nil }
      let content = try FileSystem.read(file)
      guard CassetteRecognition.isCassette(content) else {
        throw CassetteError(path: path, line: 0, column: 0, reason: "this is no cassette")
      }
      let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      return .init(name: path, content: content) { name in
        try GitSideFile(git: git).content(of: folder + name)
      }
    }

    private static func modes(_ old: String, _ new: String) -> String {
      // A dot stands for a file that does not exist.
      old == new || old == "." || new == "." ? "" : "old mode \(old)\nnew mode \(new)\n"
    }

    /// True when git's settings colour a diff here; git does not pass on its own command line.
    private static func usesColor(_ environment: [String: String], _ git: Git) -> Bool {
      if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
      let isShown = isatty(STDOUT_FILENO) == 1 || environment["GIT_PAGER_IN_USE"] == "true"
      let setting = try? git.line("config", "--get-colorbool", "color.diff", "\(isShown)")
      return (setting ?? nil) == "true"
    }
  }
#endif
