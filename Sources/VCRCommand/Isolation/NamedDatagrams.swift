#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRProxy

  /// Datagrams of COMMAND's to sockets with a name, which `vcr` sends in its place where services
  /// of this machine are shut out: the kernel would read the name once more, which another thread
  /// may have changed by then.
  struct NamedDatagrams {
    // Values of <bits/socket.h>, not all of which Swift imports.
    private static let (dontWait, noSignal): (Int32, Int32) = (0x40, 0x4000)
    /// The most that is sent at once; the kernel takes less of a datagram.
    static let largest = 1 << 20

    /// The call that sends.
    let call: SupervisedCall
    /// A duplicate of the socket, which is closed in the end.
    let copy: Int32
    /// Flags of send(2).
    let flags: Int32
    /// The sockets that are COMMAND's.
    let own: FileServices.Ownership

    /// True for a socket for datagrams that may have a name.
    static func areSent(by descriptor: Int32) -> Bool {
      SocketOption.domain.value(of: descriptor) == AF_UNIX
        && SocketOption.type.value(of: descriptor) == SocketOption.datagrams
    }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - header: Where its header is.
    ///   - isOfList: True for the first of a list, of which no other is sent; the call says so.
    func send(messageAt header: UInt64, isOfList: Bool) {
      guard let message = MessageHeader(call, at: header) else {
        return fail(FileServices.unread)
      }
      // Only their sender can give descriptors.
      guard !message.hasAncillaryData else {
        close(copy)
        return message.hasName ? call.fail(EOPNOTSUPP) : call.proceed()
      }
      guard let bytes = message.content(call, atMost: Self.largest) else {
        return fail(errno == EMSGSIZE ? EMSGSIZE : FileServices.unread)
      }
      let length = isOfList ? header &+ UInt64(MessageHeader.size) : nil
      guard message.hasName else { return send(bytes, to: nil, lengthAt: length) }
      guard let address = message.name(call) else {
        return fail(errno == EINVAL ? EINVAL : FileServices.unread)
      }
      send(bytes, to: address, lengthAt: length)
    }

    /// Sends bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - address: Where they go; nil for where the socket is connected to.
    ///   - place: Where the call wants their number, and its own value is one; nil when that is the
    ///     call's value.
    func send(_ bytes: [UInt8], to address: CallAddress?, lengthAt place: UInt64? = nil) {
      var file: SocketFile?
      if let address {
        switch FileServices.decision(call, address.target, own: own) {
        case .refused(let code): return fail(code)
        case .foreign: return fail(ECONNREFUSED)
        case .admitted(let found): file = found
        }
      }
      let flags = flags
      call.carryOut(with: copy, waits: flags & Self.dontWait == 0) { [call, file] copy in
        let count = Self.send(
          bytes, through: copy, to: file?.address ?? address, flags | Self.noSignal)
        guard let place, count >= 0 else { return count }
        _ = call.write(Netlink.native(UInt32(count)), to: place)
        return 1
      }
    }

    private func fail(_ code: Int32) {
      close(copy)
      call.fail(code)
    }

    private static func send(
      _ bytes: [UInt8], through copy: Int32, to address: CallAddress?, _ flags: Int32
    ) -> Int {
      guard let address else { return unsafe sendto(copy, bytes, bytes.count, flags, nil, 0) }
      return unsafe address.withPointer { pointer, length in
        unsafe sendto(copy, bytes, bytes.count, flags, pointer, length)
      }
    }
  }
#endif
