#if CommandLineTool && os(Linux)
  import Dispatch
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRProxy

  /// Datagrams: questions about names go to `vcr`, and others to sockets of COMMAND alone.
  extension Supervisor {
    // Flags of send(2) and recv(2).
    private static let (peek, truncation, dontWait): (Int32, Int32, Int32) = (0x02, 0x20, 0x40)
    private static let fastOpen: Int32 = 0x2000_0000
    private static let noSignal: Int32 = 0x4000

    /// The largest datagram of UDP.
    private static let largest = 65507

    // MARK: - Sending

    func sendTo(_ call: SupervisedCall) {
      let (descriptor, buffer, length, flags, address, addressLength) = call.arguments
      if let named = namedDatagrams(call, descriptor, flags) {
        guard let target = CallAddress(call, at: address, length: addressLength),
          let bytes = call.read(buffer, min(Int(clamping: length), NamedDatagrams.largest))
        else {
          close(named.copy)
          return failUnread(call)
        }
        return named.send(bytes, to: target)
      }
      guard
        let (inode, _) = datagramSocket(
          call, descriptor, flags,
          {
            FileServices.refusal(
              call, at: address, length: addressLength, own: .ofSockets(self.named), $0)
          })
      else { return }
      guard let target = CallAddress(call, at: address, length: addressLength) else {
        return failUnread(call)
      }
      guard length <= UInt64(Self.largest) else { return call.fail(EMSGSIZE) }
      guard let bytes = call.read(buffer, Int(length)) else { return failUnread(call) }
      send(call, descriptor, inode, bytes, to: target) { call.finish(likeOwn: $0) }
    }

    func sendMessage(_ call: SupervisedCall) {
      let (descriptor, header, flags, _, _, _) = call.arguments
      if let named = namedDatagrams(call, descriptor, flags) {
        return named.send(messageAt: header, isOfList: false)
      }
      guard
        let (inode, _) = datagramSocket(
          call, descriptor, flags,
          { FileServices.refusal(call, messageAt: header, own: .ofSockets(self.named), $0) })
      else { return }
      guard let message = MessageHeader(call, at: header), let bytes = message.content(call) else {
        return failUnread(call)
      }
      send(call, descriptor, inode, bytes, to: message) { call.finish(likeOwn: $0) }
    }

    func sendMessages(_ call: SupervisedCall) {
      let (descriptor, headers, count, flags, _, _) = call.arguments
      let places = MessageHeader.places(call, from: headers, count)
      if let first = places.first, let named = namedDatagrams(call, descriptor, flags) {
        return named.send(messageAt: first, isOfList: true)
      }
      guard
        let (inode, _) = datagramSocket(
          call, descriptor, flags,
          { treatment in
            places.lazy.compactMap {
              FileServices.refusal(call, messageAt: $0, own: .ofSockets(self.named), treatment)
            }.first
          })
      else { return }
      var sent = 0
      var lastError: Int32 = 0
      for place in places where lastError == 0 {
        guard let message = MessageHeader(call, at: place), let bytes = message.content(call) else {
          if sent == 0 { return failUnread(call) }
          break
        }
        send(call, descriptor, inode, bytes, to: message) { result in
          if result < 0 {
            lastError = errno
          } else {
            sent += 1
            _ = call.write(
              Netlink.native(UInt32(result)), to: place &+ UInt64(MessageHeader.size))
          }
        }
      }
      sent > 0 || lastError == 0 ? call.finish(sent) : call.fail(lastError)
    }

    /// The datagrams of a socket with a name that was made here; nil for any other.
    private func namedDatagrams(
      _ call: SupervisedCall, _ descriptor: UInt64, _ flags: UInt64
    ) -> NamedDatagrams? {
      guard !policy.relaysHostPorts, let inode = call.socket(descriptor),
        let copy = names.copy(inode)
      else { return nil }
      guard NamedDatagrams.areSent(by: copy) else {
        close(copy)
        return nil
      }
      return NamedDatagrams(
        call: call, copy: copy, flags: SupervisedCall.number(flags), own: .ofSockets(named))
    }

    /// The socket through which a datagram is sent that is decided about here; nil for any other,
    /// whose call has got its result then.
    private func datagramSocket(
      _ call: SupervisedCall, _ descriptor: UInt64, _ flags: UInt64,
      _ refusal: (FileServices.Treatment) -> Int32?
    ) -> (inode: UInt64, entry: SupervisedSockets.Entry)? {
      // Data sent before a connection is made would make one (TCP Fast Open), of a socket that was
      // connected before as well; without it, clients connect.
      if SupervisedCall.number(flags) & Self.fastOpen != 0 {
        call.fail(EOPNOTSUPP)
        return nil
      }
      guard let inode = call.socket(descriptor), let entry = sockets[inode] else {
        // The kernel takes no notice of an address on a connected socket, but of that of a file.
        if let treatment, let code = refusal(treatment) {
          call.fail(code)
        } else {
          call.proceed()
        }
        return nil
      }
      guard entry.isStream else { return (inode, entry) }
      call.proceed()
      return nil
    }

    private func send(
      _ call: SupervisedCall, _ descriptor: UInt64, _ inode: UInt64, _ bytes: [UInt8],
      to message: MessageHeader, _ finish: (Int) -> Void
    ) {
      guard message.hasName else {
        return send(call, descriptor, inode, bytes, to: nil as CallAddress?, finish)
      }
      guard let address = message.name(call) else {
        return finish(-1)
      }
      send(call, descriptor, inode, bytes, to: address, finish)
    }

    /// Sends a datagram that was copied, with nothing of its ancillary data.
    private func send(
      _ call: SupervisedCall, _ descriptor: UInt64, _ inode: UInt64, _ bytes: [UInt8],
      to address: CallAddress?, _ finish: (Int) -> Void
    ) {
      guard let entry = sockets[inode], let copy = entry.copy ?? call.copy(descriptor) else {
        errno = EACCES
        return finish(-1)
      }
      defer { if entry.copy == nil { close(copy) } }
      let flags = Self.dontWait | Self.noSignal
      guard let address else {
        // Where it leads was decided when it was connected.
        return finish(Self.plainSend(copy, bytes, flags))
      }
      guard case .place(let place) = address.target, call.isWaiting else {
        errno = EAFNOSUPPORT
        return finish(-1)
      }
      var target = place
      if place.port == CallAddress.namesPort {
        sockets.asks(inode, address)
        target = policy.names
      } else if !isOwnService(place) {
        errno = policy.capture.isLocal(place.address) ? ECONNREFUSED : ENETUNREACH
        return finish(-1)
      }
      var off: Int32 = 0
      if entry.isNewFamily {
        unsafe setsockopt(copy, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(4))
      }
      let count = unsafe CallAddress(target, asNewFamily: entry.isNewFamily)
        .withPointer { pointer, length in
          unsafe sendto(copy, bytes, bytes.count, flags, pointer, length)
        }
      finish(count)
    }

    private static func plainSend(_ descriptor: Int32, _ bytes: [UInt8], _ flags: Int32) -> Int {
      #if canImport(Glibc)
        unsafe Glibc.send(descriptor, bytes, bytes.count, flags)
      #else
        unsafe Musl.send(descriptor, bytes, bytes.count, flags)
      #endif
    }

    // MARK: - Receiving

    func receiveFrom(_ call: SupervisedCall) {
      let (descriptor, buffer, length, flags, address, addressLength) = call.arguments
      receive(call, descriptor, flags) { datagram in
        let content = Array(datagram.bytes.prefix(Int(min(length, UInt64(Self.largest)))))
        guard call.write(content, to: buffer) else { return call.fail(EFAULT) }
        if let room = call.read(addressLength, 4), room.count == 4 {
          _ = call.write(Array(datagram.source.prefix(Int(room[0]))), to: address)
          _ = call.write(Netlink.native(UInt32(datagram.source.count)), to: addressLength)
        }
        let isWhole = SupervisedCall.number(flags) & Self.truncation != 0
        call.finish(isWhole ? datagram.bytes.count : content.count)
      }
    }

    func receiveMessage(_ call: SupervisedCall) {
      let (descriptor, header, flags, _, _, _) = call.arguments
      receive(call, descriptor, flags) { datagram in
        guard let message = MessageHeader(call, at: header) else { return call.fail(EFAULT) }
        guard let count = message.fill(call, at: header, datagram) else {
          return call.fail(EFAULT)
        }
        let isWhole = SupervisedCall.number(flags) & Self.truncation != 0
        call.finish(isWhole ? datagram.bytes.count : count)
      }
    }

    /// Receives for a socket that has asked about names, whose responses are to come from the
    /// address that was asked; the kernel receives for every other.
    private func receive(
      _ call: SupervisedCall, _ descriptor: UInt64, _ flags: UInt64,
      _ use: @escaping @Sendable (ReceivedDatagram) -> Void
    ) {
      guard let inode = call.socket(descriptor), let entry = sockets[inode],
        let asked = entry.nameServer, let copy = entry.copy
      else { return call.proceed() }
      let flags = SupervisedCall.number(flags)
      let isPeek = flags & Self.peek
      let names = policy.names
      if let datagram = ReceivedDatagram(copy, isPeek | Self.dontWait, names, asked) {
        return use(datagram)
      }
      let waits = flags & Self.dontWait == 0 && fcntl(copy, F_GETFL) & O_NONBLOCK == 0
      guard errno == EAGAIN, waits else { return call.fail(errno) }
      let own = dup(copy)
      DispatchQueue.global(qos: .userInitiated).async {
        defer { close(own) }
        var time = timeval()
        var size = socklen_t(MemoryLayout<timeval>.size)
        unsafe getsockopt(own, SOL_SOCKET, SO_RCVTIMEO, &time, &size)
        let limit = time.tv_sec * 1000 + Int(time.tv_usec) / 1000
        var rest = limit == 0 ? Int.max : limit
        while call.isWaiting {
          var place = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
          let step = min(rest, 1000)
          if unsafe poll(&place, 1, Int32(step)) > 0 {
            if let datagram = ReceivedDatagram(own, isPeek | Self.dontWait, names, asked) {
              return use(datagram)
            }
            if errno != EAGAIN { return call.fail(errno) }
          }
          if rest != Int.max { rest -= step }
          if rest <= 0 { return call.fail(EAGAIN) }
        }
      }
    }
  }

  /// A datagram with the address that COMMAND gets.
  struct ReceivedDatagram: Sendable {
    /// The content.
    let bytes: [UInt8]
    /// The address that it came from, or that was asked.
    let source: [UInt8]

    /// Receives one; nil, with `errno` set, when there is none.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - flags: Flags of recv(2).
    ///   - names: Where names are really asked.
    ///   - asked: Where COMMAND has asked.
    init?(
      _ descriptor: Int32, _ flags: Int32, _ names: Redirections.Place, _ asked: CallAddress
    ) {
      var buffer = [UInt8](repeating: 0, count: 65536)
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = unsafe withUnsafeMutableBytes(of: &storage) { place in
        unsafe place.withMemoryRebound(to: sockaddr.self) { addresses in
          unsafe recvfrom(
            descriptor, &buffer, buffer.count, flags, addresses.baseAddress, &length)
        }
      }
      guard count >= 0 else { return nil }
      bytes = Array(buffer.prefix(count))
      let real = unsafe withUnsafeBytes(of: storage) { unsafe Array($0.prefix(Int(length))) }
      source = CallAddress(bytes: real).target == .place(names) ? asked.bytes : real
    }
  }
#endif
