#if CommandLineTool
  import NIOCore

  /// Hands a connection over from the handler that read its beginning to those that read the rest.
  ///
  /// Whoever adds handlers may write, and a write that fails makes the channel read once more before
  /// it closes. So the handler may be given bytes while it is being replaced; they wait here, and it
  /// is replaced once, whatever else comes.
  final class Handover {
    private var held = ByteBuffer()

    /// True from the moment that the new handlers are added.
    private(set) var hasBegun = false

    /// The bytes that were read and not yet handed over.
    var bytes: ByteBufferView { held.readableBytesView }

    /// Keeps bytes for the new handlers.
    func hold(_ bytes: ByteBuffer) {
      if held.readableBytes == 0 {
        held = bytes
      } else {
        held.writeImmutableBuffer(bytes)
      }
    }

    /// Adds the new handlers behind the old one, hands them all that was held, and removes the old.
    ///
    /// - Parameters:
    ///   - context: That of the handler which is replaced.
    ///   - addHandlers: Adds the others to the pipeline.
    /// - Throws: What adding throws; the connection is closed then.
    func carryOut(
      from context: ChannelHandlerContext, adding addHandlers: () throws -> Void
    ) rethrows {
      guard !hasBegun else { return }
      hasBegun = true
      do {
        try addHandlers()
      } catch {
        context.close(promise: nil)
        throw error
      }
      while held.readableBytes > 0 {
        let bytes = held
        held = ByteBuffer()
        context.fireChannelRead(NIOAny(bytes))
      }
      context.fireChannelReadComplete()
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }
  }
#endif
