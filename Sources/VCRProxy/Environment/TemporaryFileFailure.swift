#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  package import VCRCore

  /// A temporary folder, or a file in one, that cannot be written.
  package struct TemporaryFileFailure: Error, CustomStringConvertible {
    private let place: String
    private let reason: String
    private let remedy: String

    /// The failure of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or of a folder for some.
    ///   - code: The system's error.
    init(path: String, code: Int32) {
      place = path
      reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      remedy =
        code == EFBIG
        ? "ulimit -f says how large a file may be" : "set TMPDIR to a folder that can"
    }

    /// The failure of the temporary folder itself.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - code: The system's error.
    package init(in folder: TemporaryFolder, code: Int32) {
      self.init(path: (folder.variable.map { "\($0)=" } ?? "") + folder.path, code: code)
    }

    /// `path: reason`, and what to type next.
    package var description: String {
      "\(place): cannot be written: \(reason); \(remedy)"
    }
  }
#endif
