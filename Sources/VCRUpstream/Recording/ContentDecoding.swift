#if Recording
  import VCRCore

  /// Undoes content codings (RFC 9110 §8.4), one or several on top of each other.
  ///
  /// What cannot be undone whole (an unknown coding, broken or cut data, garbage behind its end, more
  /// output than the limit) is not undone at all: a recording must never hold half a body.
  public struct ContentDecoding: Sendable {
    /// A content coding that can be undone.
    public enum Coding: String, Sendable {
      /// RFC 9110 §8.4.1.3; `x-gzip` is the same.
      case gzip
      /// RFC 9110 §8.4.1.2, with the zlib wrapper or, as some servers send it, without.
      case deflate
      /// Brotli, RFC 7932.
      case br
      /// Zstandard, RFC 8878.
      case zstd

      init?(name: String) {
        switch name.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .br
        case "zstd": self = .zstd
        default: return nil
        }
      }
    }

    /// The codings in the order in which they were applied; empty for none.
    public let codings: [Coding]
    /// The most octets that come out; guards against bodies made to fill the memory.
    public let limit: Int

    /// Creates a decoding for the value of a `Content-Encoding` field.
    ///
    /// - Parameters:
    ///   - contentEncoding: The value; nil stands for no coding, as does `identity`.
    ///   - limit: The most octets that may come out, 1 GiB when not given.
    /// - Returns: nil when a coding is not known.
    public init?(contentEncoding: String?, limit: Int = 1 << 30) {
      var codings: [Coding] = []
      for name in MessageFraming.elements(contentEncoding ?? "") where !name.isEmpty {
        if name.equalsIgnoringASCIICase("identity") { continue }
        guard let coding = Coding(name: name) else { return nil }
        codings.append(coding)
      }
      self.codings = codings
      self.limit = limit
    }

    /// The octets with every coding undone.
    ///
    /// - Parameter bytes: The whole encoded content.
    /// - Returns: The content, or nil when it cannot be undone whole.
    public func decode(_ bytes: [UInt8]) -> [UInt8]? {
      var stream = makeStream()
      guard let first = stream.decode(bytes), let rest = stream.finish() else { return nil }
      return rest.isEmpty ? first : first + rest
    }

    /// A decoder that takes the content piece by piece.
    public func makeStream() -> Stream { Stream(codings: codings, limit: limit) }

    /// Undoes codings piece by piece: what a piece completes comes out at once.
    public struct Stream {
      private let stages: [any DecodingStage]
      private let limit: Int
      private var count = 0
      private var isBroken = false

      init(codings: [Coding], limit: Int) {
        // The coding applied last is the outermost, and undone first.
        stages = codings.reversed().map { coding in
          switch coding {
          case .gzip: InflateStage(.gzip)
          case .deflate: InflateStage(.deflate)
          case .br: BrotliStage()
          case .zstd: ZstandardStage()
          }
        }
        self.limit = limit
      }

      /// Takes a piece in.
      ///
      /// - Parameter bytes: The next piece of the encoded content.
      /// - Returns: The content that it completes, or nil when the data is broken.
      public mutating func decode(_ bytes: [UInt8]) -> [UInt8]? {
        guard !isBroken else { return nil }
        var bytes = bytes
        for stage in stages {
          // An inner coding must not outgrow the limit either.
          guard let output = stage.decode(bytes, limit: limit - count) else {
            isBroken = true
            return nil
          }
          bytes = output
        }
        count += bytes.count
        guard count <= limit else {
          isBroken = true
          return nil
        }
        return bytes
      }

      /// Ends the content.
      ///
      /// - Returns: Nothing or the last octets; nil when the data is broken or incomplete.
      public mutating func finish() -> [UInt8]? {
        guard !isBroken, stages.allSatisfy(\.isComplete) else { return nil }
        return []
      }
    }
  }

  /// One coding being undone.
  protocol DecodingStage: AnyObject {
    /// True when the data so far is complete, or when there was none.
    var isComplete: Bool { get }
    /// The content that the octets complete; nil when they are broken or exceed the limit.
    func decode(_ bytes: [UInt8], limit: Int) -> [UInt8]?
  }
#endif
