import Foundation

/// A new root and a certificate signed by it, made with the `openssl` command.
public struct TestCertificates: Sendable {
  /// The error when no certificate could be made.
  public struct Failed: Error, CustomStringConvertible, Sendable {
    /// The output of `openssl`.
    public var description: String
  }

  /// The folder with the files, which is removed with this value.
  private let directory: TemporaryDirectory
  /// The root certificate, in PEM form.
  public var rootFile: String { directory.path + "/root.pem" }
  /// The server's certificate, in PEM form.
  public var certificateFile: String { directory.path + "/leaf.pem" }
  /// The server's private key, in PEM form.
  public var keyFile: String { directory.path + "/leaf.key" }

  /// Makes a root and a certificate for names and addresses.
  ///
  /// - Parameters:
  ///   - names: Subject alternative names in the form of `openssl`: `DNS:localhost`,
  ///     `IP:127.0.0.1`.
  ///   - isExpired: Whether the certificate has expired.
  /// - Throws: ``Failed`` when `openssl` is missing or refuses.
  public init(
    names: [String] = ["DNS:localhost", "IP:127.0.0.1", "IP:::1"], isExpired: Bool = false
  ) async throws {
    directory = try TemporaryDirectory()
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try directory.write(
      """
      [leaf]
      subjectAltName = \(names.joined(separator: ","))
      extendedKeyUsage = serverAuth
      [authority]
      default_ca = own
      [own]
      database = index.txt
      new_certs_dir = .
      serial = serial
      default_md = sha256
      policy = any
      [any]
      commonName = optional
      """, to: "openssl.cnf")
    try directory.write("", to: "index.txt")
    try directory.write("01", to: "serial")
    try await run(
      ["req", "-x509"] + curve + [
        "-keyout", "root.key", "-out", "root.pem", "-days", "30", "-subj", "/CN=test root",
        "-addext", "basicConstraints=critical,CA:TRUE",
      ])
    try await run(
      ["req", "-new"] + curve + [
        "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=test server",
      ])
    let dates =
      isExpired
      ? ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"] : ["-days", "30"]
    try await run(
      [
        "ca", "-batch", "-notext", "-config", "openssl.cnf", "-name", "own", "-extensions", "leaf",
        "-cert", "root.pem", "-keyfile", "root.key", "-in", "leaf.csr", "-out", "leaf.pem",
      ] + dates)
  }

  private func run(_ arguments: [String]) async throws {
    let result = try await Child.run("openssl", arguments, directory: directory.url)
    guard result.status == 0 else {
      throw Failed(description: "openssl \(arguments[0]): \(result.errorText)")
    }
  }
}
