#if CommandLineTool && os(Linux)
  import VCRCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Finds the process that has a socket open (proc(5)), and whether it belongs to this process's
  /// run.
  ///
  /// A process belongs to it when this one has started it, directly or through others, or when it
  /// or an ancestor was started with the environment of the run: so a service that was there before
  /// (the daemon of a build tool) starts processes on behalf of COMMAND.
  final class SocketOwners {
    /// The owner of a socket.
    enum Owner: Equatable {
      case run
      /// A process that does not belong to the run, by its name; nil when it cannot be seen.
      case stranger(String?)
    }

    /// A process that had a socket, and what is known of it.
    private struct Holder {
      let sockets: OpenSockets
      /// Nothing that a process does later takes it out of the run.
      let isOfRun: Bool
    }

    private static let (holderLimit, seenLimit) = (16, 1 << 16)

    /// The text that the environment of the run contains, and no other; nil for none.
    var mark: [UInt8]?
    /// The processes that had sockets, the last one first: most clients have more than one
    /// connection.
    private var holders: [Holder] = []
    /// The sockets that were seen on the way to another one, with their processes.
    private var seen: [UInt32: Int32] = [:]

    /// Finds the owner of a socket.
    ///
    /// - Parameters:
    ///   - inode: The inode number of the socket, which is not used again soon.
    ///   - user: The user ID that created it.
    /// - Returns: Whose it is, as far as it can be seen.
    func owner(of inode: UInt32, user: UInt32) -> Owner {
      if let process = seen.removeValue(forKey: inode),
        holders.first(where: { $0.sockets.process == process })?.isOfRun ?? isOfRun(process)
      {
        return .run
      }
      var hidden: [Int32] = []
      if let holder = holder(of: inode, &hidden) {
        return holder.isOfRun
          ? .run : .stranger(Descendants.name(of: holder.sockets.process))
      }
      // Of a process that hides its descriptors, or has another user, no more than that is known.
      let isHidden = hidden.contains {
        Descendants.users(of: $0).contains(user) && isOfRun($0)
      }
      return isHidden ? .run : .stranger(nil)
    }

    /// The process that has a socket open; those that hide their descriptors are noted.
    private func holder(of inode: UInt32, _ hidden: inout [Int32]) -> Holder? {
      for (index, holder) in holders.enumerated()
      where has(inode, holder.sockets, &hidden) {
        holders.remove(at: index)
        holders.insert(holder, at: 0)
        return holder
      }
      holders.removeAll { !$0.sockets.isThere }
      for process in others() {
        guard let sockets = OpenSockets(of: process) else {
          if errno != ENOENT { hidden.append(process) }
          continue
        }
        if has(inode, sockets, &hidden) {
          return add(Holder(sockets: sockets, isOfRun: isOfRun(process)))
        }
      }
      return thread(with: inode).flatMap { add(Holder(sockets: $0, isOfRun: true)) }
    }

    /// The thread of a process of the run that has a socket which the process itself has not.
    private func thread(with inode: UInt32) -> OpenSockets? {
      for process in Descendants.processes() where process != getpid() && isOfRun(process) {
        let threads = OpenSockets.ofThreads(of: process)
        if let thread = threads.first(where: { $0.contains(inode) == true }) { return thread }
      }
      return nil
    }

    private func add(_ holder: Holder) -> Holder? {
      // Of one that has ended since, another process may have got the number.
      guard holder.sockets.isThere else { return nil }
      holders.insert(holder, at: 0)
      if holders.count > Self.holderLimit { holders.removeLast() }
      return holder
    }

    /// The processes that had no sockets so far, the newest first: a client that connects at once
    /// is most often one that was just started.
    private func others() -> [Int32] {
      let known = Set(holders.filter(\.sockets.isOfProcess).map(\.sockets.process) + [getpid()])
      return Descendants.processes().filter { !known.contains($0) }.sorted(by: >)
    }

    private func has(_ inode: UInt32, _ sockets: OpenSockets, _ hidden: inout [Int32]) -> Bool {
      if seen.count > Self.seenLimit { seen = [:] }
      guard let has = sockets.contains(inode, passing: { seen[$0] = sockets.process }) else {
        hidden.append(sockets.process)
        return false
      }
      return has
    }

    private func isOfRun(_ process: Int32) -> Bool {
      let ancestry = Descendants.ancestry(of: process)
      if ancestry.last == getpid() { return true }
      guard let mark else { return false }
      return ancestry.contains { process in
        let environment = try? FileSystem.read("/proc/\(process)/environ")
        return environment?.contains(mark) ?? false
      }
    }
  }
#endif
