#if Recording
  /// Undoes one content coding, piece by piece.
  protocol ContentDecoder {
    /// Takes a piece in and appends what it decodes to.
    ///
    /// - Returns: False when the input is broken or decodes to more than the limit.
    mutating func decode(_ input: [UInt8], into output: inout [UInt8], limit: Int) -> Bool

    /// True when the input so far is a whole: it ended where the coding says that it ends.
    var isComplete: Bool { get }
  }

  /// Undoes the content codings of a message (RFC 9110 §8.4).
  public enum ContentDecoding {
    /// How many bytes a body may decode to before it is kept as it came: 1 GiB.
    static let limit = 1 << 30

    /// Undoes the codings that a `Content-Encoding` value lists, the last one first.
    ///
    /// - Returns: The content, or nil when a coding is unknown, the bytes are broken or cut short,
    ///   or the content is larger than one GiB.
    public static func decode(_ bytes: [UInt8], encoding: String) -> [UInt8]? {
      decode(bytes, encoding: encoding, limit: limit)
    }

    /// Undoes the codings that a `Content-Encoding` value lists, the last one first.
    ///
    /// - Parameters:
    ///   - bytes: The encoded bytes.
    ///   - encoding: The codings.
    ///   - limit: How many bytes they may decode to.
    /// - Returns: The content, or nil when a coding is unknown, the bytes are broken or cut short,
    ///   or the content is larger than the limit.
    package static func decode(
      _ bytes: [UInt8], encoding: String, limit: Int
    ) -> [UInt8]? {
      var content = bytes
      for coding in encoding.split(separator: ",").reversed() {
        let name = coding.filter { $0 != " " && $0 != "\t" }.lowercased()
        if name == "identity" || name.isEmpty { continue }
        guard var decoder = decoder(for: name) else { return nil }
        var output: [UInt8] = []
        guard decoder.decode(content, into: &output, limit: limit), decoder.isComplete else {
          return nil
        }
        content = output
      }
      return content
    }

    /// The decoder of a coding by its registered name; nil for one that is not known here.
    static func decoder(for coding: String) -> (any ContentDecoder)? {
      switch coding {
      case "gzip", "x-gzip": ZlibDecoder(.gzip)
      case "deflate": ZlibDecoder(.deflate)
      case "br": BrotliDecoder()
      case "zstd": ZstandardDecoder()
      default: nil
      }
    }
  }

  /// How many bytes a decoder makes room for at a time.
  let decodingStep = 64 * 1024

  extension [UInt8] {
    /// Makes room for a step, lets the closure fill it, and keeps what it filled.
    mutating func appendStep<Result>(
      _ fill: (UnsafeMutableBufferPointer<UInt8>) -> (written: Int, result: Result)
    ) -> Result {
      let start = count
      append(contentsOf: repeatElement(0, count: decodingStep))
      let (written, result) = unsafe withUnsafeMutableBufferPointer { buffer in
        unsafe fill(UnsafeMutableBufferPointer(rebasing: buffer[start...]))
      }
      removeLast(decodingStep - written)
      return result
    }
  }
#endif
