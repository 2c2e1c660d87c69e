#if CommandLineTool
  import NIOCore
  import VCRCore

  /// The requests that got a response out of ``RenderedResponses``, by the bytes of their heads:
  /// the same bytes get the same response again, without being parsed, redacted and decided about.
  ///
  /// It decides nothing. What stands here was decided in the usual way, and the deck said that it
  /// would decide the same again.
  struct KnownRequests {
    /// A digest of 128 bits of a head and of what it depends on.
    ///
    /// It is SipHash under keys of this process, like ``Swift/Array/appendDigest(to:)``: a client
    /// cannot make heads that collide.
    struct Head: Hashable {
      private let first: Int
      private let second: Int

      private init(_ combine: (inout Hasher) -> Void) {
        var (first, second) = (Hasher(), Hasher())
        second.combine(UInt8(1))
        combine(&first)
        combine(&second)
        (self.first, self.second) = (first.finalize(), second.finalize())
      }

      /// Digests what the meaning of a head depends on beside its bytes.
      ///
      /// - Parameters:
      ///   - source: Where the requests of the connection come from.
      ///   - connection: The connection.
      init(from source: RequestSource, on connection: ClientConnection) {
        let address = connection.channel.localAddress?.ipAddress
        self.init { hasher in
          hasher.combine(source)
          hasher.combine(connection.entrance)
          hasher.combine(connection.mayLeadToProxy)
          hasher.combine(address)
        }
      }

      /// A head.
      ///
      /// - Parameters:
      ///   - bytes: All its bytes.
      ///   - circumstances: The digest of what its meaning depends on beside them.
      init(_ bytes: UnsafeRawBufferPointer, under circumstances: Head) {
        self.init { hasher in
          hasher.combine(circumstances.first)
          hasher.combine(circumstances.second)
          unsafe hasher.combine(bytes: bytes)
        }
      }

      func hash(into hasher: inout Hasher) { hasher.combine(first) }
    }

    /// The most requests; with one more, all are forgotten.
    private static let limit = 1 << 15

    /// The response that a request got.
    struct Known {
      /// The right to serve that again.
      let repetition: Deck.Repetition
      /// Where it is kept.
      let place: RenderedResponses.Place
    }

    private var known: [Head: Known] = [:]
    /// How many requests got their responses so.
    var served = 0

    /// The response that the request with this head got.
    subscript(head: Head) -> Known? { known[head] }

    /// Notes what a request got.
    mutating func note(_ head: Head, _ known: Known) {
      if self.known.count >= Self.limit { self.known = [:] }
      self.known[head] = known
    }
  }

  extension ProxyContext {
    /// Takes the response that the request with this head got before, if it gets it again; it is
    /// counted as served then.
    func takeKnown(_ head: KnownRequests.Head) -> RenderedResponses.Response? {
      guard let request = known[head], let response = rendered[request.place],
        deck.take(request.repetition)
      else { return nil }
      known.served += 1
      counters.addRequest()
      return response
    }
  }
#endif
