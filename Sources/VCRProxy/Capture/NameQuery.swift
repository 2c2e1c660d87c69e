#if CommandLineTool
  /// A question to a name server with one name in it (RFC 1035 §4), and the responses to it.
  struct NameQuery {
    /// The types that are distinguished.
    enum Kind: UInt16 {
      case address = 1
      case pointer = 12
      case newAddress = 28
    }

    /// The response to a question about a name.
    enum Answer: Equatable {
      /// The addresses of a name, of the family asked for.
      case addresses([[UInt8]])
      /// The name of an address.
      case name(String)
      /// There is such a name, but nothing of the type asked for.
      case nothing
      /// There is no such name.
      case unknown
      /// Nothing is known for now.
      case failure
    }

    /// How long a response may be kept, in seconds.
    private static let timeToLive: UInt32 = 30

    /// The name in lower case, without the dot at its end.
    let name: String
    /// The type; nil for any other.
    let kind: Kind?
    private let header: [UInt8]
    private let question: [UInt8]

    /// Parses a question; nil for anything else.
    init?(_ message: [UInt8]) {
      // Not a response, an ordinary query (opcode 0), one question.
      guard message.count > 12, message[2] & 0xF8 == 0, message[4] == 0, message[5] == 1
      else { return nil }
      var labels: [String] = []
      var place = 12
      while true {
        guard place < message.count else { return nil }
        let length = Int(message[place])
        guard length > 0 else { break }
        guard length < 64, place + length < message.count else { return nil }
        labels.append(String(decoding: message[place + 1...place + length], as: UTF8.self))
        place += length + 1
      }
      let end = place + 5
      guard end <= message.count else { return nil }
      name = labels.joined(separator: ".").lowercased()
      kind = Kind(rawValue: UInt16(message[place + 1]) << 8 | UInt16(message[place + 2]))
      header = Array(message[..<12])
      question = Array(message[12..<end])
    }

    /// The address that a question for a pointer names (RFC 1035 §3.5, RFC 3596 §2.5); nil for
    /// none.
    var pointedAddress: [UInt8]? {
      var labels = name.split(separator: ".")
      if labels.suffix(2) == ["in-addr", "arpa"] {
        labels.removeLast(2)
        let bytes = labels.reversed().compactMap { UInt8($0) }
        return bytes.count == 4 && labels.count == 4 ? bytes : nil
      }
      guard labels.suffix(2) == ["ip6", "arpa"] else { return nil }
      labels.removeLast(2)
      let digits = labels.reversed().compactMap { $0.count == 1 ? UInt8($0, radix: 16) : nil }
      guard digits.count == 32, labels.count == 32 else { return nil }
      return (0..<16).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
    }

    /// A response.
    func response(_ answer: Answer) -> [UInt8] {
      let data: [[UInt8]]
      let code: UInt8
      switch answer {
      case .addresses(let list): (data, code) = (list, 0)
      case .name(let name):
        let labels = name.split(separator: ".").map { [UInt8($0.utf8.count)] + Array($0.utf8) }
        (data, code) = ([labels.flatMap { $0 } + [0]], 0)
      case .nothing: (data, code) = ([], 0)
      case .failure: (data, code) = ([], 2)
      case .unknown: (data, code) = ([], 3)
      }
      var bytes = Array(header[..<2])
      // A response; recursion is available, and desired as it was.
      bytes += [0x80 | header[2] & 1, 0x80 | code, 0, 1, 0, UInt8(data.count), 0, 0, 0, 0]
      bytes += question
      for datum in data {
        // The name is the one of the question, at its place (RFC 1035 §4.1.4).
        bytes += [0xC0, 12] + question.suffix(4)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: Self.timeToLive >> (24 - 8 * $0)) }
        bytes += [UInt8(datum.count >> 8), UInt8(datum.count & 0xFF)] + datum
      }
      return bytes
    }
  }
#endif
