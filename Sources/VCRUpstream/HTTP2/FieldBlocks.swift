#if Recording
  package import NIOCore
  package import NIOHPACK
  import NIOHTTP2
  package import VCRCore

  /// The header and trailer sections of one HTTP/2 connection, which bypass the HTTP/2 library.
  ///
  /// The library holds values as `String`, which cannot hold every byte, and sends no section that
  /// is larger than a frame. So it gets the pseudo-header fields and a number, and
  /// ``FieldBlockHandler``, between it and the network, puts the section with that number in their
  /// place, or the other way round.
  ///
  /// It is used on one event loop only.
  package final class FieldBlocks {
    /// A section that was received.
    package struct Section {
      /// The pseudo-header fields (RFC 9113 §8.3) by name, such as `:path`.
      package var pseudo: [String: String] = [:]
      /// The bytes of `:path`, which are percent-encoded beside it; nil when all are ASCII.
      package var rawPath: [UInt8]?
      /// The other fields in wire order; empty when there were more bytes than are read.
      package var fields: [HeaderField] = []
      /// The number of bytes of all names and values.
      package var size = 0

      /// True when the fields were left out because there were too many bytes of them.
      package internal(set) var isTooLarge = false

      /// The number of bytes that are kept of it.
      fileprivate var keptSize: Int { isTooLarge ? 0 : size }
    }

    /// The most bytes of names and values in a section that was received.
    package let sizeLimit: Int

    /// The field that carries the number; it never reaches the network.
    static let numberName = "vcr-section"

    private struct Waiting {
      var section: Section
      /// The stream it came on; nil for one that is to be sent.
      var stream: Int?
    }

    /// The most received sections that wait, and the most bytes of them.
    private let receivedLimit: (count: Int, size: Int)

    /// The streams that this end has reset, of which the newest are known.
    private var resets = CircularBuffer<Int>()
    /// How many of the streams that this end has reset are known, as a peer may go on sending on
    /// each of those that it may have open at a time.
    package static let resetLimit = 128

    /// The stream that this end has reset last in this turn, for which no error was reported yet;
    /// nil once it ends the connection.
    private var lastReset: Reset?

    /// The section that the library is getting now.
    private var handedOver: Int?

    /// A stream that this end has reset.
    package struct Reset {
      /// The section for which the library has reset it; nil when it did so for another reason.
      package var refused: Section?
    }

    private var waiting: [Int: Waiting] = [:]
    private var received = (count: 0, size: 0)
    private var last = 0

    /// Creates a store for one connection.
    ///
    /// - Parameter sizeLimit: The most bytes of names and values in a section that is received.
    package init(sizeLimit: Int) {
      self.sizeLimit = sizeLimit
      // A limit is as large as a user likes.
      receivedLimit = (2000, max(1 << 20, min(sizeLimit, 1 << 32)) * 16)
    }

    // MARK: For the handlers of streams

    /// Keeps a section that is to be sent.
    ///
    /// - Parameters:
    ///   - pseudo: The pseudo-header fields in the order in which they are sent.
    ///   - fields: The other fields; their names are sent in lower case.
    /// - Returns: The fields that stand for the section when the library sends it.
    package func outgoing(
      _ pseudo: [(name: String, value: String)], _ fields: some Sequence<HeaderField>
    ) -> HPACKHeaders {
      var section = Section()
      var headers = HPACKHeaders()
      for (name, value) in pseudo {
        section.fields.append(HeaderField(name, value))
        headers.add(name: name, value: value, indexing: .nonIndexable)
      }
      for field in fields {
        var field = field
        field.name = field.name.lowercased()
        section.fields.append(field)
      }
      headers.add(
        name: Self.numberName, value: String(keep(section, from: nil)), indexing: .nonIndexable)
      return headers
    }

    /// The promise to write fields with that stand for a section to be sent: the section is
    /// forgotten when the library drops them, as it does when their stream is reset while they wait
    /// for the network or behind content.
    ///
    /// - Parameters:
    ///   - headers: The fields, made by ``outgoing(_:_:)``.
    ///   - promise: The promise of who writes them; nil for none.
    ///   - eventLoop: The event loop of the connection, on which this is called.
    /// - Returns: The promise.
    package func promise(
      for headers: HPACKHeaders, _ promise: EventLoopPromise<Void>?, on eventLoop: any EventLoop
    ) -> EventLoopPromise<Void> {
      let written = promise ?? eventLoop.makePromise()
      written.futureResult.assumeIsolated().whenFailure { _ in
        _ = self.number(in: headers).flatMap(self.take)
      }
      return written
    }

    /// How many sections wait, received ones and those to be sent.
    var waitingCount: Int { waiting.count }

    /// The section that the library's fields stand for.
    ///
    /// - Parameter headers: The fields that the library received.
    /// - Returns: The section; an empty one when it was given up in the meantime.
    package func received(_ headers: HPACKHeaders) -> Section {
      number(in: headers).flatMap(take) ?? Section()
    }

    /// True while the library gets frames, so that what it reports is about them.
    var isReceiving = false

    /// True for one of the last streams that this end has reset.
    package func hasReset(_ stream: Int) -> Bool { resets.contains(stream) }

    // MARK: For the handler of the connection

    /// The stream that an error ends alone (RFC 9113 §5.4.2); nil for an error of the whole
    /// connection, or of the network under it.
    ///
    /// The library resets such a stream before it reports the error, and goes on with the others.
    /// What hears of the reset may send frames meanwhile. Before an error of the whole connection
    /// it sends a `GOAWAY`.
    ///
    /// A frame that waits for the network does so even when its stream has been reset, and is then
    /// reported as one of an unknown stream, and dropped.
    ///
    /// - Parameter error: What the library reports.
    /// - Returns: What is known of the stream.
    package func reset(reportedBy error: any Error) -> Reset? {
      defer { lastReset = nil }
      let isDropped = error is NIOHTTP2Errors.NoSuchStream && !isReceiving
      if isDropped || error is NIOHTTP2Errors.StreamError { return lastReset ?? Reset() }
      return error is any NIOHTTP2Error ? lastReset : nil
    }

    /// Notes which section the library gets while a closure hands it over.
    func passing(_ number: Int, _ hand: () -> Void) {
      handedOver = number
      hand()
      handedOver = nil
    }

    /// Notes that this end resets a stream.
    func noteReset(of stream: Int) {
      if resets.count == Self.resetLimit { resets.removeFirst() }
      resets.append(stream)
      let isRefused = handedOver.flatMap { waiting[$0]?.stream } == stream
      lastReset = Reset(refused: isRefused ? handedOver.flatMap(take) : nil)
    }

    /// Notes that this end ends the connection, or that the turn of its resets is over.
    func forgetResets() { lastReset = nil }

    /// Keeps a section that was received on a stream, and returns its number.
    func keep(_ section: Section, from stream: Int?) -> Int {
      last += 1
      waiting[last] = Waiting(section: section, stream: stream)
      if stream != nil { received = (received.count + 1, received.size + section.keptSize) }
      return last
    }

    /// True when more has been received than streams wait for: nobody takes a section that the
    /// library drops, as it does with what comes on a stream that this end has reset.
    var isFull: Bool {
      received.count > receivedLimit.count || received.size > receivedLimit.size
    }

    /// Removes and returns a section.
    func take(_ number: Int) -> Section? {
      guard let taken = waiting.removeValue(forKey: number) else { return nil }
      if taken.stream != nil {
        received = (received.count - 1, received.size - taken.section.keptSize)
      }
      return taken.section
    }

    /// Forgets what was received on a stream that was reset, since nobody may ask for it any more.
    func forget(stream: Int) {
      for number in waiting.filter({ $0.value.stream == stream }).keys { _ = take(number) }
    }

    private func number(in headers: HPACKHeaders) -> Int? {
      headers.first(name: Self.numberName).flatMap { Int($0) }
    }
  }
#endif
