#if CommandLineTool
  import Dispatch
  import Foundation
  import VCRCore
  import VCRLocks
  import VCRReview

  /// The conversion of many files into a folder, on all cores, stopping at none of them.
  final class FolderConversion: Sendable {
    private let plan: ConversionPlan
    private let conversion: Conversion
    /// The redaction by the folder of the cassette whose project's file counts.
    private let rules: [String: Redaction]
    private let isForced: Bool
    private let console: Console
    private let unsynced = UnsyncedFolders()

    /// The state that all cores share.
    private struct State: Sendable {
      var next = 0
      var done = 0
      /// The files that are done, but come after one that is not.
      var waiting: [Int: ConversionSummary.Outcome] = [:]
      var reported = 0
      var outputs: Set<String> = []
      var summary = ConversionSummary()
      var drawn: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// How often the line on a terminal is drawn at most.
    private static let interval = Duration.milliseconds(100)

    /// Prepares a conversion.
    ///
    /// - Parameters:
    ///   - plan: The files.
    ///   - conversion: How each is converted.
    ///   - isForced: True to replace outputs that are there.
    ///   - console: Where lines about losses and the progress go.
    ///   - rules: Gives the redaction for a cassette's path; it is asked once for each folder.
    /// - Throws: The error of the closure; nothing is written then.
    init(
      _ plan: ConversionPlan, _ conversion: Conversion, isForced: Bool, console: Console,
      rules: (String) throws -> Redaction
    ) throws {
      self.plan = plan
      var conversion = conversion
      conversion.unsynced = unsynced
      self.conversion = conversion
      (self.isForced, self.console) = (isForced, console)
      var known: [String: Redaction] = [:]
      for item in plan.items {
        let path = Self.projectPath(item, conversion)
        let folder = Self.folder(of: path)
        if known[folder] == nil { known[folder] = try rules(path) }
      }
      self.rules = known
    }

    /// Converts all files.
    ///
    /// - Returns: The summary of their outcomes.
    func run() -> ConversionSummary {
      UnfinishedFiles.remove(besides: plan.items.map(\.output))
      let workers = min(ProcessInfo.processInfo.activeProcessorCount, max(plan.items.count, 1))
      DispatchQueue.concurrentPerform(iterations: workers) { _ in
        while let index = take() { finish(index, outcome(of: plan.items[index])) }
      }
      unsynced.sync()
      console.clearProgress()
      return state.withLock { $0.summary }
    }

    private func take() -> Int? {
      state.withLock { state in
        guard state.next < plan.items.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    /// Reports what became of a file, once that of all before it is reported: a run that is broken
    /// off has then named every loss up to some file.
    private func finish(_ index: Int, _ outcome: ConversionSummary.Outcome) {
      let item = plan.items[index]
      state.withLock { state in
        state.waiting[index] = outcome.naming([item.input, item.output])
        state.done += 1
        while let outcome = state.waiting.removeValue(forKey: state.reported) {
          let lines = state.summary.add(outcome, path: plan.items[state.reported].input)
          for line in lines { console.note(PrintableText.line(line)) }
          state.reported += 1
        }
        let now = ContinuousClock.now
        guard console.isTerminal, state.drawn.map({ now - $0 >= Self.interval }) ?? true else {
          return
        }
        state.drawn = now
        console.progress("vcr: \(state.done) of \(Quantity.of(plan.items.count, "file"))")
      }
    }

    private func outcome(of item: ConversionPlan.Item) -> ConversionSummary.Outcome {
      func refused(_ reason: String) -> ConversionSummary.Outcome {
        .refused(CommandFailure(.usage, "\(item.input): \(reason)"), format: nil)
      }
      // What stands for bytes of a listed name that are no UTF-8.
      if item.input.contains("\u{FFFD}"), !FileSystem.exists(item.input) {
        return refused("its name is not UTF-8; give it another one")
      }
      guard state.withLock({ $0.outputs.insert(item.output).inserted }) else {
        return refused("another input is \(item.output) already; convert them into two folders")
      }
      if !isForced, let written = Self.modification(of: item.output) {
        if let read = Self.modification(of: item.input), read <= written,
          !FileSystem.isSame(item.input, item.output)
        {
          return .present(earlierResult(of: item))
        }
      }
      do throws(Conversion.Refusal) {
        // A file in the way is of interest only for a recording.
        let recording = try conversion.read(item.input)
        guard isForced || !FileSystem.exists(item.output) else {
          let reason =
            FileSystem.isSame(item.input, item.output)
            ? "its conversion takes its place, with --force, which keeps a copy"
            : "\(item.output) is there already and older; --force replaces it"
          return .refused(
            CommandFailure(.usage, "\(item.input): \(reason)"), format: recording.format)
        }
        return .converted(
          try conversion.convert(recording, item.input, to: item.output, rules(of: item)))
      } catch {
        switch error {
        case .noRecording(let failure):
          return item.isNamed ? .refused(failure, format: nil) : .noRecording
        case .damaged(let failure):
          return item.isNamed || ConversionPlan.isNamedLikeRecording(item.input)
            ? .refused(failure, format: nil) : .noRecording
        case .cassette: return .cassette
        case .failed(let failure, let format):
          return .refused(failure, format: format)
        }
      }
    }

    /// The result for a recording that an earlier run converted, which may have been broken off
    /// before anybody saw its summary; nil for what cannot be read any more, of which the output
    /// has all that there is.
    private func earlierResult(of item: ConversionPlan.Item) -> Conversion.Result? {
      guard let recording = try? conversion.read(item.input) else { return nil }
      return conversion.result(of: recording, rules(of: item))
    }

    private func rules(of item: ConversionPlan.Item) -> Redaction {
      rules[Self.folder(of: Self.projectPath(item, conversion))] ?? .standard
    }

    /// The path of the cassette whose project's file counts: the one that is written, or read for
    /// another tool.
    private static func projectPath(
      _ item: ConversionPlan.Item, _ conversion: Conversion
    ) -> String {
      conversion.target == nil ? item.output : item.input
    }

    private static func folder(of path: String) -> String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private static func modification(of path: String) -> Date? {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
  }
#endif
