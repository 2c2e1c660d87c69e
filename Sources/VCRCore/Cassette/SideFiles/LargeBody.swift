import Dispatch
import VCRLocks

/// A body that is too large for the memory, on its way to a file.
///
/// The bytes appended are taken up on a queue of its own, in this order: their content coding is
/// undone, their secrets are replaced (``LargeBodyRedaction``), they are hashed and written to a
/// temporary file in the folder of the side files. At most ``mostWaiting`` bytes and a window of
/// the redaction are in memory at any time; whoever appends is asked to pause meanwhile
/// (``isBehind``).
///
/// At the end the body is a `BodyFile`, which names itself by its digest only when an interaction
/// that refers to it is recorded. Before that there is nothing under a name that a cassette could
/// refer to: the temporary file goes with the exchange, and after a kill the next recording takes
/// up what a journal names, or removes it. When tokens became known only after the body began, the
/// file is searched once more before that, and written again if it holds one.
///
/// Of a body in a content coding the encoded bytes are kept in a second temporary file until it is
/// decoded to its end: should that fail, they are the body, as they are for a small one. Else they
/// are kept beside it, unless something in it was replaced, which they would give away.
package final class LargeBody: Sendable {
  /// The result that becomes of the body.
  package struct Result: Sendable {
    /// The body without secrets.
    package var body: Body
    /// False when it has a content coding that could not be undone.
    package var isDecoded: Bool
    /// True when its content is too large to be searched for secrets.
    package var isTooLarge = false
  }

  /// The treatment of the bytes on their way.
  package struct Treatment: Sendable {
    /// Replaces the secrets.
    package var redaction: @Sendable () -> LargeBodyRedaction
    /// Undoes the content coding; nil when there is none.
    package var decoder: (@Sendable () -> (any PieceDecoder)?)?
    /// False when only the digest of the body is wanted, to compare it.
    ///
    /// Nothing is written then. Of a coding that is broken it is the digest of the encoded bytes.
    package var keepsFile: Bool
    /// True when the bytes are to be kept as they came, too, since they may be sent on.
    package var keepsBytes: Bool
    /// True when the encoded bytes are to be kept beside the content, as the service sent them.
    package var keepsEncoded: Bool

    /// Creates a treatment.
    package init(
      redaction: @escaping @Sendable () -> LargeBodyRedaction,
      decoder: (@Sendable () -> (any PieceDecoder)?)? = nil, keepsFile: Bool = true,
      keepsBytes: Bool = false, keepsEncoded: Bool = false
    ) {
      self.redaction = redaction
      self.decoder = decoder
      self.keepsFile = keepsFile
      self.keepsBytes = keepsBytes
      self.keepsEncoded = keepsEncoded
    }
  }

  /// The bytes that may wait for being written before whoever appends is asked to pause.
  package static let mostWaiting = 2 << 20

  /// The beginning of a body: bytes in memory, and what follows them in a file.
  package struct Start: Sendable {
    let bytes: [UInt8]
    let file: SpooledBytes?
  }

  private struct State {
    /// The bytes before those that wait.
    var start: Start?
    var waiting: [UInt8] = []
    var isRunning = false
    var isBehind = false
    var isDiscarded = false
    var onCaughtUp: (@Sendable () -> Void)?
    var isCutShort = false
    var finish: (@Sendable (Swift.Result<Result, SystemError>) -> Void)?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "vcr.body", qos: .utility)
  private let worker: Mutex<LargeBodyWorker>
  /// The bytes as they came; nil when they are not kept.
  package let spooled: SpooledBytes?
  /// The name of the temporary file; nil when there is none.
  package let temporaryName: String?

  /// Begins a body.
  ///
  /// - Parameters:
  ///   - files: The side files of the cassette.
  ///   - treatment: The treatment of the bytes.
  package init(_ files: SideFiles, _ treatment: Treatment) {
    spooled = treatment.keepsBytes ? files.spool() : nil
    let path = treatment.keepsFile ? files.temporaryPath() : nil
    temporaryName = path.flatMap { $0.split(separator: "/").last.map(String.init) }
    worker = Mutex(LargeBodyWorker(files, treatment, spooled, path: path))
  }

  /// Adds what came before the first bytes that are appended.
  ///
  /// - Parameter start: The beginning; nothing is written to its file any more.
  package func begin(with start: Start) {
    state.withLock { state in
      state.start = start
      // What is in the file is as much as may be in memory.
      if start.file != nil { state.isBehind = true }
      run(&state)
    }
  }

  /// Adds bytes that follow.
  package func append(_ piece: some Collection<UInt8>) {
    state.withLock { state in
      guard !state.isDiscarded, !piece.isEmpty else { return }
      if state.waiting.isEmpty, let whole = piece as? [UInt8] {
        state.waiting = whole
      } else {
        state.waiting.append(contentsOf: piece)
      }
      if state.waiting.count > Self.mostWaiting { state.isBehind = true }
      run(&state)
    }
  }

  /// True while the bytes come faster than they are written.
  package var isBehind: Bool { state.withLock { $0.isBehind } }

  /// Sets what is called, on the body's queue, each time it has caught up.
  package func onCaughtUp(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onCaughtUp = call }
  }

  /// Writes what the redaction still looks at beside the temporary file, for the case that nothing
  /// comes any more and the recorder ends before the exchange does.
  package func keepRest() {
    queue.async { self.worker.withLock { $0.keepRest() } }
  }

  /// Waits until it has caught up; not for an event loop.
  package func waitWhileBehind() {
    let semaphore = DispatchSemaphore(value: 0)
    let isBehind = state.withLock { state in
      if state.isBehind { state.onCaughtUp = { semaphore.signal() } }
      return state.isBehind
    }
    if isBehind { semaphore.wait() }
  }

  /// Ends the body.
  ///
  /// - Parameters:
  ///   - isCutShort: True for the beginning of a body, whose content coding has no end either.
  ///   - deliver: Called on the body's queue, once all bytes are written; not when it is discarded.
  package func finish(
    isCutShort: Bool = false,
    _ deliver: @escaping @Sendable (Swift.Result<Result, SystemError>) -> Void
  ) {
    state.withLock { state in
      state.isCutShort = isCutShort
      state.finish = deliver
      run(&state)
    }
  }

  /// Drops the body and its file.
  package func discard() {
    state.withLock { state in
      state.isDiscarded = true
      state.start = nil
      state.waiting = []
      state.onCaughtUp = nil
      state.finish = nil
      run(&state)
    }
  }

  /// Discards the body, and calls on its queue once it has no file any more.
  package func whenDiscarded(_ call: @escaping @Sendable () -> Void) {
    discard()
    queue.async(execute: call)
  }

  private func run(_ state: inout State) {
    guard !state.isRunning else { return }
    state.isRunning = true
    queue.async { self.work() }
  }

  /// Takes up what is waiting until nothing is.
  private func work() {
    while true {
      let next = state.withLock {
        state -> (start: Start?, bytes: [UInt8], isLast: Bool, isCutShort: Bool)? in
        if state.start == nil, state.waiting.isEmpty, state.finish == nil || state.isDiscarded {
          state.isRunning = false
          return nil
        }
        defer {
          state.start = nil
          state.waiting = []
        }
        return (state.start, state.waiting, state.finish != nil, state.isCutShort)
      }
      guard let next else { break }
      worker.withLock { worker in
        if let start = next.start { worker.take(start) }
        worker.take(next.bytes)
      }
      let caughtUp = state.withLock { state -> (@Sendable () -> Void)? in
        guard state.isBehind, state.waiting.count < Self.mostWaiting / 2 else { return nil }
        state.isBehind = false
        return state.onCaughtUp
      }
      caughtUp?()
      guard next.isLast else { continue }
      let result = worker.withLock { $0.finish(isCutShort: next.isCutShort) }
      let deliver = state.withLock { state in
        defer {
          state.finish = nil
          state.onCaughtUp = nil
        }
        return state.finish
      }
      deliver?(result)
    }
    if state.withLock({ $0.isDiscarded }) { worker.withLock { $0.discard() } }
  }
}
