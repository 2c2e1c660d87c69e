#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed system call.
public struct SystemCallError: Error, CustomStringConvertible, Sendable {
  /// The call that failed.
  public var call: String
  /// The value of `errno`.
  public var code: Int32

  init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The call and the system's message for the error.
  public var description: String {
    unsafe "\(call): \(String(cString: strerror(code)))"
  }
}
