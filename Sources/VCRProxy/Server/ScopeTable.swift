#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore

  /// The scopes that are open, and which of them a request belongs to.
  ///
  /// It is used on the server's event loop only.
  final class ScopeTable {
    /// The header field by which a request says which scope it belongs to.
    ///
    /// It is neither recorded nor sent on.
    static let header = "VCR-Scope"

    /// How long what is under way at the end of a scope may take.
    private static let gracePeriod = TimeAmount.seconds(2)

    /// The path at which scopes begin and end; nobody has a resource there by accident.
    let path: String
    private let keeper: any ScopeKeeper
    private unowned let proxy: ProxyContext
    private var open: [String: Scope] = [:]
    /// The scopes whose cassettes are being opened or closed.
    private var busy: Set<ScopeName> = []
    private var count = 0

    init(_ keeper: any ScopeKeeper, path: String, proxy: ProxyContext) {
      self.keeper = keeper
      self.path = path
      self.proxy = proxy
    }

    // MARK: What a request belongs to

    /// Finds the scope of a request.
    ///
    /// - Parameters:
    ///   - request: The request, which loses the field that names its scope.
    ///   - connection: Where it comes from.
    /// - Returns: The scope; nil for a request outside of all scopes.
    /// - Throws: `ScopeFault` when it may be that of several scopes.
    func scope(
      of request: inout Interaction.Request, on connection: ClientConnection
    ) throws(ScopeFault) -> Scope? {
      if let id = request.headers[Self.header] {
        request.headers.fields.removeAll { $0.name.equalsIgnoringASCIICase(Self.header) }
        guard let scope = open[id], scope.takesRequests else {
          throw ScopeFault(
            status: 409,
            "\(Self.header): \(id) names no test that is running: its test has ended before this "
              + "request")
        }
        return scope
      }
      guard !open.isEmpty else { return nil }
      let candidates: [Scope]
      if let lineage = connection.lineage {
        candidates =
          lineage.lazy.map { process in
            self.open.values.filter { $0.process == process && $0.takesRequests }
          }.first { !$0.isEmpty } ?? []
      } else {
        candidates = open.values.filter(\.takesRequests)
      }
      return try Self.innermost(candidates)
    }

    /// The innermost of scopes of which each contains the next.
    private static func innermost(_ scopes: [Scope]) throws(ScopeFault) -> Scope? {
      guard scopes.count > 1 else { return scopes.first }
      let ordered = scopes.sorted { $0.name.description.count < $1.name.description.count }
      guard zip(ordered, ordered.dropFirst()).allSatisfy({ $0.name.contains($1.name) }) else {
        let names = scopes.map(\.name.description).sorted()
        throw ScopeFault(
          status: 409,
          "\(scopes.count) tests run at once in one process (\(names.prefix(3).joined(separator: ", "))"
            + "\(names.count > 3 ? ", …" : "")), and the request does not say which it belongs to\n"
            + "Let it send the field \(header) with the ID of its scope, as the client does that "
            + "vcr init --for go writes, or let the tests of a process run one after the other")
      }
      return ordered.last
    }

    // MARK: Beginning and ending

    /// Begins, leaves or ends a scope, as a request to the path of scopes says.
    ///
    /// - Parameters:
    ///   - query: The query of the request.
    ///   - connection: Where it comes from.
    ///   - client: The client that gets the response.
    func handle(_ query: String, from connection: ClientConnection, to client: any ClientResponse) {
      attempt(for: client) { () throws(ScopeFault) in
        switch try ScopeMessage(query: query) {
        case .begin(let name, let process):
          let process = process ?? connection.lineage?.first
          // A test that is run again after its process was killed, which is a failure, begins once
          // the first has ended.
          let orphan = open.values.first { $0.name == name && !$0.isEnding && $0.isOrphaned }
          guard let orphan else { return try begin(name, process: process, to: client) }
          self.end(orphan, .failed) { _ in
            self.attempt(for: client) { () throws(ScopeFault) in
              try self.begin(name, process: process, to: client)
            }
          }
        case .leave(let id):
          try openScope(id).isLeft = true
          respond(200, "", to: client)
        case .end(let id, let end):
          self.end(try openScope(id), end) { verdict in
            self.respond(verdict.isFailure ? 409 : 200, verdict.text, to: client)
          }
        }
      }
    }

    /// Does what a client has asked for, and responds with what is wrong with it.
    private func attempt(
      for client: any ClientResponse, _ action: () throws(ScopeFault) -> Void
    ) {
      do throws(ScopeFault) {
        try action()
      } catch {
        proxy.report(.problem("a scope: \(error.message)"))
        respond(error.status, error.message, to: client)
      }
    }

    private func openScope(_ id: String) throws(ScopeFault) -> Scope {
      guard let scope = open[id], !scope.isEnding else {
        throw ScopeFault(status: 404, "there is no open scope \(id)")
      }
      return scope
    }

    private func begin(
      _ name: ScopeName, process: Int32?, to client: any ClientResponse
    ) throws(ScopeFault) {
      guard !busy.contains(name), !open.values.contains(where: { $0.name == name }) else {
        throw ScopeFault(
          status: 409,
          "\(name) is running already, and two tests of one name would share a cassette; give each a "
            + "name of its own")
      }
      busy.insert(name)
      let bound = NIOLoopBound((self, client), eventLoop: proxy.eventLoop)
      proxy.perform { [keeper] (deliver: @escaping @Sendable (Result<Deck, any Error>) -> Void) in
        DispatchQueue.global().async { deliver(Result { try keeper.open(name) }) }
      } then: { result in
        let (table, client) = bound.value
        table.busy.remove(name)
        switch result {
        case .success(let deck):
          table.count += 1
          let scope = Scope(
            id: String(table.count), name: name, deck: deck, process: process,
            eventLoop: table.proxy.eventLoop)
          table.open[scope.id] = scope
          table.respond(200, scope.id, to: client)
        case .failure(let error):
          table.proxy.report(.problem("\(name): \(error)"))
          table.respond(409, "\(error)", to: client)
        }
      }
    }

    private func end(
      _ scope: Scope, _ end: ScopeEnd, then goOn: @escaping (ScopeVerdict) -> Void
    ) {
      let bound = NIOLoopBound((self, scope, goOn), eventLoop: proxy.eventLoop)
      let limit = proxy.eventLoop.scheduleTask(in: Self.gracePeriod) {
        bound.value.1.breakOff()
      }
      busy.insert(scope.name)
      // The server does not stop before the cassette is closed.
      proxy.workCount += 1
      scope.end {
        limit.cancel()
        let (table, scope, _) = bound.value
        let (keeper, deck, name) = (table.keeper, scope.deck, scope.name)
        table.proxy.perform { (deliver: @escaping @Sendable (ScopeVerdict) -> Void) in
          DispatchQueue.global().async { deliver(keeper.close(deck, of: name, end)) }
        } then: { verdict in
          let (table, scope, goOn) = bound.value
          table.open[scope.id] = nil
          table.busy.remove(scope.name)
          goOn(verdict)
          table.proxy.workCount -= 1
          table.proxy.endDrainingIfIdle()
        }
      }
    }

    /// Closes the scopes that no test has ended; to be called once nothing is under way.
    func closeAll() {
      for scope in open.values where !scope.isEnding {
        _ = keeper.close(scope.deck, of: scope.name, .abandoned)
      }
      open = [:]
    }

    private func respond(_ status: Int, _ text: String, to client: any ClientResponse) {
      let reason = status == 200 ? "OK" : status == 409 ? "Conflict" : "Bad Request"
      let body = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
      client.respond(
        Interaction.Response(
          status: status, reason: reason, headers: ["Content-Type": "text/plain; charset=utf-8"],
          body: Body(Array(proxy.deck.shown(text: body).utf8))), index: nil)
    }
  }

  extension Scope {
    /// True when its process has ended.
    fileprivate var isOrphaned: Bool {
      process.map(ProcessState.isGone) ?? false
    }
  }

  extension ScopeTable {
    /// The query of a request to the path of scopes; nil for any other request.
    ///
    /// - Parameters:
    ///   - target: The target of the request, in either form.
    ///   - connection: Where it comes from.
    /// - Returns: The query.
    func query(of target: String, on connection: ClientConnection) -> String? {
      var rest = target
      if let absolute = AbsoluteTarget(target) {
        guard connection.isOwn(absolute.authority, scheme: absolute.scheme) else { return nil }
        rest = absolute.path
      }
      guard rest.hasPrefix(path) else { return nil }
      let tail = rest.dropFirst(path.count)
      if tail.isEmpty { return "" }
      return tail.first == "?" ? String(tail.dropFirst()) : nil
    }
  }
#endif
