import Foundation
import VCRLocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock that is held from the opening of a pipe to the start of a child.
///
/// Without it, a child started meanwhile by another thread could inherit an end of the pipe that is
/// not yet marked, and keep it open.
let spawnLock = Mutex(())

#if canImport(Glibc)
  private typealias CloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// Closes all descriptors from a number on; glibc has it since 2.34, and its header hides it.
  private let closeFrom: CloseFrom? = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
    .map { unsafe unsafeBitCast($0, to: CloseFrom.self) }
#endif

/// Starts a process in its own group, with the given descriptors.
func spawn(
  _ command: [String], environment: [String: String]?, directory: URL?,
  duplicates: [(from: Int32, to: Int32)]
) throws -> Int32 {
  // The call that sets the folder has different names on different systems, or does not exist.
  let words =
    directory.map { folder in
      ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh"]
        + [folder.path(percentEncoded: false)] + command
    } ?? command
  #if canImport(Glibc)
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #else
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }

  for (from, to) in duplicates {
    unsafe posix_spawn_file_actions_adddup2(&actions, from, to)
  }
  // Whatever other tests and the frameworks have open would count against the child's limit.
  #if canImport(Glibc)
    let end = duplicates.reduce(3) { max($0, $1.to + 1) }
    _ = unsafe closeFrom?(&actions, end)
  #endif
  var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  #if canImport(Darwin)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
  #endif
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  unsafe posix_spawnattr_setpgroup(&attributes, 0)
  var defaults = sigset_t()
  unsafe sigemptyset(&defaults)
  // A shell starts what is to run in the background, such as all of the tests, with interrupts
  // ignored.
  for signal in [SIGPIPE, SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
    unsafe sigaddset(&defaults, signal)
  }
  unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
  // Pool threads block nearly every signal, and a child would inherit this.
  var mask = sigset_t()
  unsafe sigemptyset(&mask)
  unsafe posix_spawnattr_setsigmask(&attributes, &mask)

  let variables = environment ?? ProcessInfo.processInfo.environment
  var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
  var settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
  defer { unsafe (arguments + settings).forEach { unsafe free($0) } }

  var id: pid_t = 0
  let code = unsafe posix_spawnp(&id, words[0], &actions, &attributes, &arguments, &settings)
  guard code == 0 else { throw SystemCallError("posix_spawn \(words[0])", code: code) }
  return id
}
