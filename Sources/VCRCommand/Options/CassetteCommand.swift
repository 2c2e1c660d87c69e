#if CommandLineTool
  /// The groups of options of the verbs that keep or serve a recording: `record` and `replay`.
  protocol CassetteCommand: TrafficCommand {
    /// The options of both verbs beside the groups of every such verb.
    var options: SharedOptions { get }
  }
#endif
