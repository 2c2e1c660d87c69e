#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// Writes to a standard stream past any buffer of the C library.
  enum StandardStream {
    /// Writes all bytes; a reader that went away ends the writing, for there is nobody to tell.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - descriptor: The stream's descriptor.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
      try? AtomicFile.writeAll(bytes[...], to: descriptor)
    }

    /// Writes text to standard output.
    ///
    /// - Parameter text: What to write.
    static func print(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

    /// Writes text to standard error.
    ///
    /// - Parameter text: What to write.
    static func printError(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }
  }
#endif
