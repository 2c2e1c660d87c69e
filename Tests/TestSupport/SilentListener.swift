#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A port of 127.0.0.1 on which connections are opened and nothing is ever read or said.
///
/// A server would not do: one that reads may take what comes for the end of a request, as a line feed
/// after another does in one TLS greeting in fifty.
public final class SilentListener: Sendable {
  /// The port the system gave.
  public let port: Int
  private let descriptor: Int32

  /// Starts listening.
  ///
  /// - Throws: when no socket can be opened.
  public init() throws {
    // Nobody accepts: the system itself opens connections until its queue is full.
    (descriptor, port) = try Descriptor.listening()
  }

  deinit { _ = close(descriptor) }
}
