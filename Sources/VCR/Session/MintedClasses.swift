import Foundation
import VCRLocks
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes a protocol class for each session at run time, and keeps the session of each class.
///
/// On Linux only the class can identify the session: requests keep no properties there, header
/// fields of the configuration are invisible, and task-local values do not reach the loading queue.
/// So each session gets a class of its own, and the class finds the session's context in one table.
///
/// A class is never used for a second session, because a configuration of the first may still
/// contain it. An entry whose context is gone stays in the table: its requests fail, because
/// declining them would send them to the network.
enum MintedClasses {
  /// A bit that is not set, before the bits of `Rest`.
  private enum Zero<Rest> {}
  /// A set bit, before the bits of `Rest`.
  private enum One<Rest> {}

  private final class WeakHandle: Sendable {
    // Read and written under the table's lock alone.
    private let box: Mutex<Weak>
    private struct Weak { weak var handle: SessionContext? }
    init(_ handle: SessionContext) { box = Mutex(Weak(handle: handle)) }
    var handle: SessionContext? { box.withLock { $0.handle } }
  }

  private struct Table {
    var handles: [ObjectIdentifier: WeakHandle] = [:]
    var minted = 0
  }

  private static let table = Mutex(Table())

  /// Makes a class that no session has used before.
  static func mint(_ handle: SessionContext, recording: Bool) -> URLProtocol.Type {
    table.withLock { table in
      table.minted += 1
      let type = extend(Never.self, by: table.minted, recording: recording)
      table.handles[ObjectIdentifier(type)] = WeakHandle(handle)
      return type
    }
  }

  /// The context of the session that a class was made for; nil when it is gone.
  static func handle(for type: AnyClass) -> SessionContext? {
    table.withLock { $0.handles[ObjectIdentifier(type)] }?.handle
  }

  /// Encodes a number as nested generic types, bit by bit, so that the classes never run out.
  private static func extend<Digits>(_ digits: Digits.Type, by number: Int, recording: Bool)
    -> URLProtocol.Type
  {
    if number == 0 {
      return recording ? MintedRecording<Digits>.self : MintedReplaying<Digits>.self
    }
    return number & 1 == 1
      ? extend(One<Digits>.self, by: number >> 1, recording: recording)
      : extend(Zero<Digits>.self, by: number >> 1, recording: recording)
  }
}

/// The class of one replaying session.
private final class MintedReplaying<Number>: ReplayingURLProtocol {
  override class var decider: URLProtocol.Type? { handle?.decider }
  override class var deck: Deck? { handle?.deck }
  override class var handle: SessionContext? { MintedClasses.handle(for: self) }
}

/// The class of one recording session.
private final class MintedRecording<Number>: RecordingURLProtocol {
  override class var decider: URLProtocol.Type? { handle?.decider }
  override class var deck: Deck? { handle?.deck }
  override class var handle: SessionContext? { MintedClasses.handle(for: self) }
}
