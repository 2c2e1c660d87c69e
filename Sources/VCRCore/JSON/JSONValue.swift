extension Cassette {
  /// A JSON value (RFC 8259), written in Swift literals.
  ///
  /// ```swift
  /// let user: Cassette.JSONValue = ["id": 42, "name": "Ada", "tags": ["math"], "manager": nil]
  /// ```
  ///
  /// An object keeps its members in the order they were written.
  public enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number in its own notation, such as `12`, `0.5` or `1e9`.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object: its members in order.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Equatable {
      /// Its name.
      public var name: String
      /// Its value.
      public var value: JSONValue

      /// Creates a member.
      ///
      /// - Parameters:
      ///   - name: Its name.
      ///   - value: Its value.
      public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
      }
    }

    /// The value as JSON text, without white space.
    public var text: String {
      switch self {
      case .null: "null"
      case .bool(let value): value ? "true" : "false"
      case .number(let text): text
      case .string(let text): Self.quoted(text)
      case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
      case .object(let members):
        "{" + members.map { Self.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",")
          + "}"
      }
    }

    /// A string literal of RFC 8259 §7; only mandatory characters are escaped, and the one control
    /// character besides them that a terminal would obey.
    private static func quoted(_ text: String) -> String {
      var quoted = "\""
      for scalar in text.unicodeScalars {
        if let escape = scalar.jsonEscape {
          quoted += escape
        } else if scalar.value < 0x20 || scalar.value == 0x7F {
          quoted += "\\u" + scalar.value.hexadecimal(digits: 4)
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
      return quoted + "\""
    }
  }
}

/// The short name of ``Cassette/JSONValue`` within this package.
package typealias JSONValue = Cassette.JSONValue

extension Unicode.Scalar {
  /// The short escape of RFC 8259 §7 that every writer of JSON uses for a scalar; nil for others.
  package var jsonEscape: String? {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: nil
    }
  }
}

extension JSONValue {
  /// Creates an integer from a value that is no literal: `["id": .init(user.id)]`.
  ///
  /// - Parameter value: The integer.
  public init(_ value: some BinaryInteger) { self = .number(String(value)) }
  /// Creates a number from a value that is no literal; one that JSON cannot represent (infinite,
  /// not a number) is `null`.
  ///
  /// - Parameter value: The number.
  public init(_ value: Double) { self.init(floatLiteral: value) }
  /// Creates a string from a value that is no literal.
  ///
  /// - Parameter value: The text.
  public init(_ value: some StringProtocol) { self = .string(String(value)) }
  /// Creates `true` or `false` from a value that is no literal.
  ///
  /// - Parameter value: The truth value.
  public init(_ value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  ///
  /// - Parameter nilLiteral: Nothing.
  public init(nilLiteral: ()) { self = .null }
  /// Creates `true` or `false`.
  ///
  /// - Parameter value: The truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer.
  ///
  /// - Parameter value: The integer.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// Creates a number; one that JSON cannot represent (infinite, not a number) is `null`.
  ///
  /// - Parameter value: The number.
  public init(floatLiteral value: Double) {
    self = value.isFinite ? .number(value.description) : .null
  }
  /// Creates a string.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array.
  ///
  /// - Parameter elements: The elements.
  public init(arrayLiteral elements: Self...) { self = .array(elements) }
  /// Creates an object with its members in the order written.
  ///
  /// - Parameter elements: The names and values of the members.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}
