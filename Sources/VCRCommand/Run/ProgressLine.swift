#if CommandLineTool
  import VCRCore
  import VCRProxy

  /// The line on a terminal that shows the progress of a run.
  struct ProgressLine: Sendable {
    private let task: Task<Void, Never>?

    /// Starts drawing, where there is a terminal to draw on.
    ///
    /// - Parameters:
    ///   - server: The proxy whose requests are counted.
    ///   - console: The console for the line.
    ///   - events: The events of the run beside its counts.
    init(server: ProxyServer, console: Console, events: RunEvents) {
      guard console.isTerminal, console.level != .quiet else {
        task = nil
        return
      }
      task = Task.detached {
        let start = ContinuousClock.now
        var shown = ""
        while !Task.isCancelled {
          let progress = server.progress
          // The counts come from several places, one after the other.
          let counts =
            "\(Quantity.of(progress.requests, "request")), \(Quantity.bytes(progress.bytes)), "
            + Quantity.of(events.hostCount, "host")
          // The terminal belongs to COMMAND until there is something to report.
          if progress.requests > 0, counts != shown {
            shown = counts
            let seconds = (ContinuousClock.now - start).components.seconds
            console.progress(
              "vcr: \(counts), \(seconds) s" + (events.rung.map { ", \($0.name)" } ?? ""))
          }
          try? await Task.sleep(for: .milliseconds(200))
        }
      }
    }

    /// Stops drawing.
    func cancel() { task?.cancel() }
  }
#endif
