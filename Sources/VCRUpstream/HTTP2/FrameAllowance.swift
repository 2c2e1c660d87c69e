#if Recording
  import NIOCore
  package import NIOHTTP2

  /// How many more frames that carry nothing an HTTP/2 connection may send.
  ///
  /// Every frame costs a little time and this end gets nothing for it, so that a flood of them
  /// keeps other connections waiting (RFC 9113 §10.5). What a peer has a reason to send follows
  /// frames with content: a few `WINDOW_UPDATE` for each of them that it gets, a `PRIORITY` for a
  /// request.
  package struct FrameAllowance {
    /// The most frames of data without any that the library takes in a row, padded or not, since
    /// some peers flush before there is anything to send: here a padded one counts as one with
    /// content.
    private static let emptyData = 1000

    /// The connection has sent more such frames than it may.
    struct Exceeded: Error, CustomStringConvertible {
      var description: String { "too many HTTP/2 frames that carry nothing" }
    }

    /// The most frames that may follow each other.
    private static let most = 4000
    /// The frames that one with content gives a reason for, whatever its size.
    private static let perContent = 4
    /// The bytes of content that give a reason for one more.
    private static let bytes = 256
    /// The frames for which one counts that resets a stream: more than the request gave a reason
    /// for, and less than that together with a response that had begun.
    private static let perReset = 10

    private var left = most

    /// Notes a frame with content, sent or received.
    ///
    /// - Parameter size: The number of its bytes.
    mutating func addContent(size: Int) {
      left = min(Self.most, left + Self.perContent + size / Self.bytes)
    }

    /// Notes a field block that was dropped after it was noted as one with content.
    ///
    /// - Parameter size: The number of its bytes.
    mutating func addDropped(size: Int) { left -= Self.perContent + size / Self.bytes + 1 }

    /// Notes a field section above the limit after it was noted as content: the stream is refused,
    /// although all of it had to be decoded.
    ///
    /// - Parameter size: The number of its bytes.
    mutating func addTooLarge(size: Int) {
      addDropped(size: size)
      left -= 2 * Self.perReset
    }

    /// Notes a frame that was received.
    ///
    /// - Parameter head: The frame.
    /// - Throws: ``Exceeded``.
    mutating func take(_ head: FrameHead) throws(Exceeded) {
      switch head.kind {
      case .headers, .data: if head.size > 0 { addContent(size: head.size) } else { left -= 1 }
      case .continuation: break
      // Each setting has six bytes (RFC 9113 §6.5.1).
      case .settings: left -= max(1, head.size / 6)
      case .reset: left -= Self.perReset
      case .goAway, .other: left -= 1
      }
      if left < 0 { throw Exceeded() }
    }

    /// Leaves to an allowance what the library counts without a look at the content between.
    ///
    /// It would end a connection after 200 frames within 30 s that reset a stream, and after as
    /// many `PING` and `PRIORITY`. A client of gRPC that cancels its calls sends so many of the
    /// first, and one that measures the delay of its connection, as gRPC does in Go, of the second.
    ///
    /// - Parameters:
    ///   - connection: The settings of a connection.
    ///   - stream: Those of its streams.
    package static func replaceLimits(
      of connection: inout NIOHTTP2Handler.ConnectionConfiguration,
      _ stream: inout NIOHTTP2Handler.StreamConfiguration
    ) {
      connection.maximumSequentialEmptyDataFrames = emptyData
      connection.controlFrameRateLimit.windowLength = .zero
      stream.streamResetFrameRateLimit.windowLength = .zero
    }
  }
#endif
