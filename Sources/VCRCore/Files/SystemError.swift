#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed system call, in the system's own words.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: Int32

  /// The system's description of the error.
  package var description: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text).lowercased()
  }

  /// The error of the call that just failed.
  static var current: SystemError { SystemError(code: errno) }

  /// Repeats a system call while signals interrupt it.
  ///
  /// - Returns: The result of the call, never negative.
  @discardableResult
  static func check(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .current }
    }
  }
}
