#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// The standard streams, without the buffers of the C library.
  enum StandardStream {
    /// The path of what an argument names that is read: `-` is standard input.
    static func source(_ name: String) -> String { name == "-" ? "/dev/stdin" : name }

    /// Writes text to standard error; a failure is ignored, since there is nowhere to report it.
    ///
    /// - Parameter text: The text.
    static func printError(_ text: String) {
      try? FileSystem.writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
    }

    /// Whether the last line of a file has no end.
    ///
    /// - Parameter descriptor: A descriptor of it, which need not be one for reading.
    /// - Returns: True for a regular file of which that is so; of a pipe nobody knows.
    static func lacksLineEnd(_ descriptor: Int32) -> Bool {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size > 0
      else { return false }
      let file = unsafe open("/dev/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { _ = close(file) }
      var last: UInt8 = 0
      return unsafe pread(file, &last, 1, status.st_size - 1) == 1 && last != UInt8(ascii: "\n")
    }
  }
#endif
