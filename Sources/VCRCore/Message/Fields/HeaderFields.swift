extension Cassette {
  /// One header or trailer field, as it was on the wire.
  public struct HeaderField: Sendable, Hashable {
    /// The field name in the case in which it was sent.
    public var name: String

    /// The field value without leading and trailing white space (RFC 9110 §5.5).
    public var value: String

    /// True when the value's bytes are ISO-8859-1 rather than UTF-8.
    ///
    /// RFC 9110 §5.5 lets a value contain bytes above 0x7F without giving them a meaning. A value
    /// that is valid UTF-8 is kept as such; any other is read as Latin-1, which loses nothing.
    public var isLatin1: Bool

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The field name.
    ///   - value: The value, without white space around it.
    ///   - isLatin1: Whether the value's bytes are ISO-8859-1.
    public init(_ name: String, _ value: String, isLatin1: Bool = false) {
      self.name = name
      self.value = value
      self.isLatin1 = isLatin1
    }

    /// Creates a field from the bytes of a value, choosing UTF-8 where they are valid.
    ///
    /// - Parameters:
    ///   - name: The field name.
    ///   - bytes: The bytes of the value, without white space around it.
    public init(_ name: String, bytes: some Collection<UInt8>) {
      self.init(name, bytes: Array(bytes))
    }

    /// Creates a field from the bytes of a value, as the other initialiser does, which other
    /// modules call without specialising it.
    package init(_ name: String, bytes: [UInt8]) {
      if let text = String(validating: bytes, as: UTF8.self) {
        self.init(name, text)
      } else {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        self.init(name, String(text), isLatin1: true)
      }
    }

    /// The bytes of the value as they were on the wire.
    public var bytes: [UInt8] {
      isLatin1
        ? value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(value.utf8)
    }
  }
}

/// The short name of ``Cassette/HeaderField`` within this package.
package typealias HeaderField = Cassette.HeaderField

extension Cassette {
  /// The fields of a header or trailer section in wire order, repeats included.
  ///
  /// Names are compared without regard to case (RFC 9110 §5.1) and kept in the case they were sent
  /// in.
  public struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The fields in wire order.
    public var fields: [HeaderField]

    /// Creates a section from fields in wire order.
    ///
    /// - Parameter fields: The fields.
    public init(_ fields: [HeaderField] = []) { self.fields = fields }

    /// Creates a section from name and value pairs, in the order written.
    ///
    /// - Parameter elements: The names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
      fields = elements.map { HeaderField($0, $1) }
    }

    /// True when there is no field.
    public var isEmpty: Bool { fields.isEmpty }

    /// The value of a field, repeats joined with a comma and a space (RFC 9110 §5.3), or nil.
    ///
    /// - Parameter name: The field name, in any case.
    public subscript(name: String) -> String? {
      var joined: String?
      for field in fields where field.name.equalsIgnoringASCIICase(name) {
        joined = joined.map { $0 + ", " + field.value } ?? field.value
      }
      return joined
    }

    /// The values of every field of that name, in wire order.
    ///
    /// - Parameter name: The field name, in any case.
    /// - Returns: The values, none of them split at commas.
    public func values(_ name: String) -> [String] {
      fields.compactMap { $0.name.equalsIgnoringASCIICase(name) ? $0.value : nil }
    }

    /// Adds a field at the end.
    ///
    /// - Parameters:
    ///   - name: The field name.
    ///   - value: The value.
    public mutating func append(_ name: String, _ value: String) {
      fields.append(HeaderField(name, value))
    }

    /// The name of a field that is added, in lower case where all names are.
    package func spelled(_ name: String) -> String {
      let isLowerCase =
        !fields.isEmpty
        && fields.allSatisfy { !$0.name.utf8.contains { $0.isASCIIUppercase } }
      return isLowerCase ? name.lowercased() : name
    }

    /// Removes every field of that name.
    ///
    /// - Parameter name: The field name, in any case.
    public mutating func remove(_ name: String) {
      fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
    }

    /// Replaces all fields with that name by one, in the place of the first.
    ///
    /// - Parameters:
    ///   - name: The field name, in any case; that of a field that is there keeps its case.
    ///   - value: The value.
    public mutating func set(_ name: String, _ value: String) {
      guard let first = fields.firstIndex(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
        append(name, value)
        return
      }
      fields[first] = HeaderField(fields[first].name, value)
      var kept = 0
      fields.removeAll {
        guard $0.name.equalsIgnoringASCIICase(name) else { return false }
        kept += 1
        return kept > 1
      }
    }
  }
}

/// The short name of ``Cassette/HeaderFields`` within this package.
package typealias HeaderFields = Cassette.HeaderFields

extension HeaderFields {
  /// The field that says how a body is read, alone.
  var bodyType: HeaderFields {
    HeaderFields(self["Content-Type"].map { [HeaderField("Content-Type", $0)] } ?? [])
  }
}
