#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A port of 127.0.0.1 on which every connection is refused, and that nobody else gets meanwhile.
///
/// The port of a server that was stopped would not do: the system may give it to another test's.
public final class RefusingPort: Sendable {
  /// The port the system gave.
  public let port: Int
  private let descriptor: Int32

  /// Takes a port.
  ///
  /// - Throws: when no socket can be opened.
  public init() throws { (descriptor, port) = try Descriptor.listening(accepts: false) }

  deinit { _ = close(descriptor) }
}
