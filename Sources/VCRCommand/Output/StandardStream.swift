#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// Writes to standard error without the buffers of the C library.
  enum StandardStream {
    /// Writes text to standard error; a failure is ignored, since there is nowhere to report it.
    ///
    /// - Parameter text: The text.
    static func printError(_ text: String) {
      try? FileSystem.writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
    }
  }
#endif
