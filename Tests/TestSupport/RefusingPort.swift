#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A port of 127.0.0.1 that refuses every connection and that no other process can take meanwhile.
///
/// The port of a stopped server is not enough, as the system may give it to another test's server.
/// A process that is told the port, and may share it (`SO_REUSEADDR`, on Darwin `SO_REUSEPORT`),
/// can listen there.
public final class RefusingPort: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let descriptor: Int32

  /// Takes a port.
  ///
  /// - Throws: An error when no socket can be opened.
  public init() throws {
    (descriptor, port) = try Descriptor.listening(accepts: false)
    #if canImport(Darwin)
      let option = SO_REUSEPORT
    #else
      let option = SO_REUSEADDR
    #endif
    var isShared: Int32 = 1
    // Only now, so that the system gives the port to nobody who did not ask for it.
    unsafe setsockopt(
      descriptor, SOL_SOCKET, option, &isShared, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { _ = close(descriptor) }
}
