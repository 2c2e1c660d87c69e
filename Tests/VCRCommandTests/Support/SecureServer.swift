#if CommandLineTool
  import Foundation
  import TestSupport

  /// An HTTPS service on loopback with a certificate for `api.test`, made for it alone.
  struct SecureServer {
    /// The service's port.
    let port: Int
    /// The file with the root that vouches for it.
    let certificate: String
    private let child: Child

    /// Starts the service; nil when openssl or python3 is not installed.
    ///
    /// It answers every GET with a greeting that names the path, and two paths in the way that git's
    /// plain-file protocol expects.
    static func start(in folder: TemporaryDirectory) async throws -> SecureServer? {
      let key = folder.file("key.pem").path(percentEncoded: false)
      let certificate = folder.file("certificate.pem").path(percentEncoded: false)
      guard
        let made = try? await Child.run(
          "openssl",
          [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=api.test", "-addext", "subjectAltName=DNS:api.test",
            "-keyout", key, "-out", certificate,
          ]),
        made.status == 0
      else { return nil }
      guard let child = try? Child("python3", ["-c", script, certificate, key]),
        let port = await child.nextLine().flatMap({ Int($0) })
      else { return nil }
      return SecureServer(port: port, certificate: certificate, child: child)
    }

    /// Stops the service.
    func stop() async {
      child.kill()
      _ = await child.finished()
    }

    private static let script = #"""
      import http.server, ssl, sys
      class Handler(http.server.BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"
          def do_GET(self):
              path = self.path.split("?")[0]
              body = {
                  "/repo.git/info/refs": "0123456789abcdef0123456789abcdef01234567\trefs/heads/main\n",
                  "/repo.git/HEAD": "ref: refs/heads/main\n",
              }.get(path, "gr\u00fc\u00dfe von " + path + "\n").encode()
              self.send_response(200)
              self.send_header("Content-Type", "text/plain; charset=utf-8")
              self.send_header("Content-Length", str(len(body)))
              self.end_headers()
              self.wfile.write(body)
          def log_message(self, *arguments): pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      server.daemon_threads = True
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[1], sys.argv[2])
      server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
      print(server.server_address[1], flush=True)
      server.serve_forever()
      """#
  }
#endif
