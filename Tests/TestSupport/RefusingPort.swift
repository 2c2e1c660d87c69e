#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A port of 127.0.0.1 that refuses every connection and that no other process can take meanwhile.
///
/// The port of a stopped server is not enough, as the system may give it to another test's server.
public final class RefusingPort: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let descriptor: Int32

  /// Takes a port.
  ///
  /// - Throws: An error when no socket can be opened.
  public init() throws { (descriptor, port) = try Descriptor.listening(accepts: false) }

  deinit { _ = close(descriptor) }
}
