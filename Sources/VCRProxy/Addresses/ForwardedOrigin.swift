#if CommandLineTool
  /// Where the last request of a connection to a forward proxy led.
  ///
  /// Clients keep a connection for one origin, so the next request mostly leads there too, and its
  /// target need not be parsed.
  struct ForwardedOrigin {
    /// The target up to its path.
    private let prefix: [UInt8]
    /// The `Host` field that came with it.
    private let sent: String?
    /// The value that `Host` must have; nil to leave it as it was sent.
    let host: String?

    /// Keeps what a target and its `Host` field meant; nil for a target without a path.
    init?(
      _ target: String, _ absolute: AbsoluteTarget, sent: String?, host: String?
    ) {
      guard absolute.path.utf8.first == UInt8(ascii: "/"), target.hasSuffix(absolute.path) else {
        return nil
      }
      prefix = Array(target.utf8.dropLast(absolute.path.utf8.count)) + [UInt8(ascii: "/")]
      self.sent = sent
      self.host = host
    }

    /// True when another target and its `Host` field lead there too.
    func isSame(_ target: String, _ sent: String?) -> Bool {
      self.sent == sent && target.utf8.starts(with: prefix)
    }
  }
#endif
