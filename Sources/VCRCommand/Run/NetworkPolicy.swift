#if CommandLineTool
  import VCRCore

  /// Decides whether a run may reach the network, before anything is opened or started.
  struct NetworkPolicy {
    /// The proxy of the run that COMMAND is inside of.
    static let proxyVariable = "VCR_PROXY"
    /// `open` or `closed`: whether the run that COMMAND is inside of reaches the network.
    static let networkVariable = "VCR_NETWORK"

    /// True when the proxy needs an upstream.
    var isOpen: Bool
    /// True when the cassette may change.
    var records: Bool

    /// Decides for a run.
    ///
    /// - Parameters:
    ///   - settings: What the run is to do.
    ///   - environment: The environment of `vcr` itself.
    /// - Throws: `CommandFailure` with status 82 when recording is refused: under `CI` with nothing
    ///   said, or inside a replay.
    init(settings: Settings, environment: [String: String]) throws {
      let exists = CassetteOnDisk.exists(settings.cassette)
      records =
        switch settings.mode {
        case .none: false
        case .once: !exists || AtomicFile.isEmpty(settings.cassette)
        case .newEpisodes, .all, .offline: true
        }
      isOpen = records || !settings.passthroughHosts.isEmpty

      let isCI = ["true", "1"].contains((environment["CI"] ?? "").lowercased())
      if records, isCI, settings.verb == .record, !settings.isModeExplicit {
        throw CommandFailure(
          .noCassette,
          "\(settings.cassette): there is no such cassette, and with CI set none is created; commit "
            + "the cassette, or say --mode \(settings.mode.rawValue)")
      }
      if isOpen, environment[Self.proxyVariable] != nil,
        environment[Self.networkVariable] == "closed"
      {
        throw CommandFailure(
          .noCassette,
          "this run would reach the network, but it is inside a vcr replay, which must not; replay "
            + "here too (vcr replay -c \(settings.cassette)), or run it outside")
      }
    }
  }
#endif
