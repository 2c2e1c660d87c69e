#if CommandLineTool
  /// How COMMAND is kept from going round `vcr`.
  enum IsolationRung: Sendable, Equatable {
    /// COMMAND is in a user, network and mount namespace of its own.
    case namespaces
    /// COMMAND's environment leads it to the proxy, and nothing else does; the reason why, nil when
    /// it was asked for.
    case variables(because: String?)

    /// Its name in reports.
    var name: String {
      switch self {
      case .namespaces: "namespaces"
      case .variables: "variables"
      }
    }

    /// What it means, in one line.
    var description: String {
      switch self {
      case .namespaces:
        "namespaces: COMMAND has a network of its own, and every connection of it comes to vcr"
      case .variables(let reason?):
        "variables alone, because \(reason): what reads none of them goes round vcr"
      case .variables(nil):
        "variables alone (--isolate off): what reads none of them goes round vcr"
      }
    }
  }
#endif
