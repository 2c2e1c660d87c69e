#if Recording
  package import VCRCore

  /// The rules of HTTP/2 for a field (RFC 9113 §8.2.1), which is less than HTTP/1 peers accept.
  package enum FieldRules {
    /// True for a token without upper-case letters.
    package static func isLowerCaseName(_ name: String) -> Bool {
      !name.isEmpty
        && name.utf8.allSatisfy { ByteSet.token.contains($0) && !$0.isASCIIUppercase }
    }

    /// True for a value that no parser takes for more than one field.
    package static func isUnambiguous(_ value: String) -> Bool {
      !value.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
    }

    /// True for a field that can be sent: clients refuse control characters besides those that are
    /// forbidden.
    package static func canCarry(_ field: HeaderField) -> Bool {
      isLowerCaseName(field.name.lowercased())
        && !field.value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }
  }
#endif
