import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The work of an instance where the loading system starts it on a thread that can be given work:
/// on Apple platforms.
///
/// The tests drive it on Linux by a loading system that behaves as Apple documents its own.
extension ReplayingURLProtocol {
  /// Responds at once when that is possible.
  ///
  /// - Parameters:
  ///   - handle: The context of the session; nil when it has no deck.
  ///   - thread: The thread on which this is called.
  ///   - network: The network that performs requests.
  func load(
    _ handle: SessionContext?, on thread: any LoadingThread, over network: any InnerNetwork
  ) {
    guard let handle else { return fail(.noDeck, Self.reasonForNoDeck) }
    loading.system = handle.system
    let makeRelay: () -> ThreadRelay = { [self] in
      // The instance is used only on its thread.
      nonisolated(unsafe) let instance = self
      let relay = ThreadRelay(to: thread, over: network) { unsafe instance.tell($0) }
      loading.threadRelay = relay
      return relay
    }
    if let body = request.httpBody {
      begin([UInt8](body), handle, makeRelay)
    } else if let stream = request.httpBodyStream {
      let (relay, request, context) = (makeRelay(), request, context(handle))
      InputStream.read(stream) { relay.take($0, of: request, context) }
    } else {
      begin([], handle, makeRelay)
    }
  }

  /// Ends the transfer; the loading system asks for it at the end of every request.
  func stopRelay() {
    loading.isOver = true
    loading.threadRelay?.cancel()
  }
}
