#if CommandLineTool
  /// A host with a port, as in the target of `CONNECT` (RFC 9110 §9.3.6) or a `Host` field.
  struct Authority: Equatable {
    /// The name or address literal, without brackets.
    var host: String
    /// The port; nil when none was given.
    var port: Int?

    /// Parses `host`, `host:port` or `[address]:port`; nil for anything else.
    init?(_ text: some StringProtocol) {
      var rest = Substring(text)
      if rest.first == "[" {
        guard let bracket = rest.firstIndex(of: "]") else { return nil }
        host = String(rest[rest.index(after: rest.startIndex)..<bracket])
        rest = rest[rest.index(after: bracket)...]
      } else {
        let colon = rest.firstIndex(of: ":") ?? rest.endIndex
        host = String(rest[..<colon])
        rest = rest[colon...]
      }
      guard !host.isEmpty, !host.utf8.contains(where: Self.isForbidden) else { return nil }
      guard !rest.isEmpty else { return }
      guard rest.first == ":", let number = Int(rest.dropFirst()), 1...65535 ~= number else {
        return nil
      }
      port = number
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
      byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "@")
        || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
  }
#endif
