#if CommandLineTool
  import VCRCore

  extension DriverSettings {
    /// The parts that may differ by the rules of both sides of a merge.
    ///
    /// The rules of the work tree are those of our side. What the other side calls volatile no more
    /// has a meaning to it, and a change of it there must not pass for none.
    ///
    /// - Parameters:
    ///   - labels: What git calls the three versions, where it says so: the last is a revision, or
    ///     begins with one.
    ///   - environment: The environment of `vcr` itself, in which `git merge` names what it merges.
    ///   - git: The repository; nil where there is no `git` to ask.
    /// - Returns: What both call volatile; that of the work tree where git names no revision.
    func volatility(
      mergedWith labels: [String], _ environment: [String: String], in git: Git?
    ) -> Volatility {
      guard volatility != .standard, let git, let states = try? RevisionPairs(git: git) else {
        return volatility
      }
      let prefix = "GITHEAD_"
      let names =
        environment.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
        + labels.dropFirst(2).compactMap { $0.split(separator: " ").first }
      return names.reduce(volatility) { common, name in
        guard let point = try? states.range([String(name)]).old,
          let theirs = try? states.volatility(point)
        else { return common }
        return common.common(with: theirs)
      }
    }
  }

  extension RevisionPairs {
    /// The parts that the settings of a state call volatile.
    fileprivate func volatility(_ point: RevisionRange.Point) throws -> Volatility {
      guard let path = try nearestProjectFile(point) else { return .standard }
      return try projectFile(path, point).volatility
    }
  }
#endif
