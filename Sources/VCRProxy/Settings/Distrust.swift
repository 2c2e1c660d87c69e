#if CommandLineTool
  /// A client that refuses the certificates of the run, or seems to.
  package struct Distrust: Sendable, Equatable {
    /// The host that it wanted to reach.
    package var host: String
    /// The name that it gave itself when it asked for a tunnel; nil when it did not.
    package var agent: String?
    /// True when it said so by an alert of TLS; false when it opened connections to the host and
    /// sent no request on any of them.
    package var isCertain: Bool

    /// Creates one.
    ///
    /// - Parameters:
    ///   - host: The host that it wanted to reach.
    ///   - agent: The name that it gave itself; nil when it did not.
    ///   - isCertain: True when it said so by an alert of TLS.
    package init(host: String, agent: String?, isCertain: Bool) {
      self.host = host
      self.agent = agent
      self.isCertain = isCertain
    }
  }
#endif
