#if CommandLineTool
  import NIOCore
  import VCRUpstream

  /// One client's connection: the upstream lane paired with it and the exchanges under way on it.
  final class ClientConnection {
    let channel: any Channel
    let proxy: ProxyContext
    private var lane: Upstream.ClientPool?
    private var exchanges = 0
    private(set) var isClosing = false
    private var isInputClosed = false

    /// True when the bytes of the connection are moved and not looked at.
    var isSpliced = false

    /// Closes the connection when all that was written has left; set by what writes to it.
    var closeAfterWriting: (() -> Void)?

    init(channel: any Channel, proxy: ProxyContext) {
      self.channel = channel
      self.proxy = proxy
    }

    /// The listener that took the connection in.
    var listener: OwnListener? { OwnListener(channel.parent?.localAddress) }

    /// The lane for this client's requests; nil when the server only replays.
    func upstreamLane() -> Upstream.ClientPool? {
      if lane == nil {
        lane = proxy.upstream?.makeClientPool(on: proxy.eventLoop, ownListener: listener)
      }
      return lane
    }

    /// True when a host and port of a URL with that scheme are written as this server's own.
    func isOwn(_ authority: Authority, scheme: String) -> Bool {
      let port = authority.port ?? Origin.defaultPort(of: scheme)
      if proxy.isOwnAddress(host: authority.host, port: port) { return true }
      return port == proxy.listenPort && authority.host == channel.localAddress?.ipAddress
    }

    /// Notes that a request is under way.
    func beginExchange() { exchanges += 1 }

    /// Notes that a request is done with, and closes the connection that waited for it.
    func endExchange() {
      exchanges -= 1
      if exchanges == 0, isClosing { close() }
    }

    /// Closes the connection once nothing is under way on it.
    ///
    /// At the end of a run one that sends no more is gone with COMMAND: nobody waits for a response.
    func closeWhenIdle() {
      isClosing = true
      if exchanges == 0 { close() } else if isInputClosed { closeNow() }
    }

    /// Notes that the client sends no more; before the end of a run it may still wait for responses.
    func inputClosed() {
      isInputClosed = true
      if isClosing { closeNow() }
    }

    /// Closes a connection that has not been used for long; a splice may be silent.
    func closeIfUnused() {
      if exchanges == 0, !isSpliced { closeWhenIdle() }
    }

    /// Closes the connection, whatever is under way.
    func closeNow() { channel.close(promise: nil) }

    private func close() {
      if let closeAfterWriting { closeAfterWriting() } else { channel.close(promise: nil) }
    }

    /// The connection is gone.
    func end() {
      closeAfterWriting = nil
      lane?.close()
    }
  }
#endif
