#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// Where a verb writes what it was asked for: standard output, or what `--output` names.
  ///
  /// All verbs write through it, so that output which does not arrive is never taken for a result.
  struct Output: Sendable {
    /// Standard output.
    static let standard = Output(nil)

    /// The path that was named; nil for standard output.
    private let path: String?

    /// Takes the folder of a file, to be synced later; nil to sync it at once.
    private let unsynced: UnsyncedFolders?

    /// Names a place to write to.
    ///
    /// - Parameters:
    ///   - name: A path; nil or `-` for standard output. A regular file is replaced in one step; a
    ///     device, a FIFO or a path such as `/dev/stdout` is written to.
    ///   - unsynced: As for `FileSystem.write`.
    init(_ name: String?, syncingLater unsynced: UnsyncedFolders? = nil) {
      path = name == "-" ? nil : name
      self.unsynced = unsynced
    }

    /// True for standard output.
    var isStandard: Bool { path == nil }

    /// Writes a text.
    ///
    /// - Parameter text: All that goes there; for standard output the next part of it.
    /// - Throws: `CommandFailure` with status 74. A pipe that nobody reads any more ends the
    ///   process without a word and with the status of `SIGPIPE`, whether that signal is ignored or
    ///   not.
    func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

    /// Writes bytes.
    ///
    /// - Parameter bytes: All that goes there; for standard output the next part of it.
    /// - Throws: `CommandFailure`, as for text.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
      do {
        if let path {
          try FileSystem.write([bytes[...]], to: path, syncingLater: unsynced)
        } else {
          try FileSystem.writeAll(bytes[...], to: STDOUT_FILENO)
        }
      } catch {
        if error.code == EPIPE { ExitStatus.end(ExitStatus.afterSignal(SIGPIPE)) }
        throw CommandFailure(
          .unwritableCassette,
          PrintableText.line("\(path ?? "standard output"): it cannot be written: \(error)"))
      }
    }
  }
#endif
