#if Recording
  package import NIOCore
  import VCRCore

  /// Stands between the HTTP/2 library and the network, and encodes and decodes the field blocks of
  /// all streams in its place (RFC 9113 §4.3).
  ///
  /// The fields that the library sends and receives instead are described in ``FieldBlocks``. All
  /// other frames pass unchanged, without being collected, but for the first settings of a service
  /// (``FrameHead/settings(_:)``).
  package final class FieldBlockHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = IOData
    package typealias OutboundOut = ByteBuffer

    /// A block of which more fragments follow.
    private struct Block {
      var head: FrameHead
      var bytes: ByteBuffer
      var fragmentCount = 1
    }

    /// The most bytes of an encoded block, and the most frames that it may be in.
    private let blockLimit: Int
    private let fragmentLimit: Int
    private static let prefaceLength = 24
    /// The largest frame that this end accepts, which is the one that is not announced (RFC 9113
    /// §6.5.2).
    private static let announcedFrameLimit = 1 << 14

    private let blocks: FieldBlocks
    private var decoder = FieldBlockDecoder()
    /// Decodes what the library sends, which announces the size of its table itself.
    private var libraryDecoder = FieldBlockDecoder(tableLimit: .max)
    private var encoder = FieldBlockEncoder()
    private var libraryEncoder = FieldBlockEncoder()

    private var received = ByteBuffer()
    /// The number of bytes to pass on before the next frame to the library.
    private var passingIn: Int
    /// The number of bytes to pass on before the next frame to the network.
    private var passingOut: Int
    private var block: Block?
    private let turns = EventLoopTurns()
    private var isReadHeldBack = false
    private var allowance = FrameAllowance()
    /// True until the settings of a service have come.
    private var awaitsSettings: Bool
    /// True once the connection is closed because of a flood of frames.
    private var isEnded = false
    /// The last stream on which a block was received.
    private var lastStream = 0
    /// The largest frame that the other end accepts (RFC 9113 §6.5.2).
    private var frameLimit = 1 << 14

    /// Creates the handler of a connection.
    ///
    /// - Parameters:
    ///   - blocks: The sections of the connection.
    ///   - isClient: Whether this end began the connection.
    package init(_ blocks: FieldBlocks, isClient: Bool) {
      self.blocks = blocks
      awaitsSettings = isClient
      // A block is hardly larger than its fields, and its frames need not be full.
      blockLimit = max(1 << 20, min(blocks.sizeLimit, 1 << 32)) * 2
      fragmentLimit = blockLimit >> 11
      passingIn = isClient ? 0 : Self.prefaceLength
      passingOut = isClient ? Self.prefaceLength : 0
    }

    package func handlerRemoved(context: ChannelHandlerContext) { isEnded = true }

    // MARK: Receiving

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isEnded else { return }
      var bytes = unwrapInboundIn(data)
      if received.readableBytes == 0 {
        received = bytes
      } else {
        received.discardReadBytes()
        received.writeBuffer(&bytes)
      }
      pass(context)
    }

    /// Passes on frames until more bytes are needed, or others have their turn.
    private func pass(_ context: ChannelHandlerContext) {
      turns.take(on: context.eventLoop) {
        passFrames(context)
      } then: {
        self.pass(context)
        // The library holds back what streams read and write until a read is complete.
        if !self.isEnded { context.fireChannelReadComplete() }
        self.readAgain(context)
      }
    }

    package func read(context: ChannelHandlerContext) {
      if turns.isWaiting { isReadHeldBack = true } else { context.read() }
    }

    private func readAgain(_ context: ChannelHandlerContext) {
      guard isReadHeldBack, !turns.isWaiting else { return }
      isReadHeldBack = false
      context.read()
    }

    package func channelInactive(context: ChannelHandlerContext) {
      turns.finish { passFrames(context) }
      context.fireChannelInactive()
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
      // Once the network takes bytes again, the library sends content before the frames that were
      // written since the last flush, which may be those that content has to follow. In a debug
      // build that ends the process.
      if context.channel.isWritable { context.channel.flush() }
      context.fireChannelWritabilityChanged()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
      turns.finish { passFrames(context) }
      context.fireErrorCaught(error)
    }

    /// Passes on bytes that need no look, or else one frame that does; nil when more are needed.
    ///
    /// - Returns: The number of frames.
    private func passFrames(_ context: ChannelHandlerContext) -> Int? {
      guard !isEnded else { return nil }
      blocks.isReceiving = true
      defer { blocks.isReceiving = false }
      do throws(FrameAllowance.Exceeded) {
        return try takeFrames(context)
      } catch {
        end(context, error)
        return nil
      }
    }

    private func takeFrames(
      _ context: ChannelHandlerContext
    ) throws(FrameAllowance.Exceeded) -> Int? {
      var length = min(passingIn, received.readableBytes)
      var count = 0
      passingIn -= length
      while passingIn == 0, block == nil, count < EventLoopTurns.length,
        let head = FrameHead(in: received, at: length), head.isPlain
      {
        try allowance.take(head)
        let size = FrameHead.length + head.size
        let next = min(size, received.readableBytes - length)
        passingIn = size - next
        length += next
        count += 1
      }
      if length > 0, let bytes = received.readSlice(length: length) {
        context.fireChannelRead(wrapInboundOut(bytes))
        return count
      }
      guard passingIn == 0, let head = FrameHead(in: received, at: 0) else { return nil }
      guard head.size <= Self.announcedFrameLimit else {
        // The library refuses the frame.
        passingIn = FrameHead.length + head.size
        block = nil
        return 1
      }
      guard let frame = received.readSlice(length: FrameHead.length + head.size) else {
        return nil
      }
      try allowance.take(head)
      receive(head, frame, context)
      if blocks.isFull { throw FrameAllowance.Exceeded() }
      return 1
    }

    /// Closes the connection because of a flood.
    private func end(_ context: ChannelHandlerContext, _ error: any Error) {
      isEnded = true
      received.clear()
      // ENHANCE_YOUR_CALM (RFC 9113 §7)
      let frame = FrameHead.goAway(after: lastStream, code: 0xB)
      context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
      context.fireErrorCaught(error)
      context.close(promise: nil)
    }

    private func receive(_ head: FrameHead, _ frame: ByteBuffer, _ context: ChannelHandlerContext) {
      let payload =
        frame.getSlice(
          at: frame.readerIndex + FrameHead.length, length: head.size) ?? ByteBuffer()
      switch (head.kind, block) {
      case (.headers, nil):
        guard let fragment = head.fragment(of: payload) else { return refuse(head, context) }
        lastStream = max(lastStream, head.stream)
        collect(Block(head: head, bytes: fragment), isLast: head.endsBlock, context)
      case (.continuation, .some(var open)) where open.head.stream == head.stream:
        var payload = payload
        open.bytes.writeBuffer(&payload)
        open.fragmentCount += 1
        collect(open, isLast: head.endsBlock, context)
      case (_, .some): refuse(head, context)
      case (.settings, nil):
        if !head.isAcknowledgement { readSettings(payload) }
        let isFirst = awaitsSettings && !head.isAcknowledgement
        if isFirst { awaitsSettings = false }
        context.fireChannelRead(wrapInboundOut(isFirst ? FrameHead.settings(payload) : frame))
      case (.reset, nil):
        context.fireChannelRead(wrapInboundOut(frame))
        blocks.forget(stream: head.stream)
      default: context.fireChannelRead(wrapInboundOut(frame))
      }
    }

    private func collect(_ block: Block, isLast: Bool, _ context: ChannelHandlerContext) {
      guard block.bytes.readableBytes <= blockLimit, block.fragmentCount <= fragmentLimit
      else { return refuse(block.head, context) }
      guard isLast else {
        self.block = block
        return
      }
      self.block = nil
      do throws(FieldBlockDecoder.Malformed) {
        let fields = try decoder.decode(block.bytes, limit: blocks.sizeLimit)
        // A peer may have sent trailer fields before it knew of the reset (RFC 9113 §5.1), which
        // the library takes for a violation of the protocol.
        guard !blocks.hasReset(block.head.stream) else {
          return allowance.addDropped(size: block.bytes.readableBytes)
        }
        if fields.size > blocks.sizeLimit {
          allowance.addTooLarge(size: block.bytes.readableBytes)
        }
        let (stub, number) = stub(for: fields, on: block.head.stream)
        let bytes = libraryEncoder.encode(stub, allocator: context.channel.allocator)
        let frames = block.head.frames(with: bytes, limit: Self.announcedFrameLimit)
        blocks.passing(number) { context.fireChannelRead(wrapInboundOut(frames)) }
      } catch {
        refuse(block.head, context)
      }
    }

    /// Makes the fields that the library receives in place of a section, and keeps that under a
    /// number.
    private func stub(
      for decoded: FieldBlockDecoder.Fields, on stream: Int
    ) -> (fields: [HeaderField], number: Int) {
      var section = FieldBlocks.Section()
      section.size = decoded.size
      section.isTooLarge = decoded.size > blocks.sizeLimit
      var stub: [HeaderField] = []
      var lengths: [HeaderField] = []
      for field in decoded.fields {
        if field.name.utf8.first == UInt8(ascii: ":") {
          let text = Self.text(of: field)
          if field.name == ":path", text != field.value { section.rawPath = field.bytes }
          let field = HeaderField(field.name, text)
          section.pseudo[field.name] = field.value
          stub.append(field)
          // It comes before all other fields (RFC 9113 §8.3).
          if !Self.isSound(pseudo: field) || !section.fields.isEmpty {
            stub.append(HeaderField("Malformed", ""))
          }
        } else {
          if field.name == "content-length" { lengths.append(field) }
          // The library refuses a malformed section (RFC 9113 §8.2) by these.
          if !Self.isSound(field) { stub.append(HeaderField("Malformed", "")) }
          section.fields.append(field)
        }
      }
      if section.isTooLarge { section.fields = [] }
      // The library compares the length with that of the content. Several that are equal stand for
      // one, and of others two peers could take a different one (RFC 9110 §8.6).
      if let length = lengths.first {
        let isOne = lengths.allSatisfy { $0.value == length.value }
        stub.append(isOne ? length : HeaderField("Malformed", ""))
      }
      let number = blocks.keep(section, from: stream)
      stub.append(HeaderField(FieldBlocks.numberName, String(number)))
      return (stub, number)
    }

    /// The value of a pseudo-header field; bytes outside ASCII are percent-encoded, as in a URL.
    private static func text(of field: HeaderField) -> String {
      guard !field.value.utf8.allSatisfy({ $0 < 0x80 }) else { return field.value }
      var bytes: [UInt8] = []
      for byte in field.bytes {
        if byte < 0x80 { bytes.append(byte) } else { bytes.appendPercentEncoded(byte) }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// True for a pseudo-header field that cannot be taken for another one: what follows the
    /// authority in a URL has to begin as a path does (RFC 9113 §8.3.1).
    private static func isSound(pseudo field: HeaderField) -> Bool {
      field.name != ":path" || field.value.utf8.first == UInt8(ascii: "/") || field.value == "*"
    }

    /// True for a field that HTTP/2 allows (RFC 9113 §8.2.1, §8.2.2).
    private static func isSound(_ field: HeaderField) -> Bool {
      if field.name == "te" { return field.value.equalsIgnoringASCIICase("trailers") }
      return !TransferFields.contains(field.name, in: .malformedInHTTP2)
        && FieldRules.isLowerCaseName(field.name) && FieldRules.isUnambiguous(field.value)
    }

    /// Lets the library end the connection because of a block that cannot be decoded.
    private func refuse(_ head: FrameHead, _ context: ChannelHandlerContext) {
      block = nil
      // No field has the index 0 (RFC 7541 §6.1).
      let invalid = ByteBuffer(bytes: [0x80])
      context.fireChannelRead(
        wrapInboundOut(head.frames(with: invalid, limit: Self.announcedFrameLimit)))
    }

    private func readSettings(_ payload: ByteBuffer) {
      var payload = payload
      while let (parameter, value) = payload.readMultipleIntegers(as: (UInt16, UInt32).self) {
        // SETTINGS_MAX_FRAME_SIZE
        if parameter == 5, value >= 1 << 14, value < 1 << 24 { frameLimit = Int(value) }
      }
    }

    // MARK: Sending

    package func write(
      context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
      guard case .byteBuffer(var bytes) = unwrapOutboundIn(data) else {
        context.write(data, promise: promise)
        return
      }
      var output: ByteBuffer?
      var resets: [Int] = []
      while bytes.readableBytes > 0 {
        if passingOut == 0, let head = FrameHead(in: bytes, at: 0) {
          if head.kind == .reset {
            resets.append(head.stream)
            blocks.noteReset(of: head.stream)
          } else if head.kind == .goAway {
            blocks.forgetResets()
          }
          if head.kind == .headers { allowance.addContent(size: head.size) }
          if head.kind == .headers, let encoded = encoded(head, bytes, context) {
            bytes.moveReaderIndex(forwardBy: FrameHead.length + head.size)
            var encoded = encoded
            if output == nil { output = encoded } else { output?.writeBuffer(&encoded) }
            continue
          }
          if head.kind == .data, head.size > 0 { allowance.addContent(size: head.size) }
          passingOut = FrameHead.length + head.size
        }
        // The library writes the head of a frame at once, but not always its content.
        let length = passingOut == 0 ? bytes.readableBytes : min(passingOut, bytes.readableBytes)
        passingOut = max(0, passingOut - length)
        guard var piece = bytes.readSlice(length: length) else { break }
        if output == nil { output = piece } else { output?.writeBuffer(&piece) }
      }
      context.write(wrapOutboundOut(output ?? bytes), promise: promise)
      guard !resets.isEmpty else { return }
      // The handler of the stream gets what the library has taken before the reset in this turn.
      let bound = NIOLoopBound(blocks, eventLoop: context.eventLoop)
      context.eventLoop.execute { [resets] in
        bound.value.forgetResets()
        for stream in resets { bound.value.forget(stream: stream) }
      }
    }

    /// The frames of a section for which the library sends a number; nil when there is none.
    private func encoded(
      _ head: FrameHead, _ bytes: ByteBuffer, _ context: ChannelHandlerContext
    ) -> ByteBuffer? {
      guard
        let payload = bytes.getSlice(
          at: bytes.readerIndex + FrameHead.length, length: head.size),
        let sent = try? libraryDecoder.decode(payload, limit: .max)
      else { return nil }
      let number = sent.fields.last.flatMap { field in
        field.name == FieldBlocks.numberName ? Int(field.value) : nil
      }
      let fields = number.flatMap(blocks.take)?.fields ?? sent.fields
      let block = encoder.encode(fields, allocator: context.channel.allocator)
      return head.frames(with: block, limit: frameLimit)
    }
  }
#endif
