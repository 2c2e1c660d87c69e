#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The first two numbers of a kernel's version.
  struct KernelVersion: Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int

    init(_ major: Int, _ minor: Int) {
      self.major = major
      self.minor = minor
    }

    /// The kernel that runs.
    static var current: KernelVersion {
      var names = utsname()
      guard unsafe uname(&names) == 0 else { return KernelVersion(0, 0) }
      let text = unsafe withUnsafeBytes(of: names.release) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let numbers = text.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
      return numbers.count == 2 ? KernelVersion(numbers[0], numbers[1]) : KernelVersion(0, 0)
    }

    static func < (left: KernelVersion, right: KernelVersion) -> Bool {
      (left.major, left.minor) < (right.major, right.minor)
    }

    var description: String { "\(major).\(minor)" }
  }
#endif
