#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A port of 127.0.0.1 that accepts connections but never reads or sends anything.
///
/// A server is not enough: it may take the bytes for the end of a request, as one TLS greeting in
/// fifty contains two consecutive line feeds.
public final class SilentListener: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let descriptor: Int32

  /// Starts listening.
  ///
  /// - Throws: An error when no socket can be opened.
  public init() throws {
    // The program accepts nothing: the system itself opens connections until its queue is full.
    (descriptor, port) = try Descriptor.listening()
  }

  deinit { _ = close(descriptor) }
}
