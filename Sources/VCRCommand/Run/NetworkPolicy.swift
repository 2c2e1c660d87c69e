#if CommandLineTool
  import VCRCore

  /// Decides whether a run may reach the network, before anything is opened or started.
  struct NetworkPolicy {
    /// True when the proxy needs an upstream.
    var isOpen: Bool
    /// True when the cassette may change.
    var records: Bool
    /// True when nothing is recorded because of `CI`.
    var isRecordingRefused = false
    /// How the network is reached.
    var way = WayOut.none
    /// True within a replay, which sees what its COMMAND and all that it starts connect to.
    var isWithinReplay: Bool

    /// Decides for a run.
    ///
    /// - Parameters:
    ///   - settings: The settings of the run.
    ///   - environment: The environment of `vcr` itself.
    /// - Throws: `CommandFailure` with status 82 when recording is refused: under `CI` without an
    ///   explicit mode or by `replay`, and inside a replay; with status 64 when the variables of an
    ///   outer run are invalid.
    init(settings: Settings, environment: [String: String]) throws {
      let exists = FileSystem.exists(settings.cassette)
      let isSomeMissing = [settings.cassette, settings.service.outgoing].contains {
        $0.map { !FileSystem.exists($0) || FileSystem.isEmpty($0) } ?? false
      }
      records =
        switch settings.mode {
        case .none: false
        case .once: settings.hasScopes || isSomeMissing
        case .newEpisodes, .all, .offline: true
        }
      let isCI = VCREnvironment(environment).isCI
      if isCI, settings.hasScopes, settings.verb == .record, !settings.isModeExplicit {
        // The cassettes of tests that are there are replayed.
        isRecordingRefused = records
        records = false
      }
      isOpen = records || !settings.passthroughHosts.isEmpty
      isWithinReplay = environment[OuterRun.networkVariable] == "closed"
      if records, isCI, settings.verb == .record, !settings.isModeExplicit {
        let mode = settings.mode.rawValue
        // A mode that may change a cassette that is there comes from .vcr.yaml.
        let reason =
          exists && settings.mode != .once
          ? "with CI set the mode \(mode) of .vcr.yaml does not record, and the cassette is as it "
            + "was; replay it (vcr replay -c \(settings.cassette)), or say --mode \(mode)"
          : "there is no such cassette, and with CI set none is created; commit the cassette, or "
            + "say --mode \(mode)"
        throw CommandFailure(.noCassette, "\(settings.cassette): \(reason)")
      }
      if records, isCI, settings.verb == .replay {
        throw CommandFailure(
          .noCassette,
          "with CI set, a replay never records: leave out --mode \(settings.mode.rawValue), or say "
            + "vcr record --mode \(settings.mode.rawValue)")
      }
      if isOpen { way = try WayOut(environment: environment) }
      if let outer = way.outer, !outer.isOpen {
        throw CommandFailure(
          .noCassette,
          "this run would reach the network, but it is inside a vcr replay, which must not; replay "
            + "here too (vcr replay -c \(settings.cassette)), or run it outside")
      }
    }
  }
#endif
