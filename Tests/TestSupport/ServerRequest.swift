/// A request as a loopback server received it.
public struct ServerRequest: Sendable {
  /// The method token.
  public var method: String
  /// The request target as it was in the request line.
  public var target: String
  /// The version as it was in the request line.
  public var version: String
  /// The header fields in the order received; bytes above 0x7F are read as Latin-1.
  public var headers: [(name: String, value: String)]
  /// The body, without the chunked transfer coding.
  public var body: [UInt8]
  /// The number of the connection of the request, counted from 1.
  public var connection: Int
  /// The request line and header section exactly as received, without the final blank line.
  public var rawHead: [UInt8]

  /// The value of the first field with this name, in any case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
