#if CommandLineTool && os(Linux)
  import CIsolation
  import Dispatch
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore
  import VCRProxy

  /// Decides about the system calls of COMMAND that open ways to a network (seccomp_unotify(2)).
  ///
  /// Every socket of IP that COMMAND gets is made here and tied to loopback by the kernel, so that
  /// nothing leaves this machine whatever a call says by the time it is carried out; decisions only
  /// lead connections to `vcr` that would otherwise lead nowhere.
  final class Supervisor {
    /// The addresses and rules by which the supervisor decides.
    struct Policy: Sendable {
      /// The proxy's own address.
      var proxy: Redirections.Place
      /// The port to which connections are led.
      var capturePort: UInt16
      /// Where names are asked.
      var names: Redirections.Place
      /// Which addresses of loopback stand for destinations.
      var redirections: Redirections
      /// The policy for captured connections.
      var capture: CapturePolicy
      /// True when every service of this machine may be reached, those on sockets in files as well.
      var relaysHostPorts: Bool
      /// Called with each service on a socket with a name that is reached; nil where nobody asks.
      var onService: (@Sendable (String) -> Void)?
      /// The ports of services of this machine that may be reached in any case.
      var allowedPorts: Set<UInt16>
      /// The files that are opened in the place of others with roots.
      var roots: SupervisedRoots
      /// Called before COMMAND becomes another user, as far as ``SeccompIsolation`` asks.
      var onUserChange: @Sendable () -> Void
      /// Called once with what keeps COMMAND's calls from being decided.
      var onProblem: @Sendable (String) -> Void
    }

    let policy: Policy
    var sockets = SupervisedSockets()
    let names = SupervisedNames()
    /// The inode numbers of COMMAND's sockets that are none of IP and were bound to a name; noted
    /// where others are shut out or reported.
    var named: Set<UInt64> = []
    private var hasToldProblem = false

    private init(_ policy: Policy) { self.policy = policy }

    /// Decides on a thread of its own, until the other end of `stop` is closed or COMMAND and all
    /// that it has started have ended; calls after that fail.
    ///
    /// - Parameters:
    ///   - listener: Where the calls come from; it belongs to the supervisor.
    ///   - stop: A descriptor that belongs to the supervisor, too.
    ///   - policy: The policy.
    static func start(_ listener: Int32, stop: Int32, _ policy: Policy) {
      DispatchQueue(label: "vcr.supervisor", qos: .userInteractive).async {
        let supervisor = Supervisor(policy)
        SupervisedCall.take(from: listener, stop: stop) { supervisor.decide($0) }
        close(listener)
        close(stop)
        supervisor.sockets.releaseAll()
        supervisor.names.forgetAll()
      }
    }

    private func decide(_ call: SupervisedCall) {
      let (first, second, third, _, _, _) = call.arguments
      switch call.kind {
      case ISOLATION_CALL_SOCKET: makeSocket(call)
      case ISOLATION_CALL_CONNECT: connect(call, first, second, third)
      case ISOLATION_CALL_BIND: bind(call, first, second, third)
      case ISOLATION_CALL_LISTEN: listen(call, first)
      case ISOLATION_CALL_SENDTO: sendTo(call)
      case ISOLATION_CALL_SENDMSG: sendMessage(call)
      case ISOLATION_CALL_SENDMMSG: sendMessages(call)
      case ISOLATION_CALL_RECVFROM: receiveFrom(call)
      case ISOLATION_CALL_RECVMSG: receiveMessage(call)
      case ISOLATION_CALL_OPENAT: open(call, second, flags: third)
      case ISOLATION_CALL_OPEN: open(call, first, flags: second)
      case ISOLATION_CALL_TRACE: touch(call, process: second)
      case ISOLATION_CALL_WRITE: touch(call, process: first)
      case _ where call.changesUser: call.admitUserChange(policy.onUserChange)
      default: call.fail(ENOSYS)
      }
    }

    /// Ends a call whose memory cannot be read.
    func failUnread(_ call: SupervisedCall) {
      let code = errno
      guard code == EPERM || code == ESRCH else { return call.fail(code) }
      if !hasToldProblem, call.isWaiting {
        hasToldProblem = true
        policy.onProblem(
          "a connection was refused because vcr may not read the memory of a process that has changed "
            + "its user or hides it; start vcr as that user, or allow it (docker run --cap-add "
            + "SYS_PTRACE)"
        )
      }
      call.fail(EACCES)
    }

    // MARK: - Sockets

    // Values of <bits/socket.h>, <bits/socket_type.h> and <linux/in.h>, not all of which Swift
    // imports.
    private static let (netlink, cryptography, packets): (Int32, Int32, Int32) = (16, 38, 17)
    private static let (stream, datagram, raw): (Int32, Int32, Int32) = (1, 2, 3)
    private static let (tcp, udp, ping, ping6): (Int32, Int32, Int32, Int32) = (6, 17, 1, 58)

    /// Routes, sockets and devices of this machine, which programs list.
    private static let netlinkProtocols: Set<Int32> = [0, 4, 15]

    private func makeSocket(_ call: SupervisedCall) {
      let family = SupervisedCall.number(call.arguments.0)
      let flags = SupervisedCall.number(call.arguments.1)
      let number = SupervisedCall.number(call.arguments.2)
      let type = flags & 0xF
      switch (family, type, number) {
      case (AF_INET, Self.stream, 0), (AF_INET6, Self.stream, 0), (AF_INET, Self.stream, Self.tcp),
        (AF_INET6, Self.stream, Self.tcp), (AF_INET, Self.datagram, 0),
        (AF_INET6, Self.datagram, 0), (AF_INET, Self.datagram, Self.udp),
        (AF_INET6, Self.datagram, Self.udp):
        guard let made = sockets.make(family, flags, isStream: type == Self.stream) else {
          return call.fail(errno)
        }
        let closesOnExec = flags & 0o2000000 != 0
        if !call.give(made.0, closesOnExec: closesOnExec) { sockets.forget(made.1) }
      // Asked about only where those of others are shut out.
      case (AF_UNIX, _, _):
        guard let made = names.make(flags, number) else { return call.fail(errno) }
        let closesOnExec = flags & 0o2000000 != 0
        if !call.give(made.0, closesOnExec: closesOnExec) { names.forget(made.1) }
      // Whatever is changed between here and there changes none of these registers.
      case (Self.netlink, _, _) where Self.netlinkProtocols.contains(number): call.proceed()
      case (Self.cryptography, _, _): call.proceed()
      case (AF_INET, Self.raw, _), (AF_INET6, Self.raw, _), (Self.packets, _, _): call.fail(EPERM)
      case (AF_INET, _, Self.ping), (AF_INET6, _, Self.ping6): call.fail(EACCES)
      // The error that a kernel without the protocol gives (SCTP, MPTCP); clients fall back.
      case (AF_INET, _, _), (AF_INET6, _, _), (Self.netlink, _, _): call.fail(EPROTONOSUPPORT)
      default: call.fail(EAFNOSUPPORT)
      }
    }

    private func bind(
      _ call: SupervisedCall, _ descriptor: UInt64, _ address: UInt64, _ length: UInt64
    ) {
      let inode = call.socket(descriptor)
      let address = CallAddress(call, at: address, length: length)
      if let inode, let entry = sockets[inode] {
        if !entry.isStream, let copy = entry.copy, let address {
          return bindDatagrams(call, copy, to: address)
        }
        // A resolver binds its socket to any port before it asks, and some clients (Tcl) theirs
        // before they connect. A port that is named is to be free when its socket is closed, and
        // when another's was.
        if case .place(let place) = address?.target {
          if place.port != 0 {
            sockets.release(inode)
            sockets.release(port: place.port)
          }
        } else {
          sockets.release(inode)
        }
      } else if treatment != nil, let inode {
        named.insert(inode)
        // A name that is no file is free when its socket is closed.
        if let address, case .abstract = address.target {
          names.forgetClosed(address, Descendants.haveOpen)
        }
      }
      // The socket stays tied to loopback wherever it is bound to.
      call.proceed()
    }

    /// Binds a socket for UDP in the place of COMMAND.
    ///
    /// Its duplicate stays, so that what it sends goes where was decided.
    private func bindDatagrams(
      _ call: SupervisedCall, _ copy: Int32, to address: CallAddress
    ) {
      if case .place(let place) = address.target, place.port != 0 {
        sockets.releaseClosed(port: place.port, Descendants.haveOpen)
      }
      guard call.isWaiting else { return }
      let result = unsafe address.withPointer { address, length in
        #if canImport(Glibc)
          unsafe Glibc.bind(copy, address, length)
        #else
          unsafe Musl.bind(copy, address, length)
        #endif
      }
      call.finish(likeOwn: Int(result))
    }

    private func listen(_ call: SupervisedCall, _ descriptor: UInt64) {
      // A server ends when COMMAND closes its socket.
      if let inode = call.socket(descriptor) {
        sockets.release(inode)
        names.forget(inode)
      }
      call.proceed()
    }

    // MARK: - Connections

    private func connect(
      _ call: SupervisedCall, _ descriptor: UInt64, _ address: UInt64, _ length: UInt64
    ) {
      guard let address = CallAddress(call, at: address, length: length) else {
        return failUnread(call)
      }
      guard case .place(let place) = address.target else {
        return connectElsewhere(call, descriptor, address)
      }
      guard let inode = call.socket(descriptor), let entry = sockets[inode] else {
        // A connected socket, or none: the kernel's error is the right one for the first.
        return call.fail(call.socket(descriptor) == nil ? ENOTSOCK : EISCONN)
      }
      guard let copy = entry.copy ?? call.copy(descriptor) else { return call.fail(EACCES) }
      defer { if entry.copy == nil { close(copy) } }
      entry.isStream
        ? connectStream(call, copy, inode, to: place)
        : connectDatagram(call, copy, inode, to: place, address)
    }

    /// Decides about a connection to what is no place on a network.
    ///
    /// No call with a socket of IP goes on: by the time the kernel reads the address, another
    /// thread may have put a place there.
    private func connectElsewhere(
      _ call: SupervisedCall, _ descriptor: UInt64, _ address: CallAddress
    ) {
      if let inode = call.socket(descriptor), sockets.isOfIP(inode) {
        let kept = sockets[inode]?.copy
        // Without a family an association ends (connect(2)), as resolvers do between two addresses.
        guard address.family == AF_UNSPEC, let copy = kept ?? call.copy(descriptor) else {
          return call.fail(EAFNOSUPPORT)
        }
        call.finish(likeOwn: Int(Self.connect(copy, to: address)))
        if kept == nil { close(copy) }
        return
      }
      switch address.target {
      case .file, .abstract: connectFile(call, descriptor, address)
      // The others that there are lead to the kernel.
      case .other, .place: call.proceed()
      }
    }

    private func connectFile(
      _ call: SupervisedCall, _ descriptor: UInt64, _ address: CallAddress
    ) {
      if !policy.relaysHostPorts {
        switch FileServices.decision(call, address.target, own: .ofSockets(named)) {
        case .refused(let code): return call.fail(code)
        case .foreign: return call.fail(ECONNREFUSED)
        case .admitted(let file):
          return connectNamed(call, descriptor, file?.address ?? address, file)
        }
      }
      // Services that look up names for others are left out of a replay.
      if case .file(let path) = address.target, !policy.capture.records,
        NameServices.contains(String(decoding: path, as: UTF8.self))
      {
        return call.fail(ECONNREFUSED)
      }
      if let treatment,
        let code = FileServices.refusal(address, call, own: .ofSockets(named), treatment)
      {
        return call.fail(code)
      }
      call.proceed()
    }

    /// Connects a socket with a name; the kernel would look at the path once more.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - descriptor: The socket.
    ///   - address: Where it leads.
    ///   - file: What the address names, which stays open until then.
    private func connectNamed(
      _ call: SupervisedCall, _ descriptor: UInt64, _ address: CallAddress, _ file: SocketFile?
    ) {
      let inode = call.socket(descriptor)
      if let inode, let copy = names.copy(inode) {
        if NamedDatagrams.areSent(by: copy) {
          return call.carryOut(with: copy, waits: false) { [file] copy in
            withExtendedLifetime(file) { Int(Self.connect(copy, to: address)) }
          }
        }
        close(copy)
      }
      let kept = inode.flatMap(names.take)
      guard let copy = kept ?? call.copy(descriptor) else { return call.fail(EACCES) }
      call.carryOut(with: copy, waits: true) { [file, names] copy in
        let result = withExtendedLifetime(file) { Int(Self.connect(copy, to: address)) }
        let code = errno
        // One that was refused may be tried again.
        if result != 0, kept != nil, let inode {
          let again = fcntl(copy, F_DUPFD_CLOEXEC, 3)
          if again >= 0 { names.put(inode, again) }
        }
        errno = code
        return result
      }
    }

    /// The treatment of services on sockets with a name; nil when nobody asks.
    var treatment: FileServices.Treatment? {
      policy.relaysHostPorts ? policy.onService.map { .reported($0) } : .shutOut
    }

    private func connectStream(
      _ call: SupervisedCall, _ copy: Int32, _ inode: UInt64, to place: Redirections.Place
    ) {
      let isNew = sockets[inode]?.isNewFamily ?? false
      switch route(of: place) {
      case .refused: call.fail(ECONNREFUSED)
      case .direct:
        let address = CallAddress(place, asNewFamily: isNew)
        if fcntl(copy, F_GETFL) & O_NONBLOCK != 0 {
          finish(call, inode, Self.connect(copy, to: address))
        } else {
          // It may take as long as the service likes.
          let own = sockets.take(inode) ?? dup(copy)
          guard own >= 0 else { return call.fail(errno) }
          DispatchQueue.global(qos: .userInitiated).async {
            call.finish(likeOwn: Int(Self.connect(own, to: address)))
            close(own)
          }
        }
      case .captured:
        guard let address = policy.redirections.address(for: Self.ofLoopback(place)) else {
          return call.fail(EADDRNOTAVAIL)
        }
        guard call.isWaiting else { return }
        Self.allowOldFamily(copy, isNew)
        // Its listener is ours, and takes a connection at once.
        let place = Redirections.Place(address: address, port: policy.capturePort)
        finish(call, inode, Self.connect(copy, to: CallAddress(place, asNewFamily: isNew)))
      }
    }

    private func finish(_ call: SupervisedCall, _ inode: UInt64, _ result: Int32) {
      let code = errno
      // A connection that was refused may be tried again.
      if result == 0 || code == EINPROGRESS { sockets.forget(inode) }
      result == 0 ? call.finish() : call.fail(code)
    }

    private func connectDatagram(
      _ call: SupervisedCall, _ copy: Int32, _ inode: UInt64, to place: Redirections.Place,
      _ address: CallAddress
    ) {
      let isNew = sockets[inode]?.isNewFamily ?? false
      guard call.isWaiting else { return }
      Self.allowOldFamily(copy, isNew)
      if place.port == CallAddress.namesPort {
        sockets.asks(inode, address)
        let names = CallAddress(policy.names, asNewFamily: isNew)
        return call.finish(likeOwn: Int(Self.connect(copy, to: names)))
      }
      // Nobody is there to get what is sent elsewhere; a program that only wants to know its own
      // address (RFC 6724) gets one.
      let nowhere = Redirections.Place(address: [127, 0, 0, 1], port: 1)
      let target = isOwnService(place) ? place : nowhere
      call.finish(
        likeOwn: Int(Self.connect(copy, to: CallAddress(target, asNewFamily: isNew))))
    }

    /// Where a connection is led.
    private enum Route {
      /// To its destination on loopback.
      case direct
      /// To `vcr`.
      case captured
      case refused
    }

    private func route(of place: Redirections.Place) -> Route {
      if place == policy.proxy { return .direct }
      let isAny = place.address.allSatisfy { $0 == 0 }
      guard isAny || policy.capture.isLocal(place.address) else { return .captured }
      let isLoopback = isAny || place.address.isLoopbackAddress
      let asksNames = place.port == CallAddress.namesPort
      guard let listeners = HostNetwork.listeners else {
        return isLoopback && !asksNames ? hostRoute(place.port) : .captured
      }
      let there = listeners.filter { listener in
        listener.takes(place.address, place.port) || isAny && listener.port == place.port
      }
      if there.contains(where: { sockets[$0.inode] != nil }) { return .direct }
      guard isLoopback, !asksNames else { return .captured }
      return there.isEmpty ? .refused : hostRoute(place.port)
    }

    /// The place to which the kernel connects: any address is this machine's own.
    private static func ofLoopback(_ place: Redirections.Place) -> Redirections.Place {
      guard place.address.allSatisfy({ $0 == 0 }) else { return place }
      let address: [UInt8] =
        place.address.count == 4
        ? [127, 0, 0, 1] : [UInt8](repeating: 0, count: 15) + [1]
      return Redirections.Place(address: address, port: place.port)
    }

    /// True for a place on loopback at which COMMAND takes datagrams.
    func isOwnService(_ place: Redirections.Place) -> Bool {
      policy.capture.isLocal(place.address)
        && HostNetwork.datagramSockets(at: place.port).contains { sockets[$0] != nil }
    }

    private func hostRoute(_ port: UInt16) -> Route {
      policy.relaysHostPorts || policy.allowedPorts.contains(port) ? .captured : .refused
    }

    /// Lets a socket of IPv6 connect to an address of IPv4.
    private static func allowOldFamily(_ copy: Int32, _ isNew: Bool) {
      var off: Int32 = 0
      if isNew {
        unsafe setsockopt(copy, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(4))
      }
    }

    /// Connects a socket.
    static func connect(_ descriptor: Int32, to address: CallAddress) -> Int32 {
      unsafe address.withPointer { address, length in
        #if canImport(Glibc)
          unsafe Glibc.connect(descriptor, address, length)
        #else
          unsafe Musl.connect(descriptor, address, length)
        #endif
      }
    }

    // MARK: - Files

    private func open(_ call: SupervisedCall, _ path: UInt64, flags: UInt64) {
      // A name that is longer than all of these is none of them.
      guard let name = call.readText(path, atMost: policy.roots.longestName + 1),
        let roots = policy.roots[name], call.isWaiting
      else { return call.proceed() }
      #if canImport(Glibc)
        let file = unsafe Glibc.open(roots, O_RDONLY | O_CLOEXEC)
      #else
        let file = unsafe Musl.open(roots, O_RDONLY | O_CLOEXEC)
      #endif
      guard file >= 0 else { return call.proceed() }
      _ = call.give(file, closesOnExec: SupervisedCall.number(flags) & O_CLOEXEC != 0)
      close(file)
    }

    // MARK: - Other processes

    private func touch(_ call: SupervisedCall, process: UInt64) {
      let process = SupervisedCall.number(process)
      process != getpid() && Descendants.contains(process) ? call.proceed() : call.fail(EPERM)
    }
  }
#endif
