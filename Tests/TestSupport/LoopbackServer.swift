import Foundation
import VCRLocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small HTTP/1.1 server on a free port of 127.0.0.1, with one thread per connection, that sends
/// any response that a test wants, well-formed or not.
///
/// It stops when it is released.
public final class LoopbackServer: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let state: ServerState

  /// Starts the server.
  ///
  /// - Parameter handler: Called for every request, on the thread of its connection.
  /// - Throws: An error when no socket can be opened.
  public init(handler: @escaping @Sendable (ServerRequest) -> ServerResponse) throws {
    let listener = try Descriptor.listening()
    port = listener.port
    let state = ServerState(listener: listener.descriptor, port: listener.port, handler: handler)
    self.state = state
    Thread.detachNewThread { state.acceptConnections() }
  }

  deinit { stop() }

  /// `http://127.0.0.1:PORT`, without a final slash.
  public var origin: String { "http://127.0.0.1:\(port)" }

  /// How many connections were accepted.
  public var connectionCount: Int { state.connectionCount }

  /// How many requests were read to their end.
  public var requestCount: Int { state.requests.count }

  /// The requests in the order in which they were read to their end.
  public var requests: [ServerRequest] { state.requests }

  /// Closes every connection and accepts no more.
  public func stop() { state.stop() }

  /// Closes the open connections, as a server does with idle ones.
  public func closeConnections() { state.closeConnections() }
}

/// The state that the threads of a server share.
private final class ServerState: Sendable {
  private struct Values {
    var isStopped = false
    var connectionCount = 0
    var open: [Int: Int32] = [:]
    var requests: [ServerRequest] = []
  }

  private let values = Mutex(Values())
  private let listener: Int32
  private let port: Int
  private let handler: @Sendable (ServerRequest) -> ServerResponse

  init(
    listener: Int32, port: Int, handler: @escaping @Sendable (ServerRequest) -> ServerResponse
  ) {
    self.listener = listener
    self.port = port
    self.handler = handler
  }

  var connectionCount: Int { values.withLock { $0.connectionCount } }
  var requests: [ServerRequest] { values.withLock { $0.requests } }

  func stop() {
    let wasStopped = values.withLock { values in
      defer { values.isStopped = true }
      for descriptor in values.open.values { Descriptor.shutDown(descriptor) }
      return values.isStopped
    }
    guard !wasStopped else { return }
    // A connection wakes the thread in `accept`, which then closes the listener. No other thread
    // may use that descriptor, because its number may already belong to another file.
    if let descriptor = try? Descriptor.connected(port: port) { _ = close(descriptor) }
  }

  func closeConnections() {
    values.withLock { for descriptor in $0.open.values { Descriptor.shutDown(descriptor) } }
  }

  func acceptConnections() {
    while let descriptor = Descriptor.accepted(from: listener) {
      let number = values.withLock { values -> Int? in
        guard !values.isStopped else { return nil }
        values.connectionCount += 1
        values.open[values.connectionCount] = descriptor
        return values.connectionCount
      }
      guard let number else {
        _ = close(descriptor)
        break
      }
      Thread.detachNewThread { self.serve(descriptor, number: number) }
    }
    _ = close(listener)
  }

  private func serve(_ descriptor: Int32, number: Int) {
    var reader = RequestReader(descriptor: descriptor, connection: number)
    while let request = reader.next() {
      values.withLock { $0.requests.append(request) }
      let response = handler(request)
      guard send(response.steps(for: request.method), to: descriptor), !response.closes else {
        break
      }
    }
    // The descriptor is closed only while the lock is held, so that no thread shuts down a number
    // that the system has used again.
    values.withLock { values in
      values.open[number] = nil
      _ = close(descriptor)
    }
  }

  private func send(_ steps: [ServerResponse.Piece], to descriptor: Int32) -> Bool {
    for step in steps {
      switch step {
      case .bytes(let bytes): guard Descriptor.send(bytes, to: descriptor) else { return false }
      case .gate(let gate): gate.wait()
      case .reset:
        Descriptor.resetOnClose(descriptor)
        return false
      }
    }
    return true
  }
}
