#if CommandLineTool
  import VCRCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The pages of this program and its libraries that are in memory.
  enum CodePages {
    /// Gives them back to the system, which brings those that are needed again from its own copy of
    /// the files.
    ///
    /// Two thirds of them serve the start alone (options, settings, the cassette's index), and the
    /// proxy may run for long beside COMMAND. On Apple's systems nothing is done: they do not count
    /// such pages as a process's own.
    static func release() {
      #if os(Linux)
        guard let maps = try? FileSystem.read("/proc/self/maps") else { return }
        for line in maps.split(separator: UInt8(ascii: "\n")) {
          // 55d0c0a00000-55d0c21f8000 r-xp 0001c000 fe:00 4718619    /usr/bin/vcr (proc(5))
          let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
          // Code alone is never written, so that nothing is lost with it.
          guard fields.count == 6, fields[1].elementsEqual("r-xp".utf8),
            fields[5].drop(while: { $0 == UInt8(ascii: " ") }).first == UInt8(ascii: "/")
          else { continue }
          let ends = String(decoding: fields[0], as: UTF8.self).split(separator: "-")
          guard ends.count == 2, let start = UInt(ends[0], radix: 16),
            let end = UInt(ends[1], radix: 16), start < end
          else { continue }
          // This is only advice, so its result does not matter.
          unsafe _ = madvise(
            UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
        }
      #endif
    }
  }
#endif
