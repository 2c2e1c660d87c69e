#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of a process of which another part of the program has only the number.
package enum ProcessState {
  /// Whether there is no process of a number any more.
  ///
  /// - Parameter process: The number; one below 1 means a group of processes, which is never gone.
  /// - Returns: False also for a process of another user, which only cannot be sent a signal, and
  ///   for one that has ended and that nobody has waited for.
  package static func isGone(_ process: Int32) -> Bool {
    process > 0 && kill(process, 0) != 0 && errno == ESRCH
  }
}
