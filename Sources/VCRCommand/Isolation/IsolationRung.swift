#if CommandLineTool
  /// How COMMAND is kept from going round `vcr`, from the highest rung to the lowest.
  enum IsolationRung: Sendable, Equatable {
    /// COMMAND is in a user, network and mount namespace of its own; what it was asked to hold
    /// beside and does not, nil for nothing.
    case namespaces(without: String?)
    /// `vcr` decides about COMMAND's system calls; the reason why there are no namespaces.
    case seccomp(because: String)
    /// COMMAND connects to some ports alone; the reason why nothing better can be had.
    case landlock(because: String)
    /// COMMAND's environment leads it to the proxy, and nothing else does; the reason why, nil when
    /// it was asked for.
    case variables(because: String?)

    /// Its name in reports.
    var name: String {
      switch self {
      case .namespaces: "namespaces"
      case .seccomp: "seccomp notification"
      case .landlock: "Landlock"
      case .variables: "variables"
      }
    }

    /// True when every connection of COMMAND comes to `vcr`, whatever the client reads.
    var capturesAll: Bool {
      switch self {
      case .namespaces, .seccomp: true
      case .landlock, .variables: false
      }
    }

    /// True when a better one was turned down (`--isolate off`) that the platform may have.
    var isByChoice: Bool {
      #if os(Linux)
        self == .variables(because: nil)
      #else
        false
      #endif
    }

    /// Why a client that reads no variable may go round `vcr`; nil when none can.
    var weakness: String? {
      switch self {
      case .namespaces(let missing): missing
      case .seccomp: nil
      case .landlock: "Landlock holds TCP alone, and by its port"
      case .variables(nil): "variables alone (--isolate off)"
      case .variables: "variables alone"
      }
    }

    /// A description of its meaning, in one line.
    var description: String {
      switch self {
      case .namespaces:
        "namespaces: COMMAND has a network of its own, and every connection of it comes to vcr"
      case .seccomp(let reason):
        "seccomp notification: every connection of COMMAND comes to vcr; not namespaces, because \(reason)"
      case .landlock(let reason):
        "Landlock, because \(reason): what reads no variables fails on the ports of services, and UDP "
          + "goes round vcr"
      case .variables(let reason?):
        "variables alone, because \(reason): what reads none of them goes round vcr"
      case .variables(nil):
        "variables alone (--isolate off): what reads none of them goes round vcr"
      }
    }
  }
#endif
