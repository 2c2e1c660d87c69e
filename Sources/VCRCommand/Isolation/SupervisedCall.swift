#if CommandLineTool && os(Linux)
  import CIsolation
  import Dispatch
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore

  /// A system call of COMMAND's that waits for a decision.
  ///
  /// The memory that it points to is copied once, and the copy is what is judged and carried out:
  /// another thread of COMMAND may change the original at any time.
  struct SupervisedCall: Sendable {
    private let listener: Int32
    private let notice: isolation_notice

    init(_ notice: isolation_notice, listener: Int32) {
      self.notice = notice
      self.listener = listener
    }

    /// Takes calls until `stop` can be read, or there will be none any more.
    ///
    /// - Parameters:
    ///   - listener: Where the calls come from.
    ///   - stop: The descriptor that ends it.
    ///   - decide: Responds to a call, now or later.
    static func take(from listener: Int32, stop: Int32, _ decide: (SupervisedCall) -> Void) {
      var notice = isolation_notice()
      while true {
        let result = unsafe isolation_next_call(listener, stop, &notice)
        guard result >= 0 else { return }
        guard result == 0 else { continue }
        let isItsUser = isolation_take_user(notice.process) == 1
        decide(SupervisedCall(notice, listener: listener))
        if isItsUser { isolation_be_root() }
      }
    }

    /// The thread that calls.
    var process: Int32 { notice.process }

    /// The kind of call.
    var kind: isolation_call { isolation_call(UInt32(notice.call)) }

    /// True for a call of a 32-bit program.
    var isNarrow: Bool { notice.is_narrow == 1 }

    /// The arguments; each was in a register, but for some of 32-bit programs.
    var arguments: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) { notice.arguments }

    /// An argument that the kernel takes for an `int`.
    static func number(_ argument: UInt64) -> Int32 { Int32(truncatingIfNeeded: argument) }

    /// True while the call waits: what was read of its process until then was its own.
    var isWaiting: Bool { isolation_is_waiting(listener, notice.id) == 1 }

    /// True for a call that changes the user or the group.
    var changesUser: Bool { userCount > 0 || kind == ISOLATION_CALL_SETGID }

    /// How many of the arguments name users.
    private var userCount: Int {
      switch kind {
      case ISOLATION_CALL_SETUID: 1
      case ISOLATION_CALL_SETREUID: 2
      case ISOLATION_CALL_SETRESUID: 3
      default: 0
      }
    }

    /// Lets root become another user, whose memory stays to be read: a process that has become one
    /// without running another program hides it from everybody (PR_SET_DUMPABLE of prctl(2)).
    ///
    /// - Parameter action: Called before, unless the call names root or groups alone.
    func admitUserChange(_ action: () -> Void) {
      let (first, second, third, _, _, _) = arguments
      let users = [first, second, third].prefix(userCount).map { UInt32(truncatingIfNeeded: $0) }
      // The last of them stands for the user that the process has.
      if users.contains(where: { $0 != 0 && $0 != .max }) { action() }
      unsafe withUnsafePointer(to: notice) { unsafe isolation_continue_readable(listener, $0) }
    }

    // MARK: - Its process

    /// Copies memory.
    ///
    /// - Returns: As many of the bytes as can be read; nil, with `errno` set, when none can.
    func read(_ address: UInt64, _ length: Int) -> [UInt8]? {
      guard length > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: length)
      let count = unsafe isolation_read_memory(notice.process, address, &bytes, length)
      guard count > 0 else { return nil }
      return count == length ? bytes : Array(bytes.prefix(count))
    }

    /// Copies a text that ends with a zero.
    ///
    /// - Parameters:
    ///   - address: Where it begins.
    ///   - count: The most bytes that are read.
    /// - Returns: The text, or its first bytes where it is longer; nil when it cannot be read.
    func readText(_ address: UInt64, atMost count: Int) -> [UInt8]? {
      var text: [UInt8] = []
      while text.count < count {
        let place = address &+ UInt64(text.count)
        // The page behind the one in which the text ends may not be there, and then nothing is
        // read.
        let rest = min(count - text.count, Int(Self.pageSize - place % Self.pageSize))
        guard let bytes = read(place, rest) else { return nil }
        if let end = bytes.firstIndex(of: 0) { return text + bytes[..<end] }
        text += bytes
      }
      return text
    }

    /// The smallest size of a page that there is: a larger one has these bounds, too.
    private static let pageSize: UInt64 = 4096

    /// Changes memory.
    ///
    /// - Returns: False when not all of it can be written.
    func write(_ bytes: [UInt8], to address: UInt64) -> Bool {
      let count = unsafe isolation_write_memory(
        notice.process, address, bytes, bytes.count)
      return bytes.isEmpty || count == bytes.count
    }

    /// Which socket a descriptor of the process is, by its inode number; nil for what is none.
    func socket(_ descriptor: UInt64) -> UInt64? {
      let path = "/proc/\(notice.process)/fd/\(Self.number(descriptor))"
      var target = [UInt8](repeating: 0, count: 64)
      let count = unsafe readlink(path, &target, target.count)
      let prefix = Array("socket:[".utf8)
      guard count > prefix.count, target.starts(with: prefix) else { return nil }
      return UInt64(String(decoding: target[prefix.count..<count - 1], as: UTF8.self))
    }

    /// Duplicates a descriptor of the process, which many containers forbid; nil, with `errno` set,
    /// when it cannot be done.
    func copy(_ descriptor: UInt64) -> Int32? {
      let own = isolation_copy_descriptor(notice.process, Self.number(descriptor))
      if own >= 0 { return own }
      guard errno != EBADF else { return nil }
      // The thread that calls need not be the one that the process is named after.
      let path = "/proc/\(notice.process)/status"
      guard let status = try? FileSystem.read(path) else { return nil }
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("Tgid:") }
      guard let process = line?.split(whereSeparator: \.isWhitespace).last.flatMap({ Int32($0) })
      else { return nil }
      let copy = isolation_copy_descriptor(process, Self.number(descriptor))
      return copy >= 0 ? copy : nil
    }

    // MARK: - Decisions

    /// Ends the call with a value.
    func finish(_ value: Int = 0) { isolation_answer(listener, notice.id, Int64(value), 0) }

    /// Ends the call with an error.
    func fail(_ code: Int32) { isolation_answer(listener, notice.id, -1, code) }

    /// Ends the call as a call of ours ended: with its value, or with its error where it is
    /// negative.
    func finish(likeOwn value: Int) { value < 0 ? fail(errno) : finish(value) }

    /// Carries the call out in the place of the process, so that it does what was decided, and
    /// nothing that another thread has put there since.
    ///
    /// - Parameters:
    ///   - copy: A duplicate of the process's descriptor, which is closed in the end.
    ///   - waits: False for a call that is not to wait, however the descriptor is set.
    ///   - action: Does it with the duplicate; what it returns is negative, with `errno` set, where
    ///     it fails.
    func carryOut(with copy: Int32, waits: Bool, _ action: @escaping @Sendable (Int32) -> Int) {
      guard isWaiting else {
        close(copy)
        return
      }
      guard waits, fcntl(copy, F_GETFL) & O_NONBLOCK == 0 else {
        finish(likeOwn: action(copy))
        close(copy)
        return
      }
      // It may take as long as the other side likes.
      DispatchQueue.global(qos: .userInitiated).async {
        finish(likeOwn: action(copy))
        close(copy)
      }
    }

    /// Lets the kernel carry the call out, whatever its memory says by then.
    func proceed() { isolation_continue(listener, notice.id) }

    /// Ends the call with a duplicate of a descriptor.
    ///
    /// - Returns: False when the process did not get it; the call has failed then.
    func give(_ descriptor: Int32, closesOnExec: Bool) -> Bool {
      if isolation_give(listener, notice.id, descriptor, closesOnExec ? 1 : 0) == 0 { return true }
      fail(errno)
      return false
    }
  }
#endif
