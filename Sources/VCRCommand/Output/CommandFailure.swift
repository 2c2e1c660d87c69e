#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore
  import VCRProxy

  /// A failure that ends the command: its exit status and its message.
  struct CommandFailure: Error, Equatable, CustomStringConvertible {
    /// The status to exit with.
    var status: ExitStatus
    /// A description of the problem, its place, its cause, and what to type next.
    var description: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - status: The status to exit with.
    ///   - description: A description of the problem, its place, its cause, and what to type next.
    init(_ status: ExitStatus, _ description: String) {
      self.status = status
      self.description = description
    }

    /// The failure of a program that exists and cannot be started.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - code: The system's error.
    /// - Returns: A failure with status 126.
    static func cannotRun(_ path: String, _ code: Int32) -> CommandFailure {
      let reason =
        code == ENOENT
        ? "its interpreter does not exist"
        : unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      return CommandFailure(.cannotRun, "\(path): cannot be run: \(reason)")
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
