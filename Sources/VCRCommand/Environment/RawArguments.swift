#if CommandLineTool
  #if os(Linux)
    import CIsolation
  #endif
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The command line byte for byte: an argument need not be UTF-8.
  enum RawArguments {
    /// The arguments, the program's name first.
    static func all() -> [[UInt8]] {
      #if os(Linux)
        var count = 0
        if let given = unsafe isolation_arguments(&count) {
          return (0..<count).map { unsafe bytes(given[$0]) }
        }
      #endif
      return (0..<Int(CommandLine.argc)).map { unsafe bytes(CommandLine.unsafeArgv[$0]) }
    }

    private static func bytes(_ argument: UnsafePointer<CChar>?) -> [UInt8] {
      guard let argument = unsafe argument else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }

    /// The arguments without the program's name, as texts.
    static var texts: [String] {
      all().dropFirst().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The arguments after the first `--`.
    static var command: [[UInt8]] {
      let all = all()
      return Array(all.drop { $0 != Array("--".utf8) }.dropFirst())
    }
  }
#endif
