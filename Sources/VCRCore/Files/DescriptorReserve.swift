#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The descriptors that are left free by what is opened in numbers.
///
/// The library that runs queues on Linux opens a file each second to see what its threads do, and
/// ends the process when it cannot. The journal, side files and reports need descriptors, too. So
/// whatever a client can make us open in any number is refused while there still are some.
package enum DescriptorReserve: UInt64 {
  /// The descriptors that connections of clients leave free for the connections to services that
  /// they ask for.
  case clients = 24
  /// The descriptors that connections to services leave free for the bodies that these send.
  case services = 16
  /// The descriptors that bodies in files leave free.
  case bodies = 8

  /// True while another descriptor can be opened and the reserve stays free.
  ///
  /// The system gives out the lowest number that is free, so the highest ones are never taken.
  package var isLeft: Bool {
    guard let free = Self.lowestFree else { return false }
    guard let limit = Self.limit else { return true }
    // Small limits are shared out in proportion.
    return UInt64(free) + min(rawValue, limit * rawValue / 128) < limit
  }

  /// How many descriptors the process may have open; nil when the system does not say.
  package static var limit: UInt64? { limits.map { UInt64($0.rlim_cur) } }

  /// The limit in force, and how far it can be raised; nil when the system does not say.
  package static var limits: rlimit? {
    var limits = rlimit()
    return unsafe getrlimit(resource, &limits) == 0 ? limits : nil
  }

  private static var lowestFree: Int32? {
    let file = unsafe open("/", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    close(file)
    return file
  }

  /// The name of the limit, whose type differs between systems.
  #if canImport(Glibc)
    package static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    package static let resource = RLIMIT_NOFILE
  #endif
}
