#if CommandLineTool
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
      var arguments = [[UInt8]]()
      for index in 0..<Int(CommandLine.argc) {
        guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
        arguments.append(
          unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
      }
      return arguments
    }

    /// The arguments after the first `--`.
    static var command: [[UInt8]] {
      let all = all()
      return Array(all.drop { $0 != Array("--".utf8) }.dropFirst())
    }
  }
#endif
