/// The state of a protocol instance.
///
/// It is used only where the loading system uses the instance: on Apple platforms on the thread on
/// which it started it, on Linux on its queue.
struct Loading {
  #if canImport(FoundationNetworking)
    /// Brings events from other threads; nil while the request may be served at once.
    var relay: Relay?
  #endif
  /// Brings events from other threads, where the instance's thread can be given work.
  var threadRelay: ThreadRelay?
  /// True when the client was notified of the end, or must not be notified any more.
  var isOver = false
  /// The loading system that the instance belongs to.
  var system = LoadingSystem.current
}
