#if CommandLineTool
  /// How the process stood when `vcr` was started, which is how COMMAND is to find it.
  struct CallerState: Sendable {
    /// The descriptors that were open.
    var descriptors: InheritedDescriptors
    /// How many there may be.
    let limit: DescriptorLimit
    /// The state of signals.
    let signals: SignalState

    /// Notes the state; to be called before anything is opened, any signal is blocked or any thread
    /// is started.
    init() {
      descriptors = .current()
      limit = DescriptorLimit()
      signals = .current()
    }
  }
#endif
