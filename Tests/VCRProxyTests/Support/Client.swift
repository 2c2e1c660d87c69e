#if CommandLineTool
  import Foundation
  import TestSupport

  /// Real clients, run as child processes.
  enum Client {
    /// Runs curl, without its configuration file and without a proxy from the environment.
    static func curl(_ arguments: [String]) async throws -> Child.Result {
      try await Child.run(
        "curl", ["-q", "-sS", "--max-time", "240"] + arguments, environment: environment())
    }

    /// Runs a Python program given as text.
    static func python(
      _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
      variables: [String: String] = [:]
    ) async throws -> Child.Result {
      try await Child.run(
        "python3", ["-c", program] + arguments, environment: environment(adding: variables),
        input: input)
    }

    /// The beginning of a program in Python with a tunnel to `service.test:443`, whose TLS is `t`.
    ///
    /// Its first arguments are the proxy's port and the file with its authority.
    static let tunnel = """
      import socket, ssl, sys
      s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
      s.sendall(b"CONNECT service.test:443 HTTP/1.1\\r\\nHost: service.test:443\\r\\n\\r\\n")
      head = b""
      while not head.endswith(b"\\r\\n\\r\\n"): head += s.recv(1)
      context = ssl.create_default_context(cafile=sys.argv[2])
      protocols = []
      if protocols: context.set_alpn_protocols(protocols)
      t = context.wrap_socket(s, server_hostname="service.test")

      """

    /// The same over HTTP/2, with a function that makes a frame.
    static let frameTunnel =
      tunnel.replacing("protocols = []", with: #"protocols = ["h2"]"#) + """
        def frame(kind, flags, stream, payload=b""):
            return (len(payload).to_bytes(3, "big") + bytes([kind, flags])
                + stream.to_bytes(4, "big") + payload)

        """

    /// Sends text to a port, closes the sending direction, and returns all bytes received.
    static func exchange(_ text: String, port: Int) async throws -> [UInt8] {
      try await exchange(Array(text.utf8), port: port)
    }

    /// Sends bytes to a port, closes the sending direction, and returns all bytes received, up to a
    /// reset, too, which may come before the sending direction is closed.
    static func exchange(_ bytes: [UInt8], port: Int) async throws -> [UInt8] {
      try await python(
        """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=240)
        s.sendall(sys.stdin.buffer.read())
        try: s.shutdown(socket.SHUT_WR)
        except OSError: pass
        while True:
            try: data = s.recv(65536)
            except ConnectionResetError: break
            if not data: break
            sys.stdout.buffer.write(data)
        """, ["\(port)"], input: bytes
      ).output
    }

    private static func environment(adding variables: [String: String] = [:]) -> [String: String] {
      let inherited = ProcessInfo.processInfo.environment.filter {
        !$0.key.lowercased().hasSuffix("_proxy")
      }
      return inherited.merging(variables) { $1 }
    }
  }

  extension String {
    /// Decodes bytes as Latin-1, which loses none.
    init(latin1 bytes: some Sequence<UInt8>) {
      var text = UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      self.init(text)
    }
  }
#endif
