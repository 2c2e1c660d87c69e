import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An nginx on a free port of 127.0.0.1 that serves HTTP/2 over TLS and forwards requests to a
/// loopback server, or serves a folder.
///
/// It ends with its owner.
public final class NginxLoopback: Sendable {
  /// The path of nginx; nil when it is not installed, so that the test must be skipped.
  public static let executable: String? = [
    "/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The error when nginx cannot be used.
  public struct Failed: Error, CustomStringConvertible, Sendable {
    /// What is wrong.
    public var description: String
  }

  /// The port it listens on.
  public let port: Int
  private let child: Child
  /// The certificates, kept because nginx reads the files at any time.
  private let certificates: TestCertificates?
  private let directory: TemporaryDirectory

  /// Starts nginx.
  ///
  /// - Parameters:
  ///   - location: The directives of its one location, such as `return 200 "hello";`.
  ///   - certificates: The certificates of the server; nil for plain HTTP/1.
  ///   - server: Further directives of its server block.
  /// - Throws: An error when nginx is not installed or does not start.
  public init(
    location: String, certificates: TestCertificates?, server: String = ""
  ) async throws {
    guard let executable = Self.executable else { throw Failed(description: "no nginx here") }
    self.certificates = certificates
    directory = try TemporaryDirectory()
    let listener = try Descriptor.listening()
    defer { _ = close(listener.descriptor) }
    port = listener.port
    let tls =
      certificates.map {
        "ssl_certificate \($0.certificateFile); ssl_certificate_key \($0.keyFile);"
      } ?? ""
    let path = directory.path
    let configuration = try directory.write(
      """
      daemon off; worker_processes 1; pid \(path)/pid; error_log stderr;
      events { worker_connections 8192; }
      http {
        access_log off; keepalive_requests 1000000; default_type text/plain;
        client_body_temp_path \(path)/body; proxy_temp_path \(path)/proxy;
        fastcgi_temp_path \(path)/fastcgi; uwsgi_temp_path \(path)/uwsgi;
        scgi_temp_path \(path)/scgi;
        server {
          listen 127.0.0.1:\(port)\(certificates == nil ? "" : " ssl http2");
          \(tls) \(server)
          location / { \(location) }
        }
      }
      """, to: "nginx.conf")
    // The variable NGINX names sockets that are open already, by which nginx passes them to its
    // successor. So the port is taken before nginx starts, and no other process can take it.
    var environment = ProcessInfo.processInfo.environment
    environment["NGINX"] = "3;"
    child = try Child(
      "/bin/sh",
      [
        // However the tests end, standard input ends with them, and that ends nginx too.
        "-c", "\"$@\" & pid=$!; exec 3>&-; read -r line; kill \"$pid\"; wait \"$pid\"", "sh",
        executable, "-p", path, "-c", configuration.path(percentEncoded: false),
      ], environment: environment, inheriting: listener.descriptor)
  }

  /// Its origin, without a final slash.
  public func origin(scheme: String) -> String { "\(scheme)://localhost:\(port)" }
}
