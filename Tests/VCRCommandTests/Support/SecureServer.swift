#if CommandLineTool
  import Foundation
  import TestSupport

  /// A service on loopback over HTTPS, with a certificate for `api.test` that is made for it alone,
  /// and over HTTP.
  struct SecureServer {
    /// The service's port for HTTPS.
    let port: Int
    /// Its port for HTTP.
    let plainPort: Int
    /// The file with the root that vouches for it.
    let certificate: String
    private let child: Child

    /// Starts the service; nil when openssl or python3 is not installed.
    ///
    /// It answers every GET with a greeting that names the path, and paths below `/site/` with the
    /// files of the folder `site`.
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
      try FileManager.default.createDirectory(
        at: folder.file("site"), withIntermediateDirectories: true)
      let root = folder.url.path(percentEncoded: false)
      guard let child = try? Child("python3", ["-c", script, certificate, key, root]),
        let ports = await child.nextLine()?.split(separator: " ").compactMap({ Int($0) }),
        ports.count == 2
      else { return nil }
      return SecureServer(
        port: ports[0], plainPort: ports[1], certificate: certificate, child: child)
    }

    /// The options that lead `vcr record` to it.
    var options: [String] {
      [
        "--map", "api.test:443=127.0.0.1:\(port)", "--map", "api.test:80=127.0.0.1:\(plainPort)",
        "--upstream-ca", certificate,
      ]
    }

    /// Stops the service.
    func stop() async {
      child.kill()
      _ = await child.finished()
    }

    private static let script = #"""
      import http.server, os, ssl, sys, threading
      class Handler(http.server.BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"
          def do_GET(self):
              path, status, kind = self.path.split("?")[0], 200, "text/plain; charset=utf-8"
              body = ("gr\u00fc\u00dfe von " + path + "\n").encode()
              if path.startswith("/site/"):
                  file = sys.argv[3].rstrip("/") + path
                  if os.path.isdir(file): file = file.rstrip("/") + "/index.html"
                  if os.path.isfile(file):
                      kind = {".html": "text/html", ".json": "application/json"}.get(
                          os.path.splitext(file)[1], "application/octet-stream")
                      body = open(file, "rb").read()
                  else:
                      status, body = 404, b"not found\n"
              self.send_response(status)
              self.send_header("Content-Type", kind)
              self.send_header("X-Greeting", "hello")
              self.send_header("Content-Length", str(len(body)))
              self.end_headers()
              if self.command != "HEAD": self.wfile.write(body)
          do_HEAD = do_OPTIONS = do_GET
          def log_message(self, *arguments): pass
      secure, plain = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[1], sys.argv[2])
      secure.socket = context.wrap_socket(
          secure.socket, server_side=True, do_handshake_on_connect=False)
      for server in (secure, plain): server.daemon_threads = True
      print(secure.server_address[1], plain.server_address[1], flush=True)
      threading.Thread(target=plain.serve_forever, daemon=True).start()
      secure.serve_forever()
      """#
  }
#endif
