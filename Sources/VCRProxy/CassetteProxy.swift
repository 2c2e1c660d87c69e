#if CommandLineTool
  public import Foundation
  public import NIOSSL
  public import VCRCore
  public import VCRUpstream

  /// A proxy on loopback, in the test's own process, that replays a cassette to clients other than
  /// `URLSession`, such as AsyncHTTPClient or any client that takes a proxy and trust roots.
  ///
  /// ```swift
  /// let proxy = try await CassetteProxy.start(cassette: file)
  /// let client = HTTPClient(through: proxy)
  /// print(try await client.page(url))
  /// try await client.shutdown()
  /// try await proxy.stop()
  /// ```
  ///
  /// AsyncHTTPClient takes the proxy from its configuration:
  ///
  /// ```swift
  /// extension HTTPClient {
  ///   /// A client whose requests a proxy answers from a cassette.
  ///   convenience init(through proxy: CassetteProxy) {
  ///     self.init(
  ///       configuration: .init(
  ///         tlsConfiguration: proxy.tlsConfiguration, proxy: .server(host: proxy.host, port: proxy.port)
  ///       ))
  ///   }
  ///   // …
  /// ```
  ///
  /// For HTTPS it uses certificates of an authority that is created for this proxy and kept in
  /// memory; ``tlsConfiguration`` trusts this authority and nothing else. A request that nothing
  /// matches gets a `501` response with the report; `try deck.verify()` turns it into an error.
  public final class CassetteProxy: Sendable {
    /// The deck that decides about each request.
    public let deck: Cassette.Deck

    /// A configuration that trusts this proxy's authority and nothing else, for clients on NIOSSL.
    public let tlsConfiguration: TLSConfiguration

    private let server: ProxyServer
    /// The cassette that was opened for this proxy; nil when the caller owns the deck.
    private let lock: CassetteLock?

    private init(server: ProxyServer, deck: Deck, lock: CassetteLock?) throws {
      self.server = server
      self.deck = deck
      self.lock = lock
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .certificates(
        try NIOSSLCertificate.fromPEMBytes(Array(server.authorityCertificatePEM.utf8)))
      tlsConfiguration = configuration
    }

    /// Opens a cassette and starts a proxy that replays it.
    ///
    /// The environment takes precedence: `VCR_MODE`, `VCR_CASSETTE_DIR`, `VCR_LATENCY` and
    /// `VCR_REQUIRE_ALL` override the code, and with `CI` set nothing is recorded.
    ///
    /// - Parameters:
    ///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
    ///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may
    ///     contain folders or be an absolute path.
    ///   - mode: Whether requests are recorded, replayed or refused.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the source file.
    ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
    ///     are not; nothing is recorded there.
    ///   - upstream: How the real services are reached while recording: more trust roots, other
    ///     addresses.
    ///   - fileID: The place of the call, for messages.
    ///   - file: The source file of the call.
    ///   - line: The place of the call, for messages.
    /// - Returns: The proxy; ``stop(keeping:)`` ends it.
    /// - Throws: `EnvironmentError`, `CassetteError` and `DeckError` when the cassette cannot be
    ///   opened, and the system's error when it cannot listen on a port.
    public static func start(
      cassette name: String, mode: RecordMode = .once, stubs: [Cassette.Stub] = [],
      directory: String = "Cassettes", bundle: Bundle? = nil,
      upstream: Upstream.Options = Upstream.Options(), fileID: String = #fileID,
      file: String = #filePath, line: Int = #line
    ) async throws -> CassetteProxy {
      try await start(
        cassette: name, Deck.Options(mode: mode), stubs: stubs, directory: directory,
        bundle: bundle, upstream: upstream, fileID: fileID, file: file, line: line)
    }

    /// Opens a cassette with options and starts a proxy that replays it.
    ///
    /// - Parameters:
    ///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
    ///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may
    ///     contain folders or be an absolute path.
    ///   - options: How the deck behaves.
    ///   - stubs: Responses that take precedence over those of the cassette.
    ///   - directory: The folder of cassettes, relative to the folder of the source file.
    ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
    ///     are not; nothing is recorded there.
    ///   - upstream: How the real services are reached while recording: more trust roots, other
    ///     addresses.
    ///   - fileID: The place of the call, for messages.
    ///   - file: The source file of the call.
    ///   - line: The place of the call, for messages.
    /// - Returns: The proxy; ``stop(keeping:)`` ends it.
    /// - Throws: `EnvironmentError`, `CassetteError` and `DeckError` when the cassette cannot be
    ///   opened, and the system's error when it cannot listen on a port.
    public static func start(
      cassette name: String, _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [],
      directory: String = "Cassettes", bundle: Bundle? = nil,
      upstream: Upstream.Options = Upstream.Options(), fileID: String = #fileID,
      file: String = #filePath, line: Int = #line
    ) async throws -> CassetteProxy {
      var options = options
      options.advice = VCREnvironment.current.adviceForTest()
      let place = CassettePlace(
        directory: directory, sourceFile: file, resources: bundle?.resourcePath)
      let lock = try CassetteLock(
        path: place.path(of: name), stubs: stubs, options: options, owner: "\(fileID):\(line)",
        place: place)
      do {
        return try await start(lock.deck, upstream, lock)
      } catch {
        lock.abandon()
        throw error
      }
    }

    /// Starts a proxy on a deck of your own, such as the one in force in a test.
    ///
    /// - Parameters:
    ///   - deck: The deck; close it yourself, after ``stop(keeping:)``.
    ///   - upstream: How the real services are reached while recording.
    /// - Returns: The proxy; ``stop(keeping:)`` ends it.
    /// - Throws: The system's error when it cannot listen on a port.
    public static func start(
      deck: Cassette.Deck, upstream: Upstream.Options = Upstream.Options()
    ) async throws -> CassetteProxy {
      try await start(deck, upstream, nil)
    }

    private static func start(
      _ deck: Deck, _ upstream: Upstream.Options, _ lock: CassetteLock?
    ) async throws -> CassetteProxy {
      var upstream = upstream
      upstream.additionalRoots += VCREnvironment.current.upstreamRoots
      upstream.proxies = UpstreamProxies(environment: VCREnvironment.current.proxyVariables)
      // Without an upstream the proxy never opens a connection.
      let reachesNetwork =
        deck.options.mode != .none || !deck.options.passthroughHosts.isEmpty
        || deck.options.hooks.passthrough != nil
      let server = try await ProxyServer.start(
        deck: deck, upstream: reachesNetwork ? try Upstream(options: upstream) : nil)
      return try CassetteProxy(server: server, deck: deck, lock: lock)
    }

    /// The address it listens on, which only this machine can reach.
    public var host: String { "127.0.0.1" }

    /// The port it listens on.
    public var port: Int { server.port }

    /// Its address as a URL, for clients that take one: `http://127.0.0.1:PORT`.
    public var url: String { "http://\(host):\(port)" }

    /// The certificate of its authority as PEM, for clients that take trust roots in this form.
    public var certificatePEM: String { server.authorityCertificatePEM }

    /// Ends the proxy: requests under way finish, connections are closed, and the cassette that
    /// ``start(cassette:mode:stubs:directory:bundle:upstream:fileID:file:line:)`` opened is closed.
    ///
    /// - Parameter keeping: False when the run failed: the recording does not become the cassette
    ///   then, and stays in the journal next to it.
    /// - Throws: `DeckError` when the cassette could not be written; `VerificationError` when the
    ///   options require all interactions, or a stub was expected, and something was not used.
    public func stop(keeping: Bool = true) async throws {
      guard keeping else { return await abandon() }
      await server.stop()
      try lock?.finish(
        hint: "a client has to take the proxy, proxy.host and proxy.port, and to trust "
          + "proxy.tlsConfiguration or proxy.certificatePEM")
    }

    /// Ends the proxy after a run that failed.
    fileprivate func abandon(after error: (any Error)? = nil) async {
      await server.stop()
      lock?.abandon(after: error)
    }
  }

  /// Runs a body with a proxy that replays a cassette, and stops the proxy on every path.
  ///
  /// ```swift
  /// try await withProxy(cassette: "users") { proxy in
  ///   // …
  /// }
  /// ```
  ///
  /// The recording becomes the cassette only when the body did not throw.
  ///
  /// - Parameters:
  ///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
  ///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may
  ///     contain folders or be an absolute path.
  ///   - mode: Whether requests are recorded, replayed or refused.
  ///   - stubs: Responses that take precedence over those of the cassette.
  ///   - directory: The folder of cassettes, relative to the folder of the source file.
  ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
  ///     are not; nothing is recorded there.
  ///   - upstream: How the real services are reached while recording.
  ///   - fileID: The place of the call, for messages.
  ///   - file: The source file of the call.
  ///   - line: The place of the call, for messages.
  ///   - body: Uses the proxy.
  /// - Returns: The value that the body returns.
  /// - Throws: The error of the body, or of opening or writing the cassette.
  public func withProxy<Result>(
    cassette name: String, mode: RecordMode = .once, stubs: [Cassette.Stub] = [],
    directory: String = "Cassettes", bundle: Bundle? = nil,
    upstream: Upstream.Options = Upstream.Options(), fileID: String = #fileID,
    file: String = #filePath, line: Int = #line, _ body: (CassetteProxy) async throws -> Result
  ) async throws -> Result {
    try await withProxy(
      cassette: name, Deck.Options(mode: mode), stubs: stubs, directory: directory, bundle: bundle,
      upstream: upstream, fileID: fileID, file: file, line: line, body)
  }

  /// Runs a body with a proxy that replays a cassette, with options.
  ///
  /// - Parameters:
  ///   - name: The file's name without `.yaml`, as in the trait `.cassette`: the file is in the
  ///     folder `Cassettes` beside the source file, or in that of `VCR_CASSETTE_DIR`. It may
  ///     contain folders or be an absolute path.
  ///   - options: How the deck behaves.
  ///   - stubs: Responses that take precedence over those of the cassette.
  ///   - directory: The folder of cassettes, relative to the folder of the source file.
  ///   - bundle: A bundle with the cassettes as resources, for tests that run where their sources
  ///     are not; nothing is recorded there.
  ///   - upstream: How the real services are reached while recording.
  ///   - fileID: The place of the call, for messages.
  ///   - file: The source file of the call.
  ///   - line: The place of the call, for messages.
  ///   - body: Uses the proxy.
  /// - Returns: The value that the body returns.
  /// - Throws: The error of the body, or of opening or writing the cassette.
  public func withProxy<Result>(
    cassette name: String, _ options: Cassette.Deck.Options, stubs: [Cassette.Stub] = [],
    directory: String = "Cassettes", bundle: Bundle? = nil,
    upstream: Upstream.Options = Upstream.Options(), fileID: String = #fileID,
    file: String = #filePath, line: Int = #line, _ body: (CassetteProxy) async throws -> Result
  ) async throws -> Result {
    let proxy = try await CassetteProxy.start(
      cassette: name, options, stubs: stubs, directory: directory, bundle: bundle,
      upstream: upstream, fileID: fileID, file: file, line: line)
    let result: Result
    do {
      result = try await body(proxy)
    } catch {
      await proxy.abandon(after: error)
      throw error
    }
    try await proxy.stop()
    return result
  }
#endif
