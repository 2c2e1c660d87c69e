/// An HTTP/2 service over TLS on 127.0.0.1 that sends the same bytes for every request, after it
/// has read the request's body.
///
/// It is a Python process that implements only the frames it needs, so that a test controls windows
/// and the end of a stream. It ends with its owner. It needs `python3` and `openssl`.
public final class HTTP2Loopback: Sendable {
  /// What the service does after the last byte of a response.
  public enum Ending: Sendable {
    /// It ends the stream.
    case ends
    /// It leaves the stream open.
    case stays
    /// It resets the stream with this error code (RFC 9113 §7).
    case resets(Int)
    /// It leaves the stream open until another request comes on the connection, and then ends it
    /// with a trailer field, `x-late: yes`.
    case endsLater
    /// It leaves the stream open until another request comes on the connection, and then resets it
    /// with this error code.
    case resetsLater(Int)

    fileprivate var word: String {
      switch self {
      case .ends: "ends"
      case .stays: "stays"
      case .resets(let code): String(code)
      case .endsLater: "later"
      case .resetsLater(let code): "later \(code)"
      }
    }
  }

  /// The port it listens on.
  public let port: Int
  /// The root and the certificate of the service.
  public let certificates: TestCertificates
  private let child: Child

  /// Starts the service.
  ///
  /// - Parameters:
  ///   - certificates: The certificates of the service.
  ///   - size: The number of bytes in each response, which repeat the values 0 to 255.
  ///   - window: The flow-control window in bytes for the body of a request.
  ///   - announced: The length that each response announces; nil for that which it has.
  ///   - ending: What the service does after the last byte.
  /// - Throws: An error when Python cannot be started or does not listen.
  public init(
    certificates: TestCertificates, size: Int, window: Int = 65_535, announced: Int? = nil,
    ending: Ending = .ends
  ) async throws {
    self.certificates = certificates
    child = try Child(
      "python3",
      [
        "-c", Self.program, certificates.certificateFile, certificates.keyFile, String(size),
        String(window), ending.word, String(announced ?? size),
      ])
    guard let line = await child.nextLine(), let port = Int(line) else {
      throw TestCertificates.Failed(description: "python3: \(child.errorText)")
    }
    self.port = port
  }

  /// `https://localhost:PORT`, without a final slash.
  public var origin: String { "https://localhost:\(port)" }

  private static let program = """
    import select, socket, ssl, struct, sys, threading
    size, window, ending, announced = int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:7]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    print(listener.getsockname()[1], flush=True)
    pattern = bytes(range(256)) * 65

    def frame(kind, flags, stream, payload=b""):
        head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
        return head + struct.pack(">I", stream) + payload

    def literal(index, text):
        # Not added to the table; the index is one of the static table above 14.
        return bytes([0x0F, index - 15, len(text)]) + text.encode()

    class Connection:
        def __init__(self, link):
            self.link, self.input, self.output = link, b"", b""
            self.room, self.streamRoom, self.streams, self.sent = 65535, 65535, {}, {}
            self.output += frame(4, 0, 0, struct.pack(">HI", 4, window))
            self.prefaced, self.open = False, []

        def serve(self):
            self.link.setblocking(False)
            while True:
                moved = False
                try:
                    data = self.link.recv(65536)
                    if not data:
                        return
                    self.input += data
                    moved = True
                except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                    pass
                self.take()
                self.fill()
                if self.output:
                    try:
                        count = self.link.send(self.output)
                        self.output = self.output[count:]
                        moved = moved or count > 0
                    except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                        pass
                if not moved:
                    select.select([self.link], [self.link] if self.output else [], [], 1)

        def take(self):
            if not self.prefaced:
                if len(self.input) < 24:
                    return
                self.input, self.prefaced = self.input[24:], True
            while len(self.input) >= 9:
                length = int.from_bytes(self.input[:3], "big")
                if len(self.input) < 9 + length:
                    return
                kind, flags = self.input[3], self.input[4]
                stream = int.from_bytes(self.input[5:9], "big")
                payload, self.input = self.input[9:9 + length], self.input[9 + length:]
                if kind == 4 and not flags & 1:
                    for at in range(0, length, 6):
                        name, value = struct.unpack(">HI", payload[at:at + 6])
                        if name == 4:
                            for open in self.streams:
                                self.streams[open] += value - self.streamRoom
                            self.streamRoom = value
                    self.output += frame(4, 1, 0)
                elif kind == 6 and not flags & 1:
                    self.output += frame(6, 1, 0, payload)
                elif kind == 8:
                    count = int.from_bytes(payload, "big")
                    if stream == 0:
                        self.room += count
                    elif stream in self.streams:
                        self.streams[stream] += count
                elif kind == 0 and length:
                    self.output += frame(8, 0, 0, struct.pack(">I", length))
                    if not flags & 1:
                        self.output += frame(8, 0, stream, struct.pack(">I", length))
                elif kind == 3:
                    self.streams.pop(stream, None)
                if kind == 1:
                    self.streams[stream] = self.streamRoom
                if kind == 1:
                    for late in self.open:
                        if ending == "later":
                            self.output += frame(1, 5, late, b"\\x00\\x06x-late\\x03yes")
                        else:
                            self.output += frame(3, 0, late, struct.pack(">I", int(ending[6:])))
                    self.open = []
                if kind in (0, 1) and flags & 1 and stream in self.streams:
                    fields = b"\\x88" + literal(28, announced)
                    fields += literal(31, "application/octet-stream")
                    self.output += frame(1, 4, stream, fields)
                    self.sent[stream] = 0

        def fill(self):
            for stream in list(self.streams):
                while stream in self.sent and len(self.output) < 1 << 18:
                    done = self.sent[stream]
                    count = min(16384, size - done, self.room, self.streams[stream])
                    if size > done and count <= 0:
                        break
                    self.output += frame(0, 0, stream, pattern[done % 256:done % 256 + count])
                    self.sent[stream] += count
                    self.room -= count
                    self.streams[stream] -= count
                    if self.sent[stream] == size:
                        if ending == "ends":
                            self.output += frame(0, 1, stream)
                        elif ending.startswith("later"):
                            self.open.append(stream)
                        elif ending != "stays":
                            self.output += frame(3, 0, stream, struct.pack(">I", int(ending)))
                        del self.sent[stream]
                        del self.streams[stream]

    def serve(client):
        try:
            Connection(context.wrap_socket(client, server_side=True)).serve()
        except OSError:
            pass

    def accept():
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    # Standard input ends when the tests do, however they end.
    sys.stdin.read()
    """
}
