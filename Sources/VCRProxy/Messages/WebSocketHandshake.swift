#if CommandLineTool
  import Crypto
  import VCRCore

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// The handshake that opens a WebSocket over HTTP/1.1 (RFC 6455 §4), from the client's side.
  ///
  /// Its own fields (key, version, extensions) are part of no recorded message: each connection
  /// makes new ones. Extensions are not offered to a service that is recorded, so that its messages
  /// are what they say and not compressed; a client has to do without them too (§9.1).
  struct WebSocketHandshake: Equatable {
    /// The name of the protocol (RFC 6455 §11.2).
    static let protocolName = "websocket"
    /// The version (§4.1).
    private static let version = "13"
    /// The text that is hashed with the key (§1.3).
    private static let magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    private static let (keyName, versionName, extensionsName, acceptName) = (
      "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions",
      "Sec-WebSocket-Accept"
    )

    /// The client's random key.
    let key: String
    /// The extensions that it offers.
    private let extensions: [HeaderField]

    /// Takes the handshake out of a request.
    ///
    /// - Parameter request: The request, whose fields for the handshake are removed.
    /// - Throws: `HTTP1Refusal` for a request that no service would respond to with a WebSocket.
    init(takenFrom request: inout Interaction.Request) throws(HTTP1Refusal) {
      guard request.method == "GET" else {
        throw .badRequest("A WebSocket is opened with GET, not with \(request.method)")
      }
      let keys = request.headers.values(Self.keyName)
      guard keys.count == 1, let key = keys.first,
        let bytes = Data(base64Encoded: key), bytes.count == 16
      else {
        throw .badRequest(
          "A WebSocket is opened with one \(Self.keyName) of 16 bytes in Base64, which the request "
            + "lacks")
      }
      guard request.headers.values(Self.versionName) == [Self.version] else {
        throw HTTP1Refusal(
          status: 426, reason: "Upgrade Required",
          message: "\(Self.versionName) is \(Self.version) (RFC 6455), and of the request it is "
            + (request.headers[Self.versionName] ?? "not given"))
      }
      self.key = key
      extensions = request.headers.fields.filter {
        $0.name.equalsIgnoringASCIICase(Self.extensionsName)
      }
      for name in [Self.keyName, Self.versionName, Self.extensionsName] {
        request.headers.remove(name)
      }
    }

    /// Takes the handshake out of a request for a tunnel in HTTP/2 (RFC 8441 §5), which has no key:
    /// the service, with which HTTP/1.1 is spoken, is sent one of ours.
    ///
    /// - Parameter request: The request, which becomes that of HTTP/1.1 without its handshake.
    /// - Throws: `HTTP1Refusal` for another version.
    init(takenFromTunnel request: inout Interaction.Request) throws(HTTP1Refusal) {
      request.method = "GET"
      request.headers.remove(Self.keyName)
      let random = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
      request.headers.append(Self.keyName, random.base64EncodedString())
      if request.headers[Self.versionName] == nil {
        request.headers.append(Self.versionName, Self.version)
      }
      try self.init(takenFrom: &request)
    }

    /// The response that opens a tunnel in HTTP/2 (RFC 8441 §5), for one that switches protocols.
    static func tunnelled(_ response: Interaction.Response) -> Interaction.Response {
      var opened = response
      opened.status = 200
      opened.headers.remove(acceptName)
      // A tunnel has no length (RFC 9110 §9.3.6).
      opened.headers.remove("Content-Length")
      return opened
    }

    /// The fields that the service is sent besides those of the request.
    ///
    /// - Parameter isPassedThrough: True when the messages are not looked at, so that they may be
    ///   compressed.
    /// - Returns: The fields.
    func fields(isPassedThrough: Bool) -> [HeaderField] {
      [HeaderField(Self.keyName, key), HeaderField(Self.versionName, Self.version)]
        + (isPassedThrough ? extensions : [])
    }

    /// Returns the fault of a response that switches to a WebSocket; nil when there is none.
    func fault(of response: Interaction.Response) -> String? {
      if response.headers[Self.acceptName] != accept {
        return "its \(Self.acceptName) does not belong to the key that it was sent"
      }
      return response.headers[Self.extensionsName].map {
        "it uses the extension \($0), which was not offered"
      }
    }

    /// A response as it is recorded: without the fields of the handshake.
    static func recorded(_ response: Interaction.Response) -> Interaction.Response {
      var recorded = response
      recorded.headers.remove(acceptName)
      recorded.headers.remove(extensionsName)
      return recorded
    }

    /// A recorded response as the client is sent it, with what belongs to its key.
    func accepting(_ recorded: Interaction.Response) -> Interaction.Response {
      var response = Self.recorded(recorded)
      response.headers.append(Self.acceptName, accept)
      return response
    }

    /// The value that shows that the key was understood (§4.2.2).
    private var accept: String {
      Data(Insecure.SHA1.hash(data: Data((key + Self.magic).utf8))).base64EncodedString()
    }
  }
#endif
