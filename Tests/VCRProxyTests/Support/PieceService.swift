#if CommandLineTool
  import TestSupport
  import Testing

  /// An HTTP/1.1 service on 127.0.0.1 that responds before it has the whole request.
  ///
  /// It sends each piece of a request in chunks back at once (`/echo`), responds to the head alone
  /// with the status in the path (`/413`), or reads all (`/count`); the first two kinds never send
  /// `100 Continue`. It is a Python process, which ends with its owner.
  final class PieceService: Sendable {
    /// The port it listens on.
    let port: Int
    private let child: Child

    /// Starts the service.
    init() async throws {
      child = try Child("python3", ["-c", Self.program])
      let line = try #require(await child.nextLine(), "\(child.errorText)")
      port = try #require(Int(line))
    }

    /// `http://127.0.0.1:PORT`, without a final slash.
    var origin: String { "http://127.0.0.1:\(port)" }

    /// The head of the next request, in one line.
    func nextHead() async -> String? { await child.nextLine() }

    private static let program = """
      import socket, sys, threading
      listener = socket.create_server(("127.0.0.1", 0), backlog=64)
      print(listener.getsockname()[1], flush=True)

      def serve(client):
          source = client.makefile("rb")
          head = b""
          while not head.endswith(b"\\r\\n\\r\\n"):
              byte = source.read(1)
              if not byte: return
              head += byte
          print(head.decode().strip().replace("\\r\\n", "|"), flush=True)
          path = head.split()[1].decode()
          if path == "*":
              # It does not speak HTTP/2.
              client.sendall(b"HTTP/1.1 400 Bad Request\\r\\n\\r\\n")
              client.shutdown(socket.SHUT_RDWR)
              return
          if path[1:].isdigit():
              client.sendall(b"HTTP/1.1 %s No\\r\\nContent-Length: 2\\r\\n\\r\\nno" % path[1:].encode())
              # Whatever is sent all the same is taken in, so that the end is no reset.
              client.shutdown(socket.SHUT_WR)
              while source.read(65536): pass
              return
          if b"100-continue" in head.lower(): client.sendall(b"HTTP/1.1 100 Continue\\r\\n\\r\\n")
          if path in ("/echo", "/lines"):
              kind = b"application/x-ndjson" if path == "/lines" else b"text/plain"
              client.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Type: %s\\r\\n" % kind
                  + b"Transfer-Encoding: chunked\\r\\n\\r\\n")
              while True:
                  piece = source.read(int(source.readline(), 16))
                  source.readline()
                  if not piece: break
                  client.sendall(b"%x\\r\\n%s\\r\\n" % (len(piece), piece))
              client.sendall(b"0\\r\\n\\r\\n")
              return
          fields = dict(line.lower().split(": ") for line in head.decode().split("\\r\\n")[1:-2])
          left = int(fields["content-length"])
          count = left
          while left: left -= len(source.read(min(left, 65536)))
          text = b"%d" % count
          client.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(text), text))
          serve(client) # The next request on the connection.

      def accept():
          while True:
              client, _ = listener.accept()
              threading.Thread(target=serve, args=(client,), daemon=True).start()

      threading.Thread(target=accept, daemon=True).start()
      # Standard input ends when the tests do, however they end.
      sys.stdin.read()
      """
  }
#endif
