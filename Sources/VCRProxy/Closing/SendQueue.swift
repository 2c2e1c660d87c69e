#if CommandLineTool
  import NIOCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The bytes of a socket that were written and that its peer has not acknowledged yet, as a slow
  /// reader's are.
  final class SendQueue {
    /// How long a peer may take nothing before it is waited for no longer.
    private static let limit = TimeAmount.seconds(10)
    private static let longestPause = TimeAmount.milliseconds(50)

    private let socket: any SocketOptionProvider
    private let eventLoop: any EventLoop
    private var count = UInt32.max
    private var lastProgress: NIODeadline
    private var pause = TimeAmount.milliseconds(1)

    /// Looks at a socket.
    ///
    /// - Parameters:
    ///   - socket: The channel of a socket.
    ///   - eventLoop: Its event loop, which is the current one.
    init(of socket: any SocketOptionProvider, on eventLoop: any EventLoop) {
      (self.socket, self.eventLoop) = (socket, eventLoop)
      lastProgress = .now()
    }

    /// Waits until the peer has everything, or takes no more of it.
    ///
    /// - Parameter then: What is done after that, on the event loop.
    func whenEmpty(_ then: @escaping () -> Void) {
      read().assumeIsolated().whenComplete { result in
        // A socket that cannot be asked is closed by now, or the system is too old.
        guard case .success(let count) = result, count > 0 else { return then() }
        if count != self.count { (self.count, self.lastProgress) = (count, .now()) }
        guard .now() - self.lastProgress < Self.limit else { return then() }
        self.eventLoop.assumeIsolated().scheduleTask(in: self.pause) { self.whenEmpty(then) }
        self.pause = min(self.pause * 2, Self.longestPause)
      }
    }

    private func read() -> EventLoopFuture<UInt32> {
      #if os(Linux)
        // The values of `SO_MEMINFO`, of which the sixth counts the bytes that are queued
        // (`SK_MEMINFO_WMEM_QUEUED` of linux/sock_diag.h).
        typealias Values = (
          UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32
        )
        let values: EventLoopFuture<Values> = socket.unsafeGetSocketOption(
          level: .socket, name: NIOBSDSocket.Option(rawValue: SO_MEMINFO))
        return values.map(\.5)
      #else
        // `SO_NWRITE` of sys/socket.h, which counts the bytes in the send buffer.
        let count: EventLoopFuture<Int32> = socket.unsafeGetSocketOption(
          level: .socket, name: NIOBSDSocket.Option(rawValue: 0x1024))
        return count.map { UInt32(clamping: $0) }
      #endif
    }
  }
#endif
