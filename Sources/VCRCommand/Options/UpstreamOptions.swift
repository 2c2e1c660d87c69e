#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// How the real service is reached.
  struct UpstreamOptions: ParsableArguments {
    @Option(SettingTable.upstreamRoots, completion: .file()) var roots: [String] = []

    @Option(SettingTable.clientCertificates) var clientCertificates: [String] = []

    @Option(SettingTable.upstreamTLS) var minimumTLS: String?

    @Option(SettingTable.map) var map: [String] = []
  }
#endif
