#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The check of all that was named on a command line.
  struct CheckRun {
    /// What is looked for.
    struct Options {
      /// Rules of redaction beside those of a project's file.
      var rules = RedactionRules()
      /// The path of the project's file whose rules are among them; nil for none.
      var rulesFile: String?
      /// How old an interaction may be, in place of what a project says.
      var expiry: Expiry?
      /// What an expired interaction means, in place of what a project says.
      var expiryPolicy: ExpiryPolicy?
      /// What runs have used; nil when there are no records.
      var runs: RunRecords?
      /// What becomes of each kind of finding.
      var severities: CheckSeverities
      /// The folders that are checked whole, absolute, so that rules of a project's file in them are
      /// judged; nil when those of every file are.
      var wholeFolders: [String]?
    }

    /// What was found so far.
    private(set) var report = CheckReport()

    private let wishes: Options
    private let environment: [String: String]
    /// Called with the findings of each file.
    private let print: ([CheckFinding]) -> Void
    private var reader = FileReader()
    /// The checks by the path of their project's file; of those that have none by the empty path.
    private var checks: [String: CassetteCheck] = [:]
    /// What counts in each folder, or why the project's file cannot be read.
    private var folders: [String: Result<CassetteCheck, ProjectFileError>] = [:]
    /// The folder of the last file; most files share theirs with the one before.
    private var last: (folder: String, check: CassetteCheck)?

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - wishes: What is looked for.
    ///   - environment: The environment of `vcr` itself, which has the values of secrets.
    ///   - print: Called with the findings of each file, as they are found.
    init(
      _ wishes: Options, environment: [String: String],
      print: @escaping ([CheckFinding]) -> Void
    ) {
      self.wishes = wishes
      self.environment = environment
      self.print = print
    }

    /// Checks a file or a folder.
    mutating func check(_ path: String) {
      do throws(FolderListing.Fault) {
        guard let found = try FolderListing.checkedFiles(in: path) else {
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

    /// Judges what can be judged only when all files have been seen.
    mutating func finish() {
      for (path, check) in checks.sorted(by: { $0.key < $1.key }) where !path.isEmpty {
        add(check.ruleFindings(path: path.relativeToCurrentFolder))
      }
    }

    private mutating func checkFile(_ path: String, isNamed: Bool) throws(FolderListing.Fault) {
      let check: CassetteCheck
      do throws(ProjectFileError) {
        check = try self.check(forCassette: path)
      } catch {
        let problem = "\(error)"
        if !report.problems.contains(problem) { report.problems.append(problem) }
        return
      }
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
      let findings = findings.map(wishes.severities.applied)
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
      let isKnown = file == nil || file?.path == wishes.rulesFile
      let rules =
        wishes.rules + (isKnown ? RedactionRules() : file?.redactionRules ?? RedactionRules())
      let isJudged =
        file.map { file in
          wishes.wholeFolders?.contains { file.folder == $0 || file.folder.hasPrefix($0 + "/") }
            ?? true
        } ?? false
      // A secret whose value is not known here is not looked for.
      return CassetteCheck(
        rules.added(to: .standard) { environment[$0] }, isStandard: rules.isEmpty,
        project: CassetteCheck.Project(
          expiry: wishes.expiry ?? file?.expiry,
          expiryPolicy: wishes.expiryPolicy ?? file?.expiryPolicy, runs: wishes.runs),
        rules: isJudged ? file?.rules ?? [] : [],
        decoding: { ConvertCommand.decoded($0) }, inflating: ConvertCommand.inflated)
    }
  }
#endif
