#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  /// `vcr git-merge`: merges a cassette as git's merge driver `vcr`.
  ///
  /// The status is 0 when everything is merged, and 1 when the file has conflict markers or git
  /// removes a side file that it needs. Any other status means that nothing was written; the
  /// driver's command line then lets git merge the text.
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
          volatility: settings.volatility(
            mergedWith: labels, environment.values, in: try? Git(environment: environment)),
          style: style(environment))
        try FileSystem.write([merge.content[...]], to: ours)
        let console = Console(
          level: .normal, allowsColor: true, environment: environment.values)
        reportConflicts(merge, to: console)
        let isMissingFiles = reportMissingFiles(merge, to: console)
        if merge.conflicts > 0 || isMissingFiles { ExitStatus.end(1) }
      } catch let error as CassetteError {
        throw CommandFailure(
          .unreadableCassette, "\(error)\nso its text is merged line by line")
      } catch {
        throw CommandFailure(error)
      }
    }

    /// Prints how to resolve the conflicts, since git only reports that there are some.
    private func reportConflicts(_ merge: ThreeWayMerge, to console: Console) {
      guard merge.conflicts > 0 else { return }
      let file = path.shellWord
      // Git takes two new pictures for one that both sides renamed, where they resemble the old
      // one.
      let hasFiles = !SideFiles.names(in: [merge.content[...]]).isEmpty
      let folder = SideFiles.folder(besideCassette: path)
      let added = hasFiles ? "-A \(file) \(folder.shellWord)" : file
      console.report(
        PrintableText.line(
          "\(path): \(Quantity.of(merge.conflicts, "conflict")); between the markers keep the "
            + "interactions that are right, whole and in their order, remove the markers, and then: "
            + "vcr show \(file) && git add \(added)"
            + (hasFiles ? "; vcr check \(file) names the files that are left over" : "")))
    }

    /// Prints which side files git is about to remove although they are needed.
    ///
    /// A side file is shared by all interactions with the same body, which git does not know: to
    /// git, one side removed a file that the other side left unchanged.
    private func reportMissingFiles(_ merge: ThreeWayMerge, to console: Console) -> Bool {
      let folder = SideFiles.folder(besideCassette: path)
      func report(_ names: [String], _ revision: String) {
        for name in names {
          let file = "\(folder)/\(name)"
          console.report(
            "\(path): one side removed \(file), which an interaction of the other needs; "
              + "to keep it: git checkout \(revision) -- \(file.shellWord), and then: "
              + "git add \(path.shellWord)")
        }
      }
      report(merge.filesOfOurs, "HEAD")
      report(merge.filesOfTheirs, "MERGE_HEAD (or CHERRY_PICK_HEAD, REBASE_HEAD)")
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
