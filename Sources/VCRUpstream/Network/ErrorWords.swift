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

  /// Describes an error of the network or of TLS in plain words.
  ///
  /// The descriptions of such errors contain type names and source locations, which are paths of
  /// the machine that built the program. Responses, messages and cassettes must not contain these,
  /// so all of them use the texts from here.
  package enum ErrorWords {
    /// The text for an error, without a full stop, such as `connection refused`.
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
      // The descriptions of this project's own errors are written for people.
      if type.hasPrefix("VCR") { return description }
      let name = description.prefix { $0.isASCII && $0.isLetter }
      let rest = description[name.endIndex...]
      let isCase = !name.isEmpty && (rest.isEmpty || rest.first == "(")
      return spaced(isCase ? name : type.split(separator: ".").last ?? "an error")
    }

    /// The reasons in an error of BoringSSL, which writes each as
    /// `error:CODE:SSL routines:OPENSSL_internal:REASON`, followed by a source location.
    private static func libraryReasons(in description: String) -> [String] {
      var reasons: [String] = []
      var rest = description[...]
      while let mark = rest.firstRange(of: "OPENSSL_internal:") {
        // Such as `TLSV1_ALERT_PROTOCOL_VERSION`.
        let reason = rest[mark.upperBound...].prefix {
          $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
        }
        rest = rest[reason.endIndex...]
        let words = reason.lowercased().split(separator: "_").joined(separator: " ")
        if !words.isEmpty, !reasons.contains(words) { reasons.append(words) }
      }
      return reasons
    }

    /// Splits a name such as `inputClosed` into words.
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
