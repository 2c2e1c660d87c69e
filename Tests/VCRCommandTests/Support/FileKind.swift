#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
    #if canImport(CoreFoundation)
      // The compiler now and then takes `stat` for a declaration of this module, whose members it
      // would refuse then.
      import CoreFoundation
    #endif
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The kind of what stands at a path, such as `S_IFIFO`; a link is not followed.
  ///
  /// - Returns: 0 where nothing stands.
  func fileKind(atPath path: String) -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }
#endif
