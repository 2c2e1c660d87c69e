#if CommandLineTool
  import CIsolation

  /// The large blocks of memory that bodies take while they pass.
  enum LargeBlocks {
    /// From this size on a block belongs to the system again once it is free.
    private static let size: Int32 = 512 << 10

    /// Has each of them go back to the system as soon as it is free.
    ///
    /// glibc maps such blocks at first, but from then on keeps those of the size of any that was
    /// freed, up to 32 MiB: where some large bodies pass at a time, half of the memory that the
    /// process has is free. Other systems' libraries give it back.
    static func returnWhenFree() {
      #if os(Linux)
        isolation_return_blocks(size)
      #endif
    }
  }
#endif
