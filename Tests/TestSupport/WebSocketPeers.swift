/// A WebSocket service on 127.0.0.1, and clients for it, that send any frame a test wants.
///
/// Both are Python programs of the standard library alone. The service ends with its owner.
public final class WebSocketService: Sendable {
  /// The port it listens on.
  public let port: Int
  private let child: Child

  /// Starts the service.
  ///
  /// What it does depends on the path:
  /// - `/echo` sends back what it gets, after `echo `; `/greet` sends a greeting first.
  /// - `/ticker` sends as many prices as it is asked for, and closes with 1000.
  /// - `/fast` sends a thousand messages at once, `/flood` as many of 16 KiB as it is asked for;
  ///   `/big` sends back the size and the bytes.
  /// - `/drop` sends one message and drops the connection; `/mix` sends bytes, an empty text, a
  ///   text of several lines and a long one, in fragments with pings between them.
  /// - `/raw/HEX` sends these bytes as they are.
  /// - `/hinted` sends an interim response before it opens.
  /// - `/refuse` is no WebSocket, `/forged` has a wrong key, `/chat` speaks another protocol.
  ///
  /// - Parameter certificates: The certificates; nil for plaintext.
  /// - Throws: An error when Python cannot be started or the service does not listen.
  public init(_ certificates: TestCertificates? = nil) async throws {
    let files = certificates.map { [$0.certificateFile, $0.keyFile] } ?? []
    child = try Child("python3", ["-c", Self.frames + Self.service] + files)
    guard let line = await child.nextLine(), let port = Int(line) else {
      throw TestCertificates.Failed(description: "python3: \(child.errorText)")
    }
    self.port = port
  }

  /// Ends the service.
  public func stop() { child.signal(9) }

  /// A program that opens a WebSocket, and does what the rest of its text says with `ws`.
  ///
  /// Its arguments are the URL, and the way there: `connect` (a tunnel, as most clients ask for),
  /// `absolute` (the form of requests to a proxy) or `direct`; the proxy is the one of the
  /// environment. `SSL_CERT_FILE` names the roots.
  ///
  /// - Parameter steps: Statements of Python.
  /// - Returns: The program.
  public static func client(_ steps: String) -> String { frames + opening + steps }

  private static let frames = """
    import base64, hashlib, json, os, socket, ssl, struct, sys, threading, time
    from urllib.parse import urlsplit

    class WebSocket:
        def __init__(self, link, masks, rest=b""):
            self.link, self.masks, self.rest = link, masks, rest
            self.pongs = []
        def frame(self, opcode, data=b"", fin=True, rsv=0, masks=None):
            masks = self.masks if masks is None else masks
            head = bytes([(0x80 if fin else 0) | rsv | opcode])
            mark = 0x80 if masks else 0
            if len(data) < 126: head += bytes([mark | len(data)])
            elif len(data) < 65536: head += bytes([mark | 126]) + struct.pack(">H", len(data))
            else: head += bytes([mark | 127]) + struct.pack(">Q", len(data))
            if masks:
                key = os.urandom(4)
                pad = key * (len(data) // 4 + 1)
                data = (int.from_bytes(data, "big") ^ int.from_bytes(pad[:len(data)], "big")).to_bytes(len(data), "big")
                head += key
            return head + data
        def send(self, data, **options):
            text = isinstance(data, str)
            self.link.sendall(self.frame(1 if text else 2, data.encode() if text else data, **options))
        def raw(self, data): self.link.sendall(data)
        def close(self, code=1000, reason=""):
            self.link.sendall(self.frame(8, b"" if code is None else struct.pack(">H", code) + reason.encode()))
        def take(self, count):
            parts, have = [self.rest], len(self.rest)
            while have < count:
                data = self.link.recv(1 << 20)
                if not data: raise EOFError("dropped")
                parts.append(data); have += len(data)
            data = b"".join(parts)
            self.rest = data[count:]
            return data[:count]
        def read(self):
            first, second = self.take(2)
            length = second & 127
            if length == 126: length = struct.unpack(">H", self.take(2))[0]
            elif length == 127: length = struct.unpack(">Q", self.take(8))[0]
            key = self.take(4) if second & 128 else None
            data = self.take(length)
            if key:
                pad = key * (length // 4 + 1)
                data = (int.from_bytes(data, "big") ^ int.from_bytes(pad[:length], "big")).to_bytes(length, "big")
            return first & 0x80, first & 15, data
        # The next message, as text or bytes, or ("close", code, reason).
        def recv(self):
            parts, kind = [], None
            while True:
                fin, opcode, data = self.read()
                if opcode == 9:
                    self.link.sendall(self.frame(10, data))
                elif opcode == 10:
                    self.pongs.append(data)
                elif opcode == 8:
                    return ("close", struct.unpack(">H", data[:2])[0] if data else None, data[2:].decode())
                else:
                    kind = opcode or kind
                    parts.append(data)
                    if fin:
                        whole = b"".join(parts)
                        return whole.decode() if kind == 1 else whole

    def accept(key):
        return base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()

    def head(link):
        data = b""
        while b"\\r\\n\\r\\n" not in data:
            piece = link.recv(65536)
            if not piece: raise EOFError("no head: %r" % data)
            data += piece
        top, rest = data.split(b"\\r\\n\\r\\n", 1)
        lines = top.decode("latin-1").split("\\r\\n")
        return lines[0], {l.split(":", 1)[0].lower(): l.split(":", 1)[1].strip() for l in lines[1:]}, rest


    """

  private static let service = """
    context = None
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        context.set_alpn_protocols(["http/1.1"])
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    print(listener.getsockname()[1], flush=True)

    def talk(ws, path):
        if path == "/greet": ws.send('{"hello":"there","motd":"a text that is longer than one line of a review should be"}')
        if path.startswith("/raw/"):
            ws.raw(bytes.fromhex(path[5:]))
        if path == "/drop":
            ws.send("one")
            return
        if path == "/mix":
            ws.send(b"\\x00\\x01\\x02\\xff")
            ws.send("")
            ws.raw(ws.frame(1, "gr\\u00fc".encode(), fin=False) + ws.frame(9, b"beat") + ws.frame(0, b"\\xc3", fin=False)
                   + ws.frame(10, b"odd") + ws.frame(0, b"\\x9fe\\nzweite Zeile\\n"))
            ws.send("x" * 70000)
        while True:
            message = ws.recv()
            if isinstance(message, tuple):
                if path == "/parting": ws.close(4321, "other")
                else: ws.close(message[1], message[2])
                return
            if path == "/ticker":
                count = json.loads(message)["subscribe"]
                for number in range(count):
                    ws.send(json.dumps({"price": 10 + number, "at": time.time()}, separators=(",", ":")))
                ws.close(1000, "done")
                ws.recv()
                return
            if path == "/fast":
                for number in range(1000): ws.send("message %d" % number)
            elif path == "/flood":
                for number in range(int(message)): ws.send(bytes(16384))
            elif path == "/big":
                ws.send(str(len(message)))
                ws.send(message)
            elif isinstance(message, str): ws.send("echo " + message)
            else: ws.send(bytes(reversed(message)))

    def serve(link):
        try:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if context: link = context.wrap_socket(link, server_side=True)
            while True:
                line, fields, rest = head(link)
                method, path, _ = line.split(" "); path = path.split("?")[0]
                if path == "/chat" and "upgrade" in fields:
                    link.sendall(b"HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: chat\\r\\n\\r\\nwelcome\\n")
                    while True:
                        data = link.recv(100)
                        if not data: return
                        link.sendall(data.upper())
                if path == "/refuse" or fields.get("upgrade", "").lower() != "websocket":
                    text = ("plain " + path).encode()
                    link.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Type: text/plain\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(text), text))
                    continue
                break
            if path == "/hinted": link.sendall(b"HTTP/1.1 103 Early Hints\\r\\nLink: </a>\\r\\n\\r\\n")
            answer = "wrong" if path == "/forged" else accept(fields["sec-websocket-key"])
            lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                     "Sec-WebSocket-Accept: " + answer, "X-Offered: " + fields.get("sec-websocket-extensions", "nothing")]
            if "sec-websocket-protocol" in fields:
                lines.append("Sec-WebSocket-Protocol: " + fields["sec-websocket-protocol"].split(",")[-1].strip())
            link.sendall("\\r\\n".join(lines + ["", ""]).encode())
            talk(WebSocket(link, False, rest), path)
        except (EOFError, OSError, ValueError):
            pass
        finally:
            link.close()

    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """

  private static let opening = """
    # A stream of HTTP/2 in which another protocol is spoken (RFC 8441), as a socket.
    class Stream:
        def __init__(self, link):
            self.link, self.data, self.rest, self.ended = link, b"", b"", False
            self.window, self.all, self.start = 65535, 65535, 65535
            self.opens = self.answer = None
            # A window of any size, for the stream and for the connection.
            link.sendall(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + self.framed(4, 0, 0, struct.pack(">HI", 4, 0x7fffffff))
                         + self.framed(8, 0, 0, struct.pack(">I", 0x7fff0000)))
            while self.opens is None: self.step()
        def framed(self, kind, flags, stream, payload=b""):
            return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload
        def take(self, count):
            while len(self.rest) < count:
                data = self.link.recv(1 << 20)
                if not data: raise EOFError("dropped")
                self.rest += data
            data, self.rest = self.rest[:count], self.rest[count:]
            return data
        def step(self):
            top = self.take(9)
            size, kind, flags, stream = int.from_bytes(top[:3], "big"), top[3], top[4], int.from_bytes(top[5:], "big")
            payload = self.take(size)
            if kind == 0:
                self.data += payload
            elif kind == 1:
                self.answer = payload
            elif kind == 3:
                raise EOFError("reset with %d" % int.from_bytes(payload, "big"))
            elif kind == 4 and not flags & 1:
                settings = dict(struct.unpack(">HI", payload[at:at + 6]) for at in range(0, size, 6))
                if 4 in settings:
                    self.window += settings[4] - self.start
                    self.start = settings[4]
                self.opens = settings.get(8)  == 1
                self.link.sendall(self.framed(4, 1, 0))
            elif kind == 6 and not flags & 1:
                self.link.sendall(self.framed(6, 1, 0, payload))
            elif kind == 7:
                raise EOFError("the connection ends")
            elif kind == 8:
                more = int.from_bytes(payload, "big")
                if stream: self.window += more
                else: self.all += more
            if kind in (0, 1) and flags & 1: self.ended = True
        def recv(self, count):
            while not self.data and not self.ended: self.step()
            data, self.data = self.data[:count], self.data[count:]
            return data
        def sendall(self, data):
            while data:
                count = min(len(data), self.window, self.all, 16384)
                if count < 1:
                    self.step()
                    continue
                self.link.sendall(self.framed(0, 0, 1, data[:count]))
                self.window -= count
                self.all -= count
                data = data[count:]

    def tunnel(parts, place, target, proxy, fields):
        link = socket.create_connection((proxy.hostname, proxy.port), timeout=240)
        secure = parts.scheme == "wss"
        if secure:
            link.sendall(("CONNECT %s:%d HTTP/1.1\\r\\nHost: %s:%d\\r\\n\\r\\n" % (place * 2)).encode())
            assert " 200 " in head(link)[0]
            context = ssl.create_default_context(cafile=os.environ.get("SSL_CERT_FILE"))
            context.set_alpn_protocols(["h2"])
            link = context.wrap_socket(link, server_hostname=parts.hostname)
        stream = Stream(link)
        assert stream.opens, "the setting is missing"
        def literal(name, value): return b"\\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
        names = [(":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "https" if secure else "http"),
                 (":authority", parts.netloc), (":path", target), ("sec-websocket-version", "13"),
                 ("sec-websocket-extensions", "permessage-deflate")]
        names += [tuple(part.strip() for part in field.split(":", 1)) for field in fields]
        link.sendall(stream.framed(1, 4, 1, b"".join(literal(name.lower(), value) for name, value in names)))
        while stream.answer is None: stream.step()
        # A new size of the table (RFC 7541 §6.3), then the field 8 of the static one, status 200.
        if stream.answer[:2] != b"\\x20\\x88":
            print("refused", stream.answer.hex(), flush=True)
            text = b""
            while not stream.ended: text += stream.recv(65536)
            print((text + stream.data).decode(errors="replace"), flush=True)
            sys.exit(0)
        ws = WebSocket(stream, True)
        ws.answer = stream.answer
        return ws

    def connect(url, way, fields=(), room=None):
        parts = urlsplit(url)
        secure = parts.scheme in ("wss", "https")
        place = (parts.hostname, parts.port or (443 if secure else 80))
        authority = parts.netloc
        target = parts.path or "/"
        if parts.query: target += "?" + parts.query
        proxy = urlsplit(os.environ.get("https_proxy" if secure else "http_proxy", ""))
        if way == "h2": return tunnel(parts, place, target, proxy, fields)
        if way == "direct":
            link = socket.create_connection(place, timeout=60)
        else:
            link = socket.socket()
            link.settimeout(60)
            # How much the system takes for a client that does not read.
            if room: link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            link.connect((proxy.hostname, proxy.port))
        if way == "connect":
            link.sendall(("CONNECT %s:%d HTTP/1.1\\r\\nHost: %s:%d\\r\\n\\r\\n" % (place * 2)).encode())
            line, _, rest = head(link)
            assert " 200 " in line, line
        elif way == "absolute":
            target = "http://" + authority + target
        if secure:
            context = ssl.create_default_context(cafile=os.environ.get("SSL_CERT_FILE"))
            link = context.wrap_socket(link, server_hostname=parts.hostname)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET %s HTTP/1.1" % target, "Host: " + authority, "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: " + key, "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Extensions: permessage-deflate"] + list(fields)
        link.sendall("\\r\\n".join(lines + ["", ""]).encode())
        line, answer, rest = head(link)
        if " 101 " not in line:
            while len(rest) < int(answer["content-length"]): rest += link.recv(65536)
            print(line, flush=True)
            print(rest.decode(errors="replace"), flush=True)
            sys.exit(0)
        assert answer["sec-websocket-accept"] == accept(key), answer
        ws = WebSocket(link, True, rest)
        ws.answer = answer
        return ws

    def show(message):
        print(message if isinstance(message, str) else repr(message), flush=True)

    url, way = sys.argv[1], sys.argv[2]


    """
}
