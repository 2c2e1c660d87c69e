#if CommandLineTool
  import VCRCore

  /// The check of all that was named on a command line.
  struct CheckRun {
    /// What checks one file.
    private var check: CassetteCheck
    /// How many files were cassettes.
    private(set) var files = 0
    /// How many findings were printed.
    private(set) var findings = 0
    /// What could not be read, a line each.
    private(set) var problems: [String] = []

    private var reader = FileReader()

    /// Creates a check.
    init(check: CassetteCheck) { self.check = check }

    /// Checks a file or a folder and prints what is found.
    mutating func check(_ path: String) {
      do throws(SystemError) {
        if let names = try FolderListing.cassettes(in: path) {
          for name in names {
            do throws(SystemError) {
              try checkFile(name, isNamed: false)
            } catch {
              problems.append("\(name): \(error)")
            }
          }
        } else {
          try checkFile(path, isNamed: true)
        }
      } catch {
        problems.append("\(path): \(error)")
      }
    }

    private mutating func checkFile(_ path: String, isNamed: Bool) throws(SystemError) {
      let found = try reader.withContent(of: path, isRegular: !isNamed) { content in
        check.findings(path: path, content: content, isNamed: isNamed)
      }
      guard let found else { return }
      files += 1
      guard !found.isEmpty else { return }
      findings += found.count
      StandardStream.print(found.map { "\($0)\n" }.joined())
    }

    /// What was done, in a line.
    var summary: String {
      "checked \(Quantity.of(files, "file")): "
        + (findings == 0 ? "nothing found" : Quantity.of(findings, "finding"))
    }
  }
#endif
