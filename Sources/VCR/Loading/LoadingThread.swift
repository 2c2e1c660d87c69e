/// The thread on which a loading system started a protocol instance, and on which alone the
/// instance may be used.
protocol LoadingThread: Sendable {
  /// Runs work on the thread, later, in the order of the calls.
  func perform(_ work: @escaping @Sendable () -> Void)
}
