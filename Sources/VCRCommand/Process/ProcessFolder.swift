#if CommandLineTool
  import VCRProxy

  /// The folder in which Linux shows processes (proc(5)), and which a chroot need not have.
  enum ProcessFolder {
    /// Why no run can be without it, and what to do; nil where it is there.
    ///
    /// Without it nobody knows whose a connection is, and libdispatch, which looks at its threads
    /// there once a second or so, ends the process.
    static var lack: String? {
      #if os(Linux)
        Descendants.canBeSeen
          ? nil
          : "/proc is not mounted, which vcr needs to see whose a connection is (mount -t proc proc "
            + "/proc)"
      #else
        nil
      #endif
    }

    /// The message about a run that does not begin for that reason; nil where it may.
    static var shortage: String? { lack.map { "COMMAND was not run, because \($0)" } }
  }
#endif
