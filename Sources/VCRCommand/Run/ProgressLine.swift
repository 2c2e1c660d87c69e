#if CommandLineTool
  import VCRCore
  import VCRProxy

  /// The line on a terminal that says how far a recording has come.
  struct ProgressLine: Sendable {
    private let task: Task<Void, Never>?

    /// Starts drawing, where there is a terminal to draw on and something is recorded.
    ///
    /// - Parameters:
    ///   - server: What is counted.
    ///   - console: Where it is drawn.
    ///   - verb: Replays are too quick to need it.
    init(server: ProxyServer, console: Console, verb: Settings.Verb) {
      guard verb == .record, console.isTerminal, console.level != .quiet else {
        task = nil
        return
      }
      task = Task.detached {
        let start = ContinuousClock.now
        var shown = 0
        while !Task.isCancelled {
          let progress = server.progress
          // COMMAND has the terminal to itself until there is something to say.
          if progress.requests > shown {
            shown = progress.requests
            let seconds = (ContinuousClock.now - start).components.seconds
            console.progress(
              "vcr: \(Quantity.of(progress.requests, "request")), "
                + "\(Quantity.bytes(progress.bytes)), \(seconds) s")
          }
          try? await Task.sleep(for: .milliseconds(200))
        }
      }
    }

    /// Stops drawing.
    func cancel() { task?.cancel() }
  }
#endif
