/// Collects the body of one message as it passes, whichever way it goes.
///
/// Up to `Body.memoryLimit` bytes are held in memory, so that small bodies cost no more than an
/// array. Where many bodies pass at a time and have too much of it together (``BodyMemory``), what
/// follows of each waits in a file without a name until the end. What is larger than the limit goes
/// to a file as it passes, see ``LargeBody``, and takes no more memory however long it gets.
///
/// A collector is appended to, and then either finished or discarded.
package struct BodyCollector: Sendable {
  /// Where the bytes go that are too many for the memory.
  package struct Spill: Sendable {
    /// Creates the file in which bytes wait; nil where they stay in memory.
    fileprivate let waiting: (@Sendable () -> SpooledBytes)?
    /// Begins the file of a body, by its first bytes; nil for one that has to stay in memory.
    fileprivate let begin: @Sendable (_ start: [UInt8]) -> LargeBody?

    /// Creates a spill.
    ///
    /// - Parameters:
    ///   - waiting: Creates the file in which bytes wait; nil for one that holds them in memory.
    ///   - begin: Begins the file of a body, by its first bytes; it returns nil for one that has to
    ///     stay in memory.
    package init(
      waiting: (@Sendable () -> SpooledBytes)? = nil,
      begin: @escaping @Sendable (_ start: [UInt8]) -> LargeBody?
    ) {
      self.waiting = waiting
      self.begin = begin
    }

    /// The same for a body of which all that is in memory is wanted at any time.
    package var withoutWaiting: Spill { Spill(begin: begin) }
  }

  private let limit: Int
  private let spill: Spill?
  /// The bytes in memory, until there are too many of them.
  ///
  /// They are all there is unless some wait in a file (``isWaiting``).
  package private(set) var bytes: [UInt8] = []
  /// The bytes that follow them; nil while they are all.
  private var waiting: SpooledBytes?
  /// Why some of those are missing.
  private var failure: SystemError?
  /// The memory they take; nil while that is little.
  private var memory: BodyMemory?
  /// The body that takes them from then on.
  package private(set) var large: LargeBody?
  /// True when the body has to stay in memory.
  private var isKept = false
  /// The number of bytes that were appended.
  package private(set) var count = 0

  /// The bytes that a body has in memory whatever others have.
  private static let smallSize = 256 << 10

  /// Creates an empty collector.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to hold in memory.
  ///   - spill: Where the rest goes; nil to hold any in memory.
  package init(limit: Int = Body.memoryLimit, spill: Spill? = nil) {
    self.limit = limit
    self.spill = spill
  }

  /// Adds bytes that have passed.
  package mutating func append(_ piece: some Collection<UInt8>) {
    if let large {
      count += piece.count
      large.append(piece)
      return
    }
    guard failure == nil else { return }
    // What is too much for the memory is not put there first, which would take twice as much of it.
    guard count + piece.count > limit, !isKept, let spill else { return hold(piece) }
    guard let begun = spill.begin(bytes.isEmpty ? Array(piece) : bytes) else {
      isKept = true
      return hold(piece)
    }
    count += piece.count
    begun.begin(with: .init(bytes: bytes, file: waiting))
    begun.append(piece)
    large = begun
    drop()
  }

  private mutating func hold(_ piece: some Collection<UInt8>) {
    if waiting == nil, isTooMuch(piece.count), let spill { waiting = spill.waiting?() }
    guard let waiting else { return keep(piece) }
    do throws(SystemError) {
      try waiting.write(Array(piece))
      count += piece.count
    } catch {
      // Where the file takes no more, the rest stays in memory.
      isKept = true
      do throws(SystemError) {
        try takeBack()
        keep(piece)
      } catch {
        failure = error
      }
    }
  }

  private mutating func keep(_ piece: some Collection<UInt8>) {
    count += piece.count
    bytes.append(contentsOf: piece)
  }

  /// True when bytes that follow are not to be held in memory, as there is too much of it already.
  private mutating func isTooMuch(_ size: Int) -> Bool {
    guard bytes.count + size > Self.smallSize, !isKept, spill?.waiting != nil else { return false }
    let memory = memory ?? BodyMemory()
    self.memory = memory
    return !memory.take(size)
  }

  /// True while bytes wait in a file.
  package var isWaiting: Bool { waiting != nil }

  /// Reads the bytes that wait into the memory.
  ///
  /// - Throws: The system's error.
  package mutating func takeBack() throws(SystemError) {
    guard let waiting else { return }
    if let failure { throw failure }
    bytes += try waiting.bytes(count - bytes.count)
    self.waiting = nil
  }

  private mutating func drop() {
    bytes = []
    waiting = nil
    memory = nil
  }

  /// Forgets the body, and removes its file.
  package mutating func discard() {
    large?.discard()
    large = nil
    drop()
  }
}
