#if CommandLineTool
  import VCRCore

  /// The check of all that was named on a command line.
  struct CheckRun {
    /// What is looked for.
    struct Wishes {
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

    private let wishes: Wishes
    private let environment: [String: String]
    /// Called with the findings of each file.
    private let print: ([CheckFinding]) -> Void
    private var reader = FileReader()
    /// The checks by the path of their project's file; of those that have none by the empty path.
    private var checks: [String: CassetteCheck] = [:]
    /// The file that counts in each folder, or why it cannot be read.
    private var files: [String: Result<ProjectFile?, ProjectFileError>] = [:]

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - wishes: What is looked for.
    ///   - environment: The environment of `vcr` itself, which has the values of secrets.
    ///   - print: Called with the findings of each file, as they are found.
    init(
      _ wishes: Wishes, environment: [String: String],
      print: @escaping ([CheckFinding]) -> Void
    ) {
      self.wishes = wishes
      self.environment = environment
      self.print = print
    }

    /// Checks a file or a folder.
    mutating func check(_ path: String) {
      do throws(SystemError) {
        if let found = try FolderListing.cassettesAndSideFolders(in: path) {
          for name in found.cassettes {
            do throws(SystemError) {
              try checkFile(name, isNamed: false)
            } catch {
              report.problems.append("\(name): \(error)")
            }
          }
          for folder in found.sideFolders { checkSideFiles(folder) }
        } else {
          try checkFile(path, isNamed: true)
          checkSideFiles(SideFiles.folder(besideCassette: path))
        }
      } catch {
        report.problems.append("\(path): \(error)")
      }
    }

    /// Judges what can be judged only when all files have been seen.
    mutating func finish() {
      for (path, check) in checks.sorted(by: { $0.key < $1.key }) where !path.isEmpty {
        add(check.ruleFindings(path: path.relativeToCurrentFolder))
      }
    }

    private mutating func checkFile(_ path: String, isNamed: Bool) throws(SystemError) {
      let key: String
      do throws(ProjectFileError) {
        key = try prepareCheck(forCassette: path)
      } catch {
        let problem = "\(error)"
        if !report.problems.contains(problem) { report.problems.append(problem) }
        return
      }
      // Taken out while it is used, so that it is never copied.
      guard var check = checks.removeValue(forKey: key) else { return }
      defer { checks[key] = check }
      let found = try reader.withContent(of: path, isRegular: !isNamed) { content in
        check.findings(path: path, content: content, isNamed: isNamed)
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

    /// Makes sure that there is a check for a cassette.
    ///
    /// - Returns: Its key.
    private mutating func prepareCheck(
      forCassette path: String
    ) throws(ProjectFileError) -> String {
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
      let known: Result<ProjectFile?, ProjectFileError>
      if let found = files[folder] {
        known = found
      } else {
        do throws(ProjectFileError) {
          known = .success(try ProjectFile.nearest(toCassette: path))
        } catch {
          known = .failure(error)
        }
        files[folder] = known
      }
      let file = try known.get()
      let key = file?.path ?? ""
      if checks[key] == nil { checks[key] = check(file) }
      return key
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
        decoding: { ConvertCommand.decoded($0) })
    }
  }
#endif
