/// A TLS endpoint on 127.0.0.1 that forwards the decrypted bytes to a loopback server, so that the
/// responses of that server are sent over TLS.
///
/// It is a Python process, which ends with its owner. It needs `python3` and `openssl`.
public final class TLSLoopback: Sendable {
  /// The port it listens on.
  public let port: Int
  /// The root and the certificate of the endpoint.
  public let certificates: TestCertificates
  private let child: Child

  /// Starts the endpoint.
  ///
  /// - Parameters:
  ///   - server: The server that receives the bytes.
  ///   - certificates: The certificates of the endpoint.
  ///   - clientRoot: The path of the root of those whom it serves; nil to serve all.
  ///   - version: The only version of TLS that is spoken, such as `1.2`; nil for all.
  /// - Throws: An error when Python cannot be started or does not listen.
  public init(
    before server: LoopbackServer, certificates: TestCertificates, clientRoot: String? = nil,
    version: String? = nil
  ) async throws {
    self.certificates = certificates
    child = try Child(
      "python3",
      [
        "-c", Self.program, String(server.port), certificates.certificateFile, certificates.keyFile,
        clientRoot ?? "", version ?? "",
      ])
    guard let line = await child.nextLine(), let port = Int(line) else {
      throw TestCertificates.Failed(description: "python3: \(child.errorText)")
    }
    self.port = port
  }

  /// `https://localhost:PORT`, without a final slash.
  public var origin: String { "https://localhost:\(port)" }

  private static let program = """
    import socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    context.set_alpn_protocols(["http/1.1"])
    if sys.argv[4]:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(sys.argv[4])
    if sys.argv[5]:
        version = ssl.TLSVersion["TLSv" + sys.argv[5].replace(".", "_")]
        context.minimum_version = context.maximum_version = version
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    print(listener.getsockname()[1], flush=True)

    def pump(source, sink, secure):
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                sink.sendall(data)
        except OSError:
            pass
        try:
            if secure:
                # Says the orderly end, which TLS wants to be told apart from a cut.
                sink.settimeout(60)
                sink.unwrap()
            sink.shutdown(socket.SHUT_RDWR)
        except (OSError, ValueError):
            pass

    def serve(client):
        secure = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
        try:
            secure.do_handshake()
        except OSError:
            # A close with bytes unread would overtake the alert.
            with socket.socket(fileno=secure.detach()) as client:
                client.shutdown(socket.SHUT_WR)
                while client.recv(65536):
                    pass
            return
        inner = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        threading.Thread(target=pump, args=(secure, inner, False), daemon=True).start()
        pump(inner, secure, True)

    def accept():
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    # Standard input ends when the tests do, however they end.
    sys.stdin.read()
    """
}
