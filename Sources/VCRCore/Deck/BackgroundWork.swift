import Dispatch

/// The work that the doors of a deck have handed over to other threads.
struct BackgroundWork: Sendable {
  private let group = DispatchGroup()

  /// The groups of the work within which the current thread or task is.
  @TaskLocal private static var groups: [DispatchGroup] = []

  /// Begins work on another thread.
  func perform(_ work: @escaping @Sendable () -> Void) {
    group.enter()
    DispatchQueue.global().async { [group] in
      Self.$groups.withValue(Self.groups + [group]) { work() }
      group.leave()
    }
  }

  /// Waits until all work is done that was begun before.
  ///
  /// From within that work, such as a hook that closes the deck, it returns at once, since it would
  /// wait for itself.
  func wait() {
    guard !Self.groups.contains(where: { $0 === group }) else { return }
    group.wait()
  }
}
