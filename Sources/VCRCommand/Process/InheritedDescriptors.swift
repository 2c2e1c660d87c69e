#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The descriptors that `vcr` was started with (standard streams, a make's job server, a shell's
  /// `/dev/fd/63`), which COMMAND gets as it would without us; it gets no other.
  ///
  /// A listening socket that outlived us in a child would let its clients hang instead of refusing
  /// them. The child itself closes what is ours, so that nothing another thread opens slips
  /// through.
  struct InheritedDescriptors: Sendable {
    #if canImport(Darwin)
      /// The file actions of `posix_spawn`.
      typealias Actions = posix_spawn_file_actions_t?
    #else
      /// The file actions of `posix_spawn`.
      typealias Actions = posix_spawn_file_actions_t
    #endif

    /// Their numbers.
    var numbers: Set<Int32>

    /// Finds the descriptors that are open and were not opened here: ours are marked to be closed
    /// on exec.
    ///
    /// To be called before sockets and event queues exist, which carry no such mark.
    static func current() -> InheritedDescriptors {
      InheritedDescriptors(
        numbers: Set(
          open().filter { number in
            let flags = fcntl(number, F_GETFD)
            return flags >= 0 && flags & FD_CLOEXEC == 0
          }))
    }

    /// Makes a child close every descriptor that is not inherited.
    ///
    /// - Parameters:
    ///   - actions: The child's file actions, to which this is added.
    ///   - attributeFlags: The flags of the child's attributes, which may need one more.
    func closeOthers(in actions: inout Actions, _ attributeFlags: inout Int32) {
      #if canImport(Darwin)
        attributeFlags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        for number in numbers {
          unsafe posix_spawn_file_actions_addinherit_np(&actions, number)
        }
      #else
        let end = (numbers.max() ?? -1) + 1
        let limit = DescriptorLimit.soft
        for number in 0..<end where !numbers.contains(number) {
          // Above the limit only what is open can be closed without an error.
          guard number < limit || fcntl(number, F_GETFD) >= 0 else { continue }
          unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
        if let closeFrom = unsafe Self.closeFrom {
          _ = unsafe closeFrom(&actions, end)
          return
        }
        // Descriptors that other threads open meanwhile take the lowest numbers that are free.
        let present = Self.open().filter { $0 >= end }
        let margin = (present.max() ?? end) + 64
        for number in Set(present).union(end..<max(end, min(margin, limit))) {
          unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
      #endif
    }

    #if !canImport(Darwin)
      private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

      /// glibc has it since 2.34; an older one, or another library, does not.
      private static let closeFrom: CloseFrom? = {
        #if canImport(Glibc)
          unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
            unsafe unsafeBitCast($0, to: CloseFrom.self)
          }
        #else
          nil
        #endif
      }()
    #endif

    /// Every number that is in use, and perhaps that of the folder which lists them.
    private static func open() -> [Int32] {
      if let names = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd") {
        return names.compactMap { Int32($0) }
      }
      return (0..<min(DescriptorLimit.soft, 1 << 16)).filter { fcntl($0, F_GETFD) >= 0 }
    }
  }
#endif
