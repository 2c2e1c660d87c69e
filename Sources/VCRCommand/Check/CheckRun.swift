#if CommandLineTool
  import VCRCore
  import VCRReview
  import VCRUpstream

  /// The check of all paths of a command line.
  struct CheckRun {
    /// The settings of a check.
    struct Options {
      /// Rules of redaction besides those of a project's file.
      var rules = RedactionRules()
      /// The path of the project's file whose rules are among them; nil for none.
      var rulesFile: String?
      /// The largest age of an interaction, which overrides the project's.
      var expiry: Expiry?
      /// The policy for an expired interaction, which overrides the project's.
      var expiryPolicy: ExpiryPolicy?
      /// The interactions that runs used; nil when there are no run records.
      var runs: RunRecords?
      /// The severity of each kind of finding.
      var severities: CheckSeverities
      /// The absolute paths of the folders that are checked whole, so that unneeded rules of a
      /// project's file in them are reported; nil to report them for every file.
      var wholeFolders: [String]?
    }

    /// The places of findings as they are shown.
    private var places: [String: String] = [:]
    /// The findings so far.
    private(set) var report = CheckReport()

    private let options: Options
    private let environment: [String: String]
    /// Called with the findings of each file.
    private let print: ([CheckFinding]) -> Void
    private var reader = FileReader()
    /// The checks by the path of their project's file; the empty path for cassettes without one.
    private var checks: [String: CassetteCheck] = [:]
    /// The project's file of each folder, or the reason why it cannot be read.
    private var folders: [String: Result<CassetteCheck, ProjectFileError>] = [:]
    /// The folder of the last file; most files are in the same folder as the one before.
    private var last: (folder: String, check: CassetteCheck)?

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - options: The settings.
    ///   - environment: The environment of `vcr` itself, which holds the values of secrets.
    ///   - print: Called with the findings of each file, as they are found.
    init(
      _ options: Options, environment: [String: String],
      print: @escaping ([CheckFinding]) -> Void
    ) {
      self.options = options
      self.environment = environment
      self.print = print
    }

    /// Checks a file or a folder.
    mutating func check(_ path: String) {
      do throws(FolderListing.Fault) {
        guard let found = try FolderListing.checkedFiles(in: path) else {
          try FolderListing.refusePipe(path)
          try checkFile(path, isNamed: true)
          checkSideFiles(SideFiles.folder(besideCassette: path))
          return
        }
        for name in found.cassettes {
          do throws(FolderListing.Fault) {
            try checkFile(name, isNamed: false)
          } catch {
            report.problems.append("\(error)")
          }
        }
        for folder in found.sideFolders { checkSideFiles(folder) }
      } catch {
        report.problems.append("\(error)")
      }
    }

    /// Adds the findings that require all files to have been checked.
    mutating func finish() {
      for (path, check) in checks.sorted(by: { $0.key < $1.key }) where !path.isEmpty {
        add(check.ruleFindings(path: path.relativeToCurrentFolder))
      }
    }

    /// Returns the check that judges a file; nil when its project's file cannot be read, which is a
    /// problem.
    mutating func judge(of path: String) -> CassetteCheck? {
      do throws(ProjectFileError) {
        return try check(forCassette: path)
      } catch {
        let problem = "\(error)"
        if !report.problems.contains(problem) { report.problems.append(problem) }
        return nil
      }
    }

    /// A finding with the severity that counts here, whose place and message quote no secret.
    mutating func presented(_ finding: CheckFinding) -> CheckFinding {
      var finding = options.severities.applied(to: finding)
      if TypedSecrets.ofProcess.mayHide(finding.place) {
        // Many findings have the same place, such as a header field's name.
        let place = places[finding.place] ?? TypedSecrets.ofProcess.masking(finding.place)
        if places.count < Self.maximumPlaces { places[finding.place] = place }
        finding.place = place
      }
      if finding.kind == .format || finding.kind == .rule {
        finding.message = TypedSecrets.ofProcess.masking(finding.message)
      }
      return finding
    }

    /// How many places are remembered.
    private static let maximumPlaces = 10_000

    private mutating func checkFile(_ path: String, isNamed: Bool) throws(FolderListing.Fault) {
      guard let check = judge(of: path) else { return }
      let found: [CheckFinding]?
      do throws(SystemError) {
        try reader.read(path, isRegular: !isNamed)
        found = check.findings(path: path, reader: &reader, isNamed: isNamed)
      } catch {
        throw FolderListing.Fault(path, error)
      }
      guard let found else { return }
      report.files.append(path)
      add(found)
    }

    private mutating func checkSideFiles(_ folder: String) {
      add(SideFiles.orphans(inFolder: folder).map(CheckFinding.orphanedFile))
    }

    private mutating func add(_ findings: [CheckFinding]) {
      guard !findings.isEmpty else { return }
      let findings = findings.map { presented($0) }
      report.findings += findings
      print(findings)
    }

    /// The check for a cassette.
    private mutating func check(forCassette path: String) throws(ProjectFileError) -> CassetteCheck
    {
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? "."
      if let last, last.folder == folder { return last.check }
      let name = String(folder)
      let known = folders[name] ?? checkOfProject(ofCassette: path)
      folders[name] = known
      let check = try known.get()
      last = (name, check)
      return check
    }

    private mutating func checkOfProject(
      ofCassette path: String
    ) -> Result<CassetteCheck, ProjectFileError> {
      do throws(ProjectFileError) {
        let file = try ProjectFile.nearest(toCassette: path)
        let key = file?.path ?? ""
        let check = checks[key] ?? check(file)
        checks[key] = check
        return .success(check)
      } catch {
        return .failure(error)
      }
    }

    private func check(_ file: ProjectFile?) -> CassetteCheck {
      let isKnown = file == nil || file?.path == options.rulesFile
      let rules =
        options.rules + (isKnown ? RedactionRules() : file?.redactionRules ?? RedactionRules())
      let isJudged =
        file.map { file in
          options.wholeFolders?.contains { file.folder == $0 || file.folder.hasPrefix($0 + "/") }
            ?? true
        } ?? false
      // A named secret without a value in the environment is not looked for.
      return CassetteCheck(
        rules.added(to: .standard) { environment[$0] }, isStandard: rules.isEmpty,
        project: CassetteCheck.Project(
          expiry: options.expiry ?? file?.expiry,
          expiryPolicy: options.expiryPolicy ?? file?.expiryPolicy, runs: options.runs),
        rules: isJudged ? file?.rules ?? [] : [],
        decoding: StoredBodies.decode, inflating: StoredBodies.inflated)
    }
  }
#endif
