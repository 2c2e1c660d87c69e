public import Foundation
import VCRLocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A child process in its own process group, whose output is captured.
///
/// It is killed, together with the other processes of its group, when it is released; so are those
/// that it left behind and that keep its output open.
public final class Child: Sendable {
  /// The result of a child that has ended.
  public struct Result: Sendable {
    /// The exit status; 128 plus the signal's number when a signal ended it.
    public var status: Int32
    /// The bytes that it wrote to standard output.
    public var output: [UInt8]
    /// The bytes that it wrote to standard error.
    public var errorOutput: [UInt8]
    /// True when it was killed because its time was up, or when others kept its output open for so
    /// long.
    public var timedOut: Bool

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text.
    public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
  }

  private struct Values {
    var output: [UInt8] = []
    var errorOutput: [UInt8] = []
    var openStreams = 2
    var status: Int32?
    var timedOut = false
    var isOutputAbandoned = false
    var input: Int32?
    var waiters: [CheckedContinuation<Result, Never>] = []
    var lineWaiters: [CheckedContinuation<String?, Never>] = []
    var linesTaken = 0
  }

  private final class State: Sendable {
    let values: Mutex<Values>
    init(_ values: consuming Values) { self.values = Mutex(values) }
  }

  /// The process ID.
  public let id: Int32
  private let state: State

  /// Starts a child and waits for its end.
  ///
  /// - Parameters:
  ///   - executable: A path, or a name looked up in `PATH`.
  ///   - arguments: The arguments after the name.
  ///   - environment: The whole environment; nil for that of this process.
  ///   - directory: The current folder; nil for that of this process.
  ///   - input: The bytes that it reads from standard input before the end.
  ///   - timeout: Seconds after which it is killed.
  /// - Returns: Its status and output.
  /// - Throws: ``SystemCallError`` when it cannot be started.
  public static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    directory: URL? = nil, input: [UInt8] = [], timeout: Double = 240
  ) async throws -> Result {
    let child = try Child(
      executable, arguments, environment: environment, directory: directory)
    child.write(input)
    child.closeInput()
    return await child.finished(timeout: timeout)
  }

  /// Starts a child that runs in parallel with the test.
  ///
  /// - Parameters:
  ///   - executable: A path, or a name looked up in `PATH`.
  ///   - arguments: The arguments after the name.
  ///   - environment: The whole environment; nil for that of this process.
  ///   - directory: The current folder; nil for that of this process.
  ///   - inheriting: A descriptor that the child inherits as number 3.
  /// - Throws: ``SystemCallError`` when it cannot be started.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    directory: URL? = nil, inheriting: Int32? = nil
  ) throws {
    let (id, input, output, errors) = try Self.start(
      [executable] + arguments, environment: environment, directory: directory,
      inheriting: inheriting)
    self.id = id
    let state = State(Values(input: input))
    self.state = state
    Thread.detachNewThread {
      Self.collect(output, into: \.output, of: state)
    }
    Thread.detachNewThread {
      Self.collect(errors, into: \.errorOutput, of: state)
    }
    Thread.detachNewThread {
      var status: Int32 = 0
      while unsafe waitpid(id, &status, 0) == -1 && errno == EINTR {}
      let signal = status & 0x7F
      let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
      state.values.withLock { $0.status = code }
      Self.resumeIfDone(state)
    }
  }

  deinit {
    closeInput()
    kill()
  }

  /// The bytes that it has written to standard output so far.
  public var output: [UInt8] { state.values.withLock { $0.output } }

  /// The text that it has written to standard error so far.
  public var errorText: String {
    String(decoding: state.values.withLock { $0.errorOutput }, as: UTF8.self)
  }

  /// True until it has ended.
  public var isRunning: Bool { state.values.withLock { $0.status == nil } }

  /// Writes to its standard input.
  ///
  /// - Parameter bytes: The bytes; they are written on another thread if the pipe might fill.
  public func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let input = state.values.withLock({ $0.input }) else { return }
    if bytes.count <= 4096 {
      Self.writeAll(bytes, to: input)
      return
    }
    let copy = dup(input)
    Thread.detachNewThread {
      Self.writeAll(bytes, to: copy)
      _ = close(copy)
    }
  }

  /// Ends its standard input.
  public func closeInput() {
    let input = state.values.withLock { values in
      defer { values.input = nil }
      return values.input
    }
    if let input { _ = close(input) }
  }

  /// Sends a signal to the child alone.
  public func signal(_ number: Int32) {
    // As long as no status is known, the process ID still belongs to the child.
    state.values.withLock { values in
      if values.status == nil { _ = Foundation.kill(id, number) }
    }
  }

  /// Kills the child and the other processes of its group.
  public func kill() { Self.kill(id, state) }

  private static func kill(_ id: Int32, _ state: State) {
    state.values.withLock { values in
      // Later the number may be that of another group.
      if values.status == nil || values.openStreams > 0 { _ = Foundation.kill(-id, SIGKILL) }
    }
  }

  /// Waits for the next line of standard output.
  ///
  /// - Parameter timeout: As for ``finished(timeout:)``.
  /// - Returns: The line without its line ending; nil when the output has ended.
  public func nextLine(timeout: Double = 240) async -> String? {
    let timer = limit(timeout)
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      state.values.withLock { $0.lineWaiters.append(continuation) }
      Self.resumeLines(state)
    }
  }

  /// Waits for the end of the child and of its output.
  ///
  /// - Parameter timeout: Seconds after which its group is killed. A process that left the group
  ///   and keeps the output open is waited for ten seconds more.
  /// - Returns: Its status and output.
  public func finished(timeout: Double = 240) async -> Result {
    let timer = limit(timeout)
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      state.values.withLock { $0.waiters.append(continuation) }
      Self.resumeIfDone(state)
    }
  }

  /// Kills the group, and then ends the wait for its output, when its time is up.
  private func limit(_ timeout: Double) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource()
    let (id, state) = (id, state)
    timer.schedule(deadline: .now() + timeout, repeating: 10)
    timer.setEventHandler {
      Self.kill(id, state)
      state.values.withLock { values in
        values.isOutputAbandoned = values.timedOut
        values.timedOut = true
      }
      Self.resumeLines(state)
      Self.resumeIfDone(state)
    }
    timer.activate()
    return timer
  }

  /// Starts the process and returns this side's ends of its three pipes.
  private static func start(
    _ words: [String], environment: [String: String]?, directory: URL?, inheriting: Int32?
  ) throws -> (id: Int32, input: Int32, output: Int32, errors: Int32) {
    try spawnLock.withLock { _ in
      let input = try Descriptor.pipe()
      let output = try Descriptor.pipe()
      let errors = try Descriptor.pipe()
      defer { for end in [input.reading, output.writing, errors.writing] { _ = close(end) } }
      var duplicates: [(Int32, Int32)] = [
        (input.reading, 0), (output.writing, 1), (errors.writing, 2),
      ]
      if let inheriting { duplicates.append((inheriting, 3)) }
      do {
        let id = try spawn(
          words, environment: environment, directory: directory, duplicates: duplicates)
        return (id, input.writing, output.reading, errors.reading)
      } catch {
        for end in [input.writing, output.reading, errors.reading] { _ = close(end) }
        throw error
      }
    }
  }

  private static func collect(
    _ descriptor: Int32, into part: any WritableKeyPath<Values, [UInt8]> & Sendable, of state: State
  ) {
    while let bytes = Descriptor.read(descriptor), !bytes.isEmpty {
      state.values.withLock { $0[keyPath: part] += bytes }
      resumeLines(state)
    }
    _ = close(descriptor)
    state.values.withLock { $0.openStreams -= 1 }
    resumeLines(state)
    resumeIfDone(state)
  }

  private static func resumeLines(_ state: State) {
    while true {
      let next = state.values.withLock {
        values -> (CheckedContinuation<String?, Never>, String?)? in
        guard !values.lineWaiters.isEmpty else { return nil }
        let rest = values.output[values.linesTaken...]
        if let end = rest.firstIndex(of: 0x0A) {
          values.linesTaken = end + 1
          return (values.lineWaiters.removeFirst(), String(decoding: rest[..<end], as: UTF8.self))
        }
        guard values.openStreams == 0 || values.isOutputAbandoned else { return nil }
        return (values.lineWaiters.removeFirst(), nil)
      }
      guard let (waiter, line) = next else { return }
      waiter.resume(returning: line)
    }
  }

  private static func resumeIfDone(_ state: State) {
    let (waiters, result) = state.values.withLock {
      values -> ([CheckedContinuation<Result, Never>], Result?) in
      guard let status = values.status, values.openStreams == 0 || values.isOutputAbandoned else {
        return ([], nil)
      }
      defer { values.waiters = [] }
      return (
        values.waiters,
        Result(
          status: status, output: values.output, errorOutput: values.errorOutput,
          timedOut: values.timedOut)
      )
    }
    guard let result else { return }
    for waiter in waiters { waiter.resume(returning: result) }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    signalPipeIgnored
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = unsafe rest.withUnsafeBytes { buffer in
          unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        }
      #else
        let count = unsafe rest.withUnsafeBytes { buffer in
          unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        }
      #endif
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ignores SIGPIPE, so that a child that ends before it has read its input does not end the
  /// tests.
  private static let signalPipeIgnored: Void = { _ = Foundation.signal(SIGPIPE, SIG_IGN) }()
}
