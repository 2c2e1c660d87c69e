#if Recording
  import VCRCore

  /// Cuts a streamed body into its events or lines, which is where a reader would cut it; where the
  /// network cut it differs from run to run.
  struct StreamCutter {
    /// What ends a piece.
    enum Unit {
      /// An event, ended by an empty line (the HTML standard, §9.2.5).
      case event
      /// A line.
      case line
    }

    private let unit: Unit
    private(set) var chunks: [Body.Chunk] = []
    private var length = 0
    /// True after octets of a line, false at its start.
    private var isWithinLine = false
    /// True once the piece holds more than line ends; empty lines before an event belong to it.
    private var hasContent = false
    private var previousWasCR = false
    /// True when the piece is complete but for an LF that may follow its last CR.
    private var isEnded = false
    private var lastArrival = 0.0

    /// Creates a cutter for a media type; nil when bodies of that type are no stream.
    init?(contentType: String?) {
      guard let contentType else { return nil }
      let type = MessageFraming.elements(String(contentType.prefix { $0 != ";" })).first
      switch type?.lowercased() {
      case "text/event-stream": unit = .event
      case "application/x-ndjson", "application/jsonl", "application/stream+json": unit = .line
      default: return nil
      }
    }

    /// Takes content in that arrived `after` seconds.
    mutating func add(_ bytes: [UInt8], after: Double) {
      for byte in bytes {
        if isEnded && byte != 0x0A { cut() }
        lastArrival = after
        length += 1
        switch unit {
        case .line: if byte == 0x0A { cut() }
        case .event: addToEvent(byte)
        }
      }
    }

    /// Lines end with CR LF, LF or CR.
    private mutating func addToEvent(_ byte: UInt8) {
      let isSecondHalf = byte == 0x0A && previousWasCR
      previousWasCR = byte == 0x0D
      switch byte {
      case 0x0A where isSecondHalf: if isEnded { cut() }
      case 0x0A, 0x0D:
        if !isWithinLine && hasContent { isEnded = true }
        isWithinLine = false
        if isEnded && byte == 0x0A { cut() }
      default:
        isWithinLine = true
        hasContent = true
      }
    }

    /// Ends the body; what is left over is a piece of its own.
    mutating func finish() -> [Body.Chunk] {
      if length > 0 { cut() }
      return chunks
    }

    private mutating func cut() {
      isEnded = false
      isWithinLine = false
      hasContent = false
      guard length > 0 else { return }
      chunks.append(Body.Chunk(length: length, after: lastArrival))
      length = 0
    }
  }
#endif
