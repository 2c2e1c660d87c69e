#if CommandLineTool
  import TestSupport
  import Testing

  /// A proxy as a company has it: the one way to services, which alone knows their addresses.
  ///
  /// It takes requests in absolute form and opens tunnels; every name leads to this machine. It is
  /// a Python process, which ends with its owner.
  final class CompanyProxy: Sendable {
    /// The port it listens on.
    let port: Int
    private let child: Child

    /// Starts the proxy.
    ///
    /// - Parameters:
    ///   - ports: The ports of services on this machine, by those in URLs.
    ///   - credential: User and password, with a colon between them; nil for all comers.
    ///   - refusal: The status line with which tunnels are refused; nil for none.
    /// - Throws: An error when Python cannot be started.
    init(
      _ ports: [Int: Int], credential: String? = nil, refusal: String? = nil
    ) async throws {
      child = try Child(
        "python3",
        ["-c", Self.program, credential ?? "", refusal ?? ""] + ports.map { "\($0)=\($1)" })
      port = try #require(
        (await child.nextLine()).flatMap { Int($0) }, "python3: \(child.errorText)")
    }

    /// `http://127.0.0.1:PORT`.
    var url: String { "http://127.0.0.1:\(port)" }

    /// The variables that name it.
    ///
    /// - Parameter userInformation: What its URL has before the host.
    /// - Returns: Names and values.
    func variables(_ userInformation: String = "") -> [String: String] {
      let url = "http://\(userInformation)127.0.0.1:\(port)"
      return ["http_proxy": url, "https_proxy": url]
    }

    /// Ends it, and gives the first line of each request that it got.
    func stop() async -> [String] {
      child.signal(9)
      return await child.finished().text.split(separator: "\n").dropFirst().map(String.init)
    }

    private static let program = #"""
      import base64, socket, sys, threading
      credential, refusal = sys.argv[1:3]
      ports = {int(a): int(b) for a, b in (pair.split("=") for pair in sys.argv[3:])}
      def copy(source, sink):
          try:
              while data := source.recv(65536): sink.sendall(data)
              sink.shutdown(socket.SHUT_WR)
          except OSError: pass
      def reach(authority, default):
          host, _, port = authority.rpartition(":")
          port = int(port) if host and port.isdigit() else default
          return socket.create_connection(("127.0.0.1", ports.get(port, port)))
      def serve(client):
          with client:
              file = client.makefile("rb")
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
                      back = threading.Thread(target=copy, args=(service, client))
                      back.start()
                      copy(client, service)
                      back.join()
                      return service.close()
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
