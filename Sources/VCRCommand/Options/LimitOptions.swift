#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRProxy

  /// How large the header section of a message may be, and a message of a WebSocket.
  struct LimitOptions: ParsableArguments {
    @Option(SettingTable.maxHeaderSize) var headerBytes: String?

    @Option(SettingTable.maxHeaders) var headerFields: String?

    @Option(SettingTable.maxMessageSize) var messageBytes: String?
  }

  extension SettingSources {
    /// The limits from the sources, else the defaults.
    ///
    /// - Parameter options: The options of the command line.
    /// - Returns: The limits.
    /// - Throws: `CommandFailure` with status 64 for what is no number from 1.
    func limits(_ options: LimitOptions) throws -> ProxyLimits {
      var limits = ProxyLimits()
      limits.headerBytes =
        try value(SettingTable.maxHeaderSize, options.headerBytes) ?? limits.headerBytes
      limits.headerFields =
        try value(SettingTable.maxHeaders, options.headerFields) ?? limits.headerFields
      limits.messageBytes =
        try value(SettingTable.maxMessageSize, options.messageBytes) ?? limits.messageBytes
      return limits
    }
  }
#endif
