#if CommandLineTool
  // The C libraries declare `environ` as a mutable global; it is read once, before any thread is
  // started.
  #if canImport(Glibc)
    @unsafe @preconcurrency import Glibc
  #elseif canImport(Musl)
    @unsafe @preconcurrency import Musl
  #elseif canImport(Darwin)
    @unsafe @preconcurrency import Darwin
  #endif

  /// The environment of a process, entry by entry, byte for byte: a value need not be UTF-8.
  struct ProcessEnvironment: Sendable {
    /// The entries as `NAME=value`, without the final zero.
    var entries: [[UInt8]]

    /// The environment `vcr` itself was started with.
    static func current() -> ProcessEnvironment {
      var entries = [[UInt8]]()
      #if canImport(Darwin)
        var next = unsafe _NSGetEnviron().pointee
      #else
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
      #endif
      while let place = unsafe next, let entry = unsafe place.pointee {
        entries.append(unsafe Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
        unsafe next = place + 1
      }
      return ProcessEnvironment(entries: entries)
    }

    /// The values by name, as text, for reading settings.
    ///
    /// The first of two equal names counts, as
    /// with `getenv`.
    var values: [String: String] {
      var values = [String: String]()
      for entry in entries {
        guard let end = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let name = String(decoding: entry[..<end], as: UTF8.self)
        if values[name] == nil {
          values[name] = String(decoding: entry[(end + 1)...], as: UTF8.self)
        }
      }
      return values
    }

    /// The environment with some variables replaced or added, all others untouched.
    func setting(_ variables: [String: String]) -> ProcessEnvironment {
      let names = Set(variables.keys.map { Array($0.utf8) })
      var result = entries.filter { entry in
        !names.contains(Array(entry.prefix { $0 != UInt8(ascii: "=") }))
      }
      for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
        result.append(Array("\(name)=\(value)".utf8))
      }
      return ProcessEnvironment(entries: result)
    }
  }
#endif
