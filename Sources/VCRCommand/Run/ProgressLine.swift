#if CommandLineTool
  import VCRCore
  import VCRProxy

  /// The line on a terminal that shows the progress of a recording.
  struct ProgressLine: Sendable {
    private let task: Task<Void, Never>?

    /// Starts drawing, where there is a terminal to draw on and something is recorded.
    ///
    /// - Parameters:
    ///   - server: The proxy whose requests are counted.
    ///   - console: The console for the line.
    ///   - verb: The verb of the run; replays are too quick to need the line.
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
          // The terminal belongs to COMMAND until there is something to report.
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
