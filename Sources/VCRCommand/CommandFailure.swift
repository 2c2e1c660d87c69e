#if CommandLineTool
  import VCRCore
  import VCRProxy

  /// A failure that ends the command: its exit status and its message.
  struct CommandFailure: Error, Equatable, CustomStringConvertible {
    /// The status to exit with.
    var status: ExitStatus
    /// What happened, where, why, and what to type next.
    var description: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - status: The status to exit with.
    ///   - description: What happened, where, why, and what to type next.
    init(_ status: ExitStatus, _ description: String) {
      self.status = status
      self.description = description
    }

    /// Gives an error its exit status.
    ///
    /// - Parameter error: An error of the core, the upstream or the proxy.
    init(_ error: any Error) {
      switch error {
      case let failure as CommandFailure: self = failure
      case let error as CassetteError: self.init(.unreadableCassette, "\(error)")
      case let error as ProjectFileError: self.init(.unreadableCassette, "\(error)")
      case let error as DeckError:
        switch error.kind {
        case .expired: self.init(.expiredCassette, "\(error)")
        case .missing, .inUse: self.init(.noCassette, "\(error)")
        case .unknownSecret: self.init(.usage, "\(error)")
        case .incomplete: self.init(.systemFault, "\(error)")
        case .unwritable: self.init(.unwritableCassette, "\(error)")
        }
      default: self.init(.unwritableCassette, "\(error)")
      }
    }
  }
#endif
