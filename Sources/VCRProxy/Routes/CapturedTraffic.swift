#if CommandLineTool
  import VCRLocks

  /// Connections of which no request was read: captured ones that were not HTTP, by `HOST:PORT`,
  /// and those of others than COMMAND.
  package struct CapturedTraffic: Sendable, Equatable {
    /// The way in which a connection was handled.
    enum Kind: Sendable {
      case refused
      case passed
      case relayed
      case turnedAway
      case gone
    }

    /// Connections that were refused, with the number of attempts.
    package var refused: [String: Int] = [:]
    /// Connections that reached their service.
    package var passed: [String: Int] = [:]
    /// Connections that reached a service of this machine.
    package var relayed: [String: Int] = [:]
    /// Connections that are not COMMAND's, by what is known of their clients.
    package var turnedAway: [String: Int] = [:]
    /// How many connections sent something and were closed before it was known whose they are.
    package var gone = 0

    /// Creates an empty record.
    package init() {}
  }
#endif
