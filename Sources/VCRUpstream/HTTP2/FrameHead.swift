#if Recording
  import NIOCore

  /// The first nine bytes of an HTTP/2 frame (RFC 9113 §4.1).
  struct FrameHead {
    /// The kinds of frames that matter here.
    enum Kind {
      case data, headers, reset, settings, goAway, continuation, other
    }

    private enum Flag {
      static let endStream: UInt8 = 0x1
      static let acknowledgement: UInt8 = 0x1
      static let endHeaders: UInt8 = 0x4
      static let padded: UInt8 = 0x8
      static let priority: UInt8 = 0x20
    }

    /// The number of bytes of a frame before its payload.
    static let length = 9

    /// The number of bytes of the payload.
    let size: Int
    let kind: Kind
    private let flags: UInt8
    /// The stream; 0 for the connection.
    let stream: Int

    /// Reads the head of a frame; nil when it is not complete.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of frames.
    ///   - offset: Where the frame begins among those that can be read.
    init?(in bytes: ByteBuffer, at offset: Int) {
      guard
        let (high, low, type, flags, stream) = bytes.getMultipleIntegers(
          at: bytes.readerIndex + offset, as: (UInt8, UInt16, UInt8, UInt8, UInt32).self)
      else { return nil }
      size = Int(high) << 16 | Int(low)
      kind =
        switch type {
        case 0: .data
        case 1: .headers
        case 3: .reset
        case 4: .settings
        case 7: .goAway
        case 9: .continuation
        default: .other
        }
      self.flags = flags
      self.stream = Int(stream & 0x7FFF_FFFF)
    }

    /// True for a frame that may be passed on before it has arrived as a whole.
    var isPlain: Bool { kind == .other || kind == .data || kind == .goAway }

    /// True when no `CONTINUATION` follows.
    var endsBlock: Bool { flags & Flag.endHeaders != 0 }

    /// A frame by which this end closes the connection (RFC 9113 §6.8).
    ///
    /// - Parameters:
    ///   - last: The last stream of the other end that was read.
    ///   - code: The error code (RFC 9113 §7).
    /// - Returns: The frame.
    static func goAway(after last: Int, code: UInt32) -> ByteBuffer {
      var frame = ByteBuffer()
      frame.writeMultipleIntegers(UInt8(0), UInt16(8), UInt8(7), UInt8(0), UInt32(0))
      frame.writeMultipleIntegers(UInt32(last), code)
      return frame
    }

    /// The first settings of the other end, as the library needs them: it takes 100 streams at a
    /// time for the limit where the other end says none, and then there is none (RFC 9113 §6.5.2).
    ///
    /// - Parameter payload: The settings, of which the last for a parameter counts.
    /// - Returns: The frame.
    static func settings(_ payload: ByteBuffer) -> ByteBuffer {
      var frame = ByteBuffer()
      frame.writeMultipleIntegers(
        UInt8(0), UInt16(6 + payload.readableBytes), UInt8(4), UInt8(0), UInt32(0))
      // SETTINGS_MAX_CONCURRENT_STREAMS
      frame.writeMultipleIntegers(UInt16(3), UInt32(Int32.max))
      frame.writeImmutableBuffer(payload)
      return frame
    }

    /// True for the acknowledgement of settings.
    var isAcknowledgement: Bool { flags & Flag.acknowledgement != 0 }

    /// The fragment of a block in the payload of `HEADERS`; nil when the padding is malformed (RFC
    /// 9113 §6.2).
    func fragment(of payload: ByteBuffer) -> ByteBuffer? {
      var payload = payload
      if flags & Flag.padded != 0 {
        guard let padding = payload.readInteger(as: UInt8.self),
          Int(padding) <= payload.readableBytes
        else { return nil }
        payload.moveWriterIndex(to: payload.writerIndex - Int(padding))
      }
      if flags & Flag.priority != 0, payload.readSlice(length: 5) == nil { return nil }
      return payload
    }

    /// The frames of a block on the stream of this frame, which ends the stream if this one does.
    func frames(with block: ByteBuffer, limit: Int) -> ByteBuffer {
      var block = block
      var frames = ByteBuffer()
      frames.reserveCapacity(block.readableBytes + Self.length)
      var type: UInt8 = 1
      repeat {
        let size = min(limit, block.readableBytes)
        let isLast = size == block.readableBytes
        frames.writeInteger(UInt8(size >> 16))
        frames.writeInteger(UInt16(truncatingIfNeeded: size))
        frames.writeInteger(type)
        frames.writeInteger(
          (type == 1 ? flags & Flag.endStream : 0) | (isLast ? Flag.endHeaders : 0))
        frames.writeInteger(UInt32(stream))
        if var fragment = block.readSlice(length: size) { frames.writeBuffer(&fragment) }
        type = 9
      } while block.readableBytes > 0
      return frames
    }
  }
#endif
