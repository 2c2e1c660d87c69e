#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Body {
  /// Decodes the body as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder.
  /// - Returns: The value.
  /// - Throws: `DecodingError` for a body that is not such JSON.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: Data(bytes))
  }

  /// Creates a body from a value encoded as JSON, its members sorted by name.
  ///
  /// - Parameter value: The value.
  /// - Throws: `EncodingError` when it cannot be encoded.
  public init(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init([UInt8](try encoder.encode(value)))
  }
}
