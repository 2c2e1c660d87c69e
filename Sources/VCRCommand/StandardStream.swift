#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Writes to a standard stream past any buffer of the C library.
  enum StandardStream {
    /// Writes all bytes; a reader that went away ends the writing, for there is nobody to tell.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - descriptor: The stream's descriptor.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { buffer in
          #if canImport(Glibc)
            unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
          #elseif canImport(Musl)
            unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
          #else
            unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
          #endif
        }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Writes text to standard output.
    ///
    /// - Parameter text: What to write.
    static func print(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }
  }
#endif
