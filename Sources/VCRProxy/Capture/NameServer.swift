#if CommandLineTool
  import NIOCore
  import NIOPosix
  import VCRUpstream

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Responds to COMMAND's questions about names.
  ///
  /// Each name gets an address of its own, by which a connection shows the name that its client
  /// meant. While recording, only a name that the machine's resolver knows gets one; a replay asks
  /// nobody. It is used on the server's event loop only.
  final class NameServer {
    /// The families of addresses that the machine's resolver knows for a name.
    private struct Families {
      var hasOld = false
      var hasNew = false
      var isFailure = false
    }

    private let mapped: Set<String>
    private let looksUp: Bool
    private let eventLoop: any EventLoop
    private var synthetic = SyntheticAddresses()
    private var known: [String: EventLoopFuture<Families>] = [:]

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - looksUp: True to ask the machine's resolver whether there is such a name.
    ///   - mapped: The names that need no such question.
    ///   - eventLoop: The loop that it is used on.
    init(looksUp: Bool, mapped: Set<String>, eventLoop: any EventLoop) {
      self.looksUp = looksUp
      self.mapped = mapped
      self.eventLoop = eventLoop
    }

    /// The name that an address stands for.
    func name(of address: [UInt8]) -> String? { synthetic.name(of: address) }

    /// Responds to a message, but not to one that is not understood.
    func answer(_ message: [UInt8], _ respond: @escaping @Sendable ([UInt8]) -> Void) {
      guard let query = NameQuery(message) else { return }
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      families(of: query).whenSuccess { families in
        respond(query.response(bound.value.answer(to: query, families)))
      }
    }

    private func answer(to query: NameQuery, _ families: Families) -> NameQuery.Answer {
      guard let kind = query.kind else { return .nothing }
      let name = query.name
      if kind == .pointer {
        let pointed = query.pointedAddress.flatMap { synthetic.name(of: $0) }
        return pointed.map { .name($0) } ?? .unknown
      }
      // RFC 6761 §6.3.
      if name == "localhost" || name.hasSuffix(".localhost") {
        let new = [UInt8](repeating: 0, count: 15) + [1]
        return .addresses([kind == .address ? [127, 0, 0, 1] : new])
      }
      if families.isFailure { return .failure }
      guard families.hasOld || families.hasNew else { return .unknown }
      guard kind == .address ? families.hasOld : families.hasNew else { return .nothing }
      guard !name.isEmpty, let both = synthetic.addresses(of: name) else { return .failure }
      return .addresses([kind == .address ? both.old : both.new])
    }

    private func families(of query: NameQuery) -> EventLoopFuture<Families> {
      let isAddress = query.kind == .address || query.kind == .newAddress
      guard looksUp, isAddress, !mapped.contains(query.name) else {
        return eventLoop.makeSucceededFuture(Families(hasOld: true, hasNew: true))
      }
      if let earlier = known[query.name] { return earlier }
      let name = query.name
      let found = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) {
        Self.lookUp(name)
      }.recover { _ in Families(isFailure: true) }
      known[name] = found
      // A failure may be over the next time.
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      found.whenSuccess { families in
        if families.isFailure { bound.value.known[name] = nil }
      }
      return found
    }

    private static func lookUp(_ name: String) -> Families {
      var hints = unsafe addrinfo()
      #if canImport(Glibc)
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      #else
        unsafe hints.ai_socktype = SOCK_STREAM
      #endif
      var list: UnsafeMutablePointer<addrinfo>?
      // A dot at the end keeps the resolver from trying the search domains once more.
      let code = unsafe getaddrinfo(name.contains(".") ? name + "." : name, nil, &hints, &list)
      defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
      guard code == 0 else { return Families(isFailure: code == EAI_AGAIN) }
      var families = Families()
      var next = unsafe list
      while let place = unsafe next {
        if unsafe place.pointee.ai_family == AF_INET { families.hasOld = true }
        if unsafe place.pointee.ai_family == AF_INET6 { families.hasNew = true }
        unsafe next = place.pointee.ai_next
      }
      return families
    }
  }
#endif
