#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A TCP connection to a port of 127.0.0.1, over which a test sends any bytes.
///
/// It is closed when it is released.
public final class RawConnection: Sendable {
  private let descriptor: Int32

  /// Opens a connection.
  ///
  /// - Parameter port: The port.
  /// - Throws: ``SystemCallError``.
  public init(port: Int) throws {
    descriptor = try Descriptor.connected(port: port)
  }

  deinit { _ = close(descriptor) }

  /// Sends bytes.
  ///
  /// - Returns: False when the other side has closed the connection.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool { Descriptor.send(bytes, to: descriptor) }

  /// Says that no more follows.
  public func endSending() { Descriptor.shutDownSending(descriptor) }

  /// Makes the connection end with a reset when it is released.
  public func resetAtEnd() { Descriptor.resetOnClose(descriptor) }

  /// Reads what has come, or waits for it.
  ///
  /// - Parameter seconds: How long to wait.
  /// - Returns: The bytes; empty when the other side has closed the connection, nil when nothing
  ///   came.
  public func receive(within seconds: Double) -> [UInt8]? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&entry, 1, Int32(seconds * 1000))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      return Descriptor.read(descriptor) ?? []
    }
  }
}
