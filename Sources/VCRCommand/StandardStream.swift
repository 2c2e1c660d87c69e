#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// Writes to standard error past any buffer of the C library.
  enum StandardStream {
    /// Writes text to standard error; that it cannot be written is nothing that could be said anywhere.
    ///
    /// - Parameter text: What to write.
    static func printError(_ text: String) {
      try? FileSystem.writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
    }
  }
#endif
