#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  /// `vcr git-merge`: what git's merge driver `vcr` calls to merge a cassette.
  ///
  /// The status is 0 when all is merged, 1 when the file has conflict markers or git takes a file away
  /// that it needs. Any other means that
  /// nothing was written; the driver's command line then lets git merge the text.
  struct GitMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "git-merge",
      abstract: "Merge a cassette as git's merge driver.",
      shouldDisplay: false
    )

    @Argument(help: "The common ancestor's version (%O).")
    var base: String

    @Argument(help: "Our version, which the result replaces (%A).")
    var ours: String

    @Argument(help: "Their version (%B).")
    var theirs: String

    @Argument(help: "The size of the conflict markers (%L).")
    var markerSize: Int

    @Argument(help: "The path in the repository (%P).")
    var path: String

    @Argument(
      help: "What the three versions are called (%S, %X, %Y); older versions of git do not say.")
    var labels: [String] = []

    func run() throws {
      let environment = ProcessEnvironment.current()
      let settings = DriverSettings(environment.values)
      do {
        let merge = try ThreeWayMerge(
          path: path, base: try FileSystem.read(base), ours: try FileSystem.read(ours),
          theirs: try FileSystem.read(theirs), equivalence: settings.equivalence,
          volatility: settings.volatility, style: style(environment))
        try FileSystem.write([merge.content[...]], to: ours)
        tellOfConflicts(merge)
        let isMissingFiles = tellOfFiles(merge)
        if merge.conflicts > 0 || isMissingFiles { ExitStatus.end(1) }
      } catch let error as CassetteError {
        throw CommandFailure(
          .unreadableCassette, "\(error)\nso its text is merged line by line")
      } catch {
        throw CommandFailure(error)
      }
    }

    /// Says how to end the conflicts, of which git only says that they are there.
    private func tellOfConflicts(_ merge: ThreeWayMerge) {
      guard merge.conflicts > 0 else { return }
      let file = path.shellWord
      StandardStream.printError(
        PrintableText.line(
          "vcr: \(path): \(Quantity.of(merge.conflicts, "conflict")); between the markers keep the "
            + "interactions that are right, whole and in their order, remove the markers, and then: "
            + "vcr show \(file) && git add \(file)") + "\n")
    }

    /// Says which files beside the cassette git is about to take away although they are needed.
    ///
    /// They are shared by all interactions with one content, which git does not know: to it one side
    /// removed a file that the other left as it was.
    private func tellOfFiles(_ merge: ThreeWayMerge) -> Bool {
      let folder = SideFiles.folder(besideCassette: path)
      func tell(_ names: [String], _ revision: String) {
        for name in names {
          let file = "\(folder)/\(name)"
          StandardStream.printError(
            "vcr: \(path): one side removed \(file), which an interaction of the other needs; "
              + "to keep it: git checkout \(revision) -- \(file.shellWord), and then: "
              + "git add \(path.shellWord)\n")
        }
      }
      tell(merge.filesOfOurs, "HEAD")
      tell(merge.filesOfTheirs, "MERGE_HEAD (or CHERRY_PICK_HEAD, REBASE_HEAD)")
      return !merge.filesOfOurs.isEmpty || !merge.filesOfTheirs.isEmpty
    }

    private func style(_ environment: ProcessEnvironment) -> ConflictStyle {
      var style = ConflictStyle(markerSize: markerSize)
      // A version of git that does not know a placeholder passes it on as it stands.
      for (index, label) in labels.enumerated() where !label.isEmpty && !label.hasPrefix("%") {
        switch index {
        case 0: style.base = label
        case 1: style.ours = label
        default: style.theirs = label
        }
      }
      let setting = try? Git(environment: environment).line("config", "merge.conflictStyle")
      style.showsBase = setting == "diff3" || setting == "zdiff3"
      return style
    }
  }
#endif
