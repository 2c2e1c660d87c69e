#if CommandLineTool && os(Linux)
  import CIsolation
  import Dispatch
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Shuts COMMAND out of sockets in files of others, or reports those that it reaches, where a
  /// namespace holds everything else.
  enum FileSupervisor {
    /// Decides on a thread of its own, until the other end of `stop` is closed or COMMAND and all
    /// that it has started have ended; calls after that fail.
    ///
    /// - Parameters:
    ///   - listener: Where the calls come from; it belongs to the supervisor.
    ///   - stop: A descriptor that belongs to the supervisor, too.
    ///   - tell: Called with each service of this machine that COMMAND reaches; nil when it is to
    ///     reach none.
    static func start(_ listener: Int32, stop: Int32, tell: (@Sendable (String) -> Void)?) {
      DispatchQueue(label: "vcr.supervisor", qos: .userInteractive).async {
        SupervisedCall.take(from: listener, stop: stop) { call in
          if let tell { watch(call, tell) } else { decide(call) }
        }
        close(listener)
        close(stop)
      }
    }

    /// Lets a call go on, and reports where it leads.
    private static func watch(_ call: SupervisedCall, _ tell: @escaping (String) -> Void) {
      let (_, second, third, _, fifth, sixth) = call.arguments
      let (place, length) = call.kind == ISOLATION_CALL_CONNECT ? (second, third) : (fifth, sixth)
      let code = FileServices.refusal(
        call, at: place, length: length, own: .ofNetwork, .reported(tell))
      // A path that cannot be read here is the kernel's to judge.
      if let code, code == ENOENT || code == ENOTDIR { call.fail(code) } else { call.proceed() }
    }

    private static func decide(_ call: SupervisedCall) {
      let (first, second, third, fourth, fifth, sixth) = call.arguments
      switch call.kind {
      case ISOLATION_CALL_CONNECT:
        carryOut(call, first, at: second, length: third, waits: true) {
          Int(Supervisor.connect($0, to: $1))
        }
      case ISOLATION_CALL_SENDTO:
        sendTo(
          call, first, second, length: third, flags: SupervisedCall.number(fourth), at: fifth, sixth
        )
      case ISOLATION_CALL_SENDMSG: send(call, first, [second], flags: third, isList: false)
      case ISOLATION_CALL_SENDMMSG:
        send(
          call, first, MessageHeader.places(call, from: second, third), flags: fourth,
          isList: true)
      // Of a 32-bit program, whose filter does not see which.
      case ISOLATION_CALL_SOCKET:
        SupervisedCall.number(first) == vsock ? call.fail(EAFNOSUPPORT) : call.proceed()
      default: call.fail(ENOSYS)
      }
    }

    /// AF_VSOCK (<bits/socket.h>).
    private static let vsock: Int32 = 40
    // Flags of send(2).
    private static let (dontWait, noSignal): (Int32, Int32) = (0x40, 0x4000)
    /// The most that one call sends to an address; the kernel takes less of a datagram.
    private static let largest: UInt64 = 1 << 20

    /// Carries a call out that names an address: the kernel would read it, and the descriptor's
    /// number, once more.
    private static func carryOut(
      _ call: SupervisedCall, _ descriptor: UInt64, at place: UInt64, length: UInt64, waits: Bool,
      _ action: @escaping @Sendable (Int32, CallAddress) -> Int
    ) {
      guard let address = CallAddress(call, at: place, length: length) else {
        // The kernel refuses such a length, too.
        return call.fail(errno == EINVAL ? EINVAL : FileServices.unread)
      }
      switch FileServices.decision(call, address.target, own: .ofNetwork) {
      case .refused(let code): call.fail(code)
      case .foreign: call.fail(ECONNREFUSED)
      case .admitted(let file):
        guard let copy = call.copy(descriptor) else {
          return call.fail(errno == EBADF ? EBADF : EACCES)
        }
        call.carryOut(with: copy, waits: waits) { action($0, file?.address ?? address) }
      }
    }

    private static func sendTo(
      _ call: SupervisedCall, _ descriptor: UInt64, _ buffer: UInt64, length: UInt64, flags: Int32,
      at place: UInt64, _ addressLength: UInt64
    ) {
      // An address of no length is none, and the length stands in a register.
      guard UInt32(truncatingIfNeeded: addressLength) > 0 else { return call.proceed() }
      guard length <= largest else { return call.fail(EMSGSIZE) }
      guard let bytes = call.read(buffer, Int(length)) else {
        return call.fail(FileServices.unread)
      }
      guard bytes.count == Int(length) else { return call.fail(EFAULT) }
      carryOut(
        call, descriptor, at: place, length: addressLength, waits: flags & dontWait == 0
      ) { copy, address in
        unsafe address.withPointer { pointer, length in
          unsafe sendto(copy, bytes, bytes.count, flags | noSignal, pointer, length)
        }
      }
    }

    private static func send(
      _ call: SupervisedCall, _ descriptor: UInt64, _ headers: [UInt64], flags: UInt64,
      isList: Bool
    ) {
      // The headers of a 32-bit program are read as far as names go.
      guard !call.isNarrow, let header = headers.first, let copy = call.copy(descriptor) else {
        return decide(call, headers)
      }
      guard NamedDatagrams.areSent(by: copy) else {
        close(copy)
        return decide(call, headers)
      }
      NamedDatagrams(
        call: call, copy: copy, flags: SupervisedCall.number(flags), own: .ofNetwork
      )
      .send(messageAt: header, isOfList: isList)
    }

    /// Decides about messages through sockets that send no datagrams to names, or of which there is
    /// no duplicate.
    private static func decide(_ call: SupervisedCall, _ headers: [UInt64]) {
      for header in headers {
        if let code = FileServices.refusal(call, messageAt: header, own: .ofNetwork) {
          return call.fail(code)
        }
      }
      call.proceed()
    }
  }
#endif
