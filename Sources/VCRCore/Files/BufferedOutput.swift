/// Writes many small parts to an open file in few calls.
package struct BufferedOutput: ~Copyable {
  private let file: Int32
  private var buffer: [UInt8] = []

  /// The number of bytes that are written together.
  private static let limit = 1 << 20

  /// Creates an output.
  ///
  /// - Parameter file: The open file, which stays open.
  init(to file: Int32) { self.file = file }

  /// Adds a part.
  ///
  /// - Parameter part: Its bytes.
  /// - Throws: The system's error.
  package mutating func write(_ part: ArraySlice<UInt8>) throws(SystemError) {
    if buffer.count + part.count > Self.limit { try finish() }
    if part.count > Self.limit {
      try FileSystem.writeAll(part, to: file)
    } else {
      buffer.append(contentsOf: part)
    }
  }

  /// Writes what is not written yet.
  mutating func finish() throws(SystemError) {
    try FileSystem.writeAll(buffer[...], to: file)
    buffer.removeAll(keepingCapacity: true)
  }
}
