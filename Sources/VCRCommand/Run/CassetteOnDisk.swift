#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The state of a cassette that can be determined without opening it.
  enum CassetteOnDisk {
    /// True when there is a file at the path.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
  }
#endif
