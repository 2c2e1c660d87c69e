#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Keeps the ports of this machine that are reached from inside in step with those on which
  /// something listens, such as that of a container which COMMAND has started.
  struct HostPortWatch: Sendable {
    private static let interval = Duration.milliseconds(100)

    private let task: Task<Void, Never>

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - rules: A socket to the packet rules of COMMAND's network, which belongs to the watch.
    ///   - ports: The ports that the rules have.
    init(rules: Int32, ports: Set<UInt16>) {
      task = Task.detached {
        var current = ports
        while (try? await Task.sleep(for: Self.interval)) != nil {
          let now = HostNetwork.listeningPorts
          guard let change = CaptureRules.change(from: current, to: now) else { continue }
          Self.apply(change, to: rules)
          current = now
        }
        close(rules)
      }
    }

    /// Stops watching.
    func stop() { task.cancel() }

    private static func apply(_ messages: [[UInt8]], to rules: Int32) {
      let bytes = messages.flatMap { $0 }
      _ = unsafe send(rules, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      // The acknowledgements are there already; left alone they would fill the socket.
      var buffer = [UInt8](repeating: 0, count: 4096)
      while unsafe recv(rules, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
    }
  }
#endif
