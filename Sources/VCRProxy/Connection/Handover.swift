#if CommandLineTool
  import NIOCore

  /// Hands a connection over from the handler that read its beginning to those that read the rest.
  ///
  /// A handler that is added may write, and a write that fails makes the channel read once more
  /// before it closes. So the old handler may receive bytes while it is being replaced. They wait
  /// here, and the handler is replaced only once.
  final class Handover {
    private var held = ByteBuffer()

    /// True once the new handlers are being added.
    private(set) var hasBegun = false

    /// The bytes that were read but not yet handed over.
    var bytes: ByteBufferView { held.readableBytesView }

    /// Keeps bytes for the new handlers.
    func hold(_ bytes: ByteBuffer) {
      if held.readableBytes == 0 {
        held = bytes
      } else {
        held.writeImmutableBuffer(bytes)
      }
    }

    /// Adds the new handlers after the old one, gives them all held bytes, and removes the old one.
    ///
    /// - Parameters:
    ///   - context: The context of the handler that is replaced.
    ///   - addHandlers: Adds the new handlers to the pipeline.
    /// - Throws: The error of `addHandlers`; the connection is closed then.
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
