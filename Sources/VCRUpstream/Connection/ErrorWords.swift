#if Recording
  import NIOCore
  import NIOPosix
  import NIOSSL

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// What an error of the network or of TLS says, in plain words.
  ///
  /// The descriptions that such errors bring along name types and the places in the source where they
  /// were made, which are paths of whatever machine built the program. They stand in responses,
  /// messages and cassettes, so all of these take their words from here.
  package enum ErrorWords {
    /// The words for an error, without a stop, such as `connection refused`.
    package static func text(for error: any Error) -> String {
      switch error {
      case let error as IOError: return systemText(error.errnoCode)
      case let error as NIOConnectionError:
        return error.connectionErrors.first.map { text(for: $0.error) }
          ?? "no address is known for \(error.host)"
      case ChannelError.connectTimeout: return "no connection in time"
      case NIOSSLError.uncleanShutdown: return "without the notice that TLS demands"
      default: break
      }
      let description = String(describing: error)
      let reasons = libraryReasons(in: description)
      if !reasons.isEmpty { return reasons.joined(separator: ", ") }
      let type = String(reflecting: Swift.type(of: error))
      // Errors of this project are written to be read.
      if type.hasPrefix("VCR") { return description }
      let name = description.prefix { $0.isASCII && $0.isLetter }
      let rest = description[name.endIndex...]
      let isCase = !name.isEmpty && (rest.isEmpty || rest.first == "(")
      return spaced(isCase ? name : type.split(separator: ".").last ?? "an error")
    }

    /// The reasons that BoringSSL gives, each as `error:CODE:SSL routines:OPENSSL_internal:REASON`
    /// and followed by the place in its source.
    private static func libraryReasons(in description: String) -> [String] {
      var reasons: [String] = []
      var rest = description[...]
      while let mark = rest.firstRange(of: "OPENSSL_internal:") {
        let reason = rest[mark.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0 == "_") }
        rest = rest[reason.endIndex...]
        let words = reason.lowercased().split(separator: "_").joined(separator: " ")
        if !words.isEmpty, !reasons.contains(words) { reasons.append(words) }
      }
      return reasons
    }

    /// A name such as `inputClosed` as words.
    private static func spaced(_ name: some StringProtocol) -> String {
      var words = ""
      for character in name {
        if character.isUppercase, !words.isEmpty { words.append(" ") }
        words += character.lowercased()
      }
      return words
    }

    private static func systemText(_ code: CInt) -> String {
      unsafe String(cString: strerror(code)).lowercased()
    }
  }
#endif
