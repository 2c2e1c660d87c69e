package import VCRCore

extension CassetteCheck {
  /// The requirements of a project for its cassettes, besides faults and secrets.
  package struct Project: Sendable {
    /// The largest age of an interaction; nil for any age.
    package var expiry: Expiry?
    /// The severity of an expired interaction; nil for a warning.
    package var expiryPolicy: ExpiryPolicy?
    /// The interactions that runs used; nil when there are no run records.
    package var runs: RunRecords?

    /// Creates requirements.
    package init(
      expiry: Expiry? = nil, expiryPolicy: ExpiryPolicy? = nil, runs: RunRecords? = nil
    ) {
      self.expiry = expiry
      self.expiryPolicy = expiryPolicy
      self.runs = runs
    }

    /// True when only faults and secrets are looked for.
    var isEmpty: Bool { expiry == nil && runs == nil }
  }

  /// The findings of a cassette by the project's requirements, without decoding it.
  func projectFindings(_ file: CassetteFile, _ redactor: Redactor) -> [CheckFinding] {
    expired(file) + unused(file, redactor)
  }

  private func expired(_ file: CassetteFile) -> [CheckFinding] {
    guard let expiry = project.expiry, let expired = ExpiredInteractions(in: file, expiry: expiry)
    else { return [] }
    return [
      CheckFinding(
        kind: .expired, severity: project.expiryPolicy == .fail ? .error : .warning,
        path: file.path, line: file.position(ofItem: expired.oldest), place: "",
        message: "\(expired); record it again (mode all)")
    ]
  }

  private func unused(_ file: CassetteFile, _ redactor: Redactor) -> [CheckFinding] {
    guard let runs = project.runs else { return [] }
    func finding(_ kind: CheckFinding.Kind, _ message: String) -> CheckFinding {
      CheckFinding(kind: kind, severity: .warning, path: file.path, place: "", message: message)
    }
    guard let uses = runs.uses(ofCassette: file.path) else {
      return [finding(.orphaned, "no run opened it; when no test needs it any more, delete it")]
    }
    var findings: [CheckFinding] = []
    var unknown = 0
    for (item, digest) in file.digests().enumerated() where uses[digest] != true {
      guard uses[digest] == false else {
        unknown += 1
        continue
      }
      var finding = finding(.unused, "no run asked for it")
      finding.item = item + 1
      if let request = try? file.request(at: item) {
        finding.place = "\(request.method) \(redactor.redacting(url: request.url))"
      }
      findings.append(finding)
    }
    var lines = ItemLines(file)
    for index in findings.indices {
      findings[index].line = findings[index].item.map { lines.line(ofItem: $0 - 1) }
    }
    if unknown > 0 {
      findings.append(
        finding(
          .unused,
          "\(unknown) of \(file.count) interactions are in no run record, as the cassette was changed "
            + "after the runs; run the tests again"))
    }
    return findings
  }
}
