#if CommandLineTool
  /// The facts known of the service that is recorded in the reverse form.
  struct OwnService: Sendable {
    /// True when COMMAND is the service itself, and not a client of it.
    var isCommand = false
    /// The wait before the service is asked; nil for none.
    var wait: ServiceWait?
    /// The cassette for what COMMAND requests of other services; nil for the run's own.
    var outgoing: String?
  }
#endif
