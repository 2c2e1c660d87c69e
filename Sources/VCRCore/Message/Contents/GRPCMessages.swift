/// The messages of a body of gRPC: each has a flag, its length in four bytes, and its content
/// (gRPC over HTTP/2, "Length-Prefixed-Message").
package enum GRPCMessages {
  /// The number of bytes before the content of a message.
  package static let prefixLength = 5

  /// True for the media type of gRPC over HTTP/2.
  ///
  /// - Parameter contentType: The value of `Content-Type`; nil for none.
  /// - Returns: False for gRPC-Web, too, whose bodies may be Base64.
  package static func isMediaType(_ contentType: String?) -> Bool {
    // Asked of each message, of which few are of this type.
    guard let type = contentType?.utf8,
      type.prefix(mediaType.count).elementsEqual(mediaType, by: { $0.asciiLowercased == $1 })
    else { return false }
    let next = type.dropFirst(mediaType.count).first
    return next.map { "+; ".utf8.contains($0) } ?? true
  }

  private static let mediaType = Array("application/grpc".utf8)

  /// The positions at which messages end; bytes after the last of them are no whole message.
  package static func ends(in bytes: [UInt8]) -> [Int] {
    var ends: [Int] = []
    var position = 0
    while let length = length(of: bytes[position...]) {
      let (end, isOverflow) = position.addingReportingOverflow(prefixLength + length)
      guard !isOverflow, end <= bytes.count else { break }
      ends.append(end)
      position = end
    }
    return ends
  }

  /// The content of a whole message that is not compressed; nil for other bytes.
  package static func content(of message: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard message.first == 0, length(of: message) == message.count - prefixLength else {
      return nil
    }
    return message.dropFirst(prefixLength)
  }

  /// The content of a whole message that is compressed with gzip or deflate, which is zlib's form
  /// (RFC 1950); nil for other bytes, and for what would become large.
  package static func inflated(_ message: ArraySlice<UInt8>) -> [UInt8]? {
    guard message.first == 1, length(of: message) == message.count - prefixLength else {
      return nil
    }
    let bytes = Array(message.dropFirst(prefixLength))
    var budget = inflationLimit
    guard let data = CompressedData.next(in: bytes.view, from: 0, &budget),
      data.range == bytes.indices, !data.isCutOff
    else { return nil }
    return data.content
  }

  /// The most bytes that a compressed message may become.
  private static let inflationLimit = 4 << 20

  /// A message that is not compressed, with its prefix.
  ///
  /// - Parameter content: The content, of less than 4 GiB.
  /// - Returns: The message.
  package static func message(_ content: some Collection<UInt8>) -> [UInt8] {
    [0] + digits(of: content.count) + content
  }

  /// A message with another content, which keeps its flag and whether it says how long it is.
  ///
  /// - Parameters:
  ///   - changed: The message, of which the prefix may be that of the one that it was.
  ///   - old: The message as it was; one that is not whole leaves the other as it is.
  /// - Returns: The message.
  static func framed(_ changed: ArraySlice<UInt8>, as old: ArraySlice<UInt8>) -> [UInt8] {
    let content = changed.count - prefixLength
    guard content >= 0, length(of: old) == old.count - prefixLength else { return Array(changed) }
    return Array(changed.prefix(1)) + digits(of: content) + changed.dropFirst(prefixLength)
  }

  private static func digits(of length: Int) -> [UInt8] {
    UInt32(clamping: length).bigEndianBytes(4)
  }

  /// The announced length of the content; nil when the prefix is not complete.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= prefixLength else { return nil }
    return bytes.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Counts the messages of a body that arrives in pieces.
  package struct Counter: Sendable {
    /// How many messages are complete.
    package private(set) var count = 0
    private var prefix: [UInt8] = []
    private var rest = 0

    /// Creates a counter for a body from its beginning.
    package init() {}

    /// Adds a piece.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        if prefix.count < GRPCMessages.prefixLength {
          prefix.append(byte)
          guard prefix.count == GRPCMessages.prefixLength else { continue }
          rest = GRPCMessages.length(of: prefix[...]) ?? 0
        } else {
          rest -= 1
        }
        if rest == 0 {
          count += 1
          prefix = []
        }
      }
    }
  }
}
