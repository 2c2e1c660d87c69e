import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension InputStream {
  /// Opens the stream, reads everything and closes it.
  func readToEnd() throws -> [UInt8] {
    open()
    defer { close() }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe piece.withUnsafeMutableBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe read($0, maxLength: buffer.count) } ?? 0
      }
      guard count >= 0 else { throw streamError ?? URLError(.requestBodyStreamExhausted) }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Opens a stream, reads everything and closes it on a thread of its own, as reading may block
  /// until the stream is filled, and calls back on it.
  ///
  /// - Parameters:
  ///   - stream: The stream, which nothing else uses any more.
  ///   - completion: Receives what was read.
  static func read(
    _ stream: InputStream, _ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void
  ) {
    // Handed over once: from here on only the new thread touches the stream.
    nonisolated(unsafe) let stream = stream
    Thread.detachNewThread {
      completion(Result { try unsafe stream.readToEnd() })
    }
  }
}
