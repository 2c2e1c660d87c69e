import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A small HTTP server on loopback for the tests of the examples.
public final class Loopback: Sendable {
  /// Where it can be reached: `http://127.0.0.1:PORT`, or with `https`.
  public let origin: String
  private let channel: any Channel
  private let count = Mutex(0)
  private let response: Mutex<@Sendable (String) -> String>

  /// Starts a server that answers each target with a text.
  ///
  /// - Parameters:
  ///   - tls: The certificate it shows; nil for HTTP.
  ///   - response: What it says to a target.
  /// - Returns: The server.
  /// - Throws: When no port can be listened on, or the certificate cannot be read.
  public static func start(
    tls: TLSConfiguration? = nil, _ response: @escaping @Sendable (String) -> String
  ) async throws -> Loopback {
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    let owner = Owner()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(Handler(owner: owner))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let scheme = tls == nil ? "http" : "https"
    let server = Loopback(
      origin: "\(scheme)://127.0.0.1:\(channel.localAddress?.port ?? 0)", channel: channel,
      response: response)
    owner.server.withLock { $0 = server }
    return server
  }

  private init(
    origin: String, channel: any Channel, response: @escaping @Sendable (String) -> String
  ) {
    self.origin = origin
    self.channel = channel
    self.response = Mutex(response)
  }

  /// How many requests it has answered.
  public var requestCount: Int { count.withLock { $0 } }

  /// Accepts no more connections.
  ///
  /// Those that are open are closed after their next response.
  public func stop() async throws { try await channel.close() }

  fileprivate func respond(to target: String) -> String {
    count.withLock { $0 += 1 }
    return response.withLock { $0 }(target)
  }

  fileprivate final class Owner: Sendable {
    let server = Mutex<Loopback?>(nil)
  }
}

private final class Handler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let owner: Loopback.Owner
  private var target = ""

  init(owner: Loopback.Owner) { self.owner = owner }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): target = head.uri
    case .body: break
    case .end:
      let text = owner.server.withLock { $0 }?.respond(to: target) ?? ""
      let headers: HTTPHeaders = [
        "Content-Type": "text/plain", "Content-Length": "\(text.utf8.count)", "Connection": "close",
      ]
      let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
      let closing = context.channel.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      closing.futureResult.whenComplete { _ in channel.close(promise: nil) }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: closing)
    }
  }
}
