#if CommandLineTool
  import NIOCore
  import NIOSSL

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Closes a connection in the middle of a response, as a service did.
  enum BrokenClose {
    /// Closes a connection, without a closure alert of TLS, which would prove an end
    /// (RFC 9112 §9.8).
    ///
    /// - Parameters:
    ///   - context: A handler of the connection.
    ///   - isReset: True to reset the connection (RFC 9293 §3.5.2), false to close it.
    static func close(_ context: ChannelHandlerContext, isReset: Bool) {
      let channel = context.channel
      if isReset, let socket = channel as? any SocketOptionProvider {
        // What the kernel has not sent yet is lost in a reset.
        SendQueue(of: socket, on: channel.eventLoop).whenEmpty {
          // A socket that does not linger is reset when it is closed (POSIX, SO_LINGER).
          let reset = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
          reset.assumeIsolated().whenComplete { _ in closeBelowTLS(channel) }
        }
      } else {
        closeBelowTLS(channel)
      }
    }

    private static func closeBelowTLS(_ channel: any Channel) {
      let handlers = channel.pipeline.syncOperations
      if let tls = try? handlers.context(handlerType: NIOSSLServerHandler.self) {
        tls.close(promise: nil)
      } else {
        channel.close(promise: nil)
      }
    }
  }
#endif
