#if CommandLineTool
  import TestSupport
  import Testing

  /// A proxy as a company has it: the one way to services, which alone knows their addresses.
  ///
  /// It takes requests in absolute form and opens tunnels, those of SOCKS 5 included; every host
  /// leads to this machine. It is a Python process, which ends with its owner.
  final class CompanyProxy: Sendable {
    /// The port it listens on.
    let port: Int
    private let child: Child

    /// Starts the proxy.
    ///
    /// - Parameters:
    ///   - ports: The ports of services on this machine, by those in URLs.
    ///   - credential: User and password, with a colon between them; nil for all comers.
    ///   - refusal: The status line with which tunnels are refused, or the code for SOCKS; nil for
    ///     none.
    ///   - response: The head of its own response to requests in absolute form; nil to forward
    ///     them.
    ///   - certificates: What it proves itself with, to be spoken with over TLS; nil for none.
    /// - Throws: An error when Python cannot be started.
    init(
      _ ports: [Int: Int], credential: String? = nil, refusal: String? = nil,
      response: String? = nil, certificates: TestCertificates? = nil
    ) async throws {
      child = try Child(
        "python3",
        [
          "-c", Self.program, credential ?? "", refusal ?? "", response ?? "",
          certificates?.certificateFile ?? "", certificates?.keyFile ?? "",
        ] + ports.map { "\($0)=\($1)" })
      port = try #require(
        (await child.nextLine()).flatMap { Int($0) }, "python3: \(child.errorText)")
    }

    /// `http://127.0.0.1:PORT`.
    var url: String { "http://127.0.0.1:\(port)" }

    /// The variables that name it.
    ///
    /// - Parameters:
    ///   - userInformation: What its URL has before the host.
    ///   - scheme: The scheme of its URL.
    /// - Returns: Names and values.
    func variables(_ userInformation: String = "", scheme: String = "http") -> [String: String] {
      let url = "\(scheme)://\(userInformation)127.0.0.1:\(port)"
      return ["http_proxy": url, "https_proxy": url]
    }

    /// Ends it, and gives the first line of each request that it got.
    func stop() async -> [String] {
      child.signal(9)
      return await child.finished().text.split(separator: "\n").dropFirst().map(String.init)
    }

    private static let program = #"""
      import base64, socket, ssl, sys, threading
      credential, refusal, response, certificate, key = sys.argv[1:6]
      ports = {int(a): int(b) for a, b in (pair.split("=") for pair in sys.argv[6:])}
      secure = None
      if certificate:
          secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
          secure.load_cert_chain(certificate, key)
      def copy(source, sink):
          try:
              while data := source.recv(65536): sink.sendall(data)
              sink.shutdown(socket.SHUT_WR)
          except OSError: pass
      def reach(authority, default):
          host, _, port = authority.rpartition(":")
          port = int(port) if host and port.isdigit() else default
          return socket.create_connection(("127.0.0.1", ports.get(port, port)))
      def relay(client, service):
          back = threading.Thread(target=copy, args=(service, client))
          back.start()
          copy(client, service)
          back.join()
          service.close()
      def socks(client, file):
          methods = file.read(file.read(2)[1])
          wanted = 2 if credential else 0
          if wanted not in methods: return client.sendall(b"\x05\xff")
          client.sendall(bytes([5, wanted]))
          if credential:
              file.read(1)
              parts = [file.read(file.read(1)[0]) for _ in range(2)]
              isRight = b":".join(parts) == credential.encode()
              client.sendall(bytes([1, 0 if isRight else 1]))
              if not isRight: return
          kind = file.read(4)[3]
          if kind == 3: host = file.read(file.read(1)[0]).decode()
          else: host = socket.inet_ntop({1: socket.AF_INET, 4: socket.AF_INET6}[kind],
              file.read({1: 4, 4: 16}[kind]))
          port = int.from_bytes(file.read(2), "big")
          print("SOCKS", kind, host, port, flush=True)
          if refusal: return client.sendall(bytes([5, int(refusal), 0, 1, 0, 0, 0, 0, 0, 0]))
          service = reach(f"{host}:{port}", port)
          # In two parts, and with a name, which is of any length.
          client.sendall(b"\x05\x00\x00\x03\x04here")
          client.sendall(b"\x00\x50")
          relay(client, service)
      def serve(client):
          if secure:
              try: client = secure.wrap_socket(client, server_side=True)
              except OSError: return client.close()
          with client:
              file = client.makefile("rb")
              if file.peek(1)[:1] == b"\x05": return socks(client, file)
              while line := file.readline():
                  head = []
                  while (field := file.readline()).strip(): head.append(field)
                  print(line.decode().strip(), flush=True)
                  method, target, version = line.split()
                  own = [f for f in head if f.lower().startswith(b"proxy-authorization:")]
                  wanted = b"Basic " + base64.b64encode(credential.encode())
                  if credential and (not own or own[0].split(b":", 1)[1].strip() != wanted):
                      client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\n"
                          b"Proxy-Authenticate: Negotiate\r\n"
                          b"Proxy-Authenticate: Basic realm=\"company\"\r\n"
                          b"Content-Length: 6\r\n\r\ndenied")
                      continue
                  if method == b"CONNECT":
                      if refusal:
                          client.sendall(refusal.encode() + b"\r\nContent-Length: 0\r\n\r\n")
                          continue
                      service = reach(target.decode(), 443)
                      client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                      return relay(client, service)
                  if response:
                      client.sendall(response.encode() + b"\r\nContent-Length: 4\r\n\r\npage")
                      continue
                  authority, slash, path = target.decode().split("://", 1)[1].partition("/")
                  def length(head):
                      return sum(int(f.split(b":")[1]) for f in head
                          if f.lower().startswith(b"content-length:"))
                  with reach(authority, 80) as service:
                      lines = [method + b" /" + path.encode() + b" " + version + b"\r\n"]
                      lines += [f for f in head if f not in own] + [b"\r\n", file.read(length(head))]
                      service.sendall(b"".join(lines))
                      answer = service.makefile("rb")
                      lines = []
                      while (field := answer.readline()).strip(): lines.append(field)
                      client.sendall(b"".join(lines) + b"\r\n" + answer.read(length(lines)))
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
      """#
  }
#endif
