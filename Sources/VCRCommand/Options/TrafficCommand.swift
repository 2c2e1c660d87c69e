#if CommandLineTool
  import ArgumentParser

  /// The groups of options of every verb that records what COMMAND requests, whether the recording
  /// is kept or not.
  ///
  /// They stand in the command itself, and in no group of groups: in a debug build the parser
  /// checks each group five times for each level that it is below the command, which took most of
  /// the time of a test's `vcr replay`.
  protocol TrafficCommand: ParsableCommand {
    /// The options that have no group of their own.
    var traffic: TrafficOptions { get }
    /// How services are reached.
    var upstreams: UpstreamOptions { get }
    /// The bounds of messages.
    var limits: LimitOptions { get }
    /// How COMMAND is kept from the network.
    var isolation: IsolationOptions { get }
    /// The rules of redaction.
    var redaction: RedactionOptions { get }
    /// Whether they are off.
    var redactionSwitch: RedactionSwitch { get }
    /// The options for the parts that may change from one recording to the next.
    var volatility: VolatilityOptions { get }
  }
#endif
