#if CommandLineTool
  import NIOCore
  import NIOHTTP1
  import VCRCore

  /// Keeps the octets of the head that is being read, before NIO's decoder makes strings of them.
  ///
  /// A string has no octets that are not UTF-8, so the decoder puts U+FFFD in their place. What a field
  /// held instead is looked up here, which only a field that has that character costs anything.
  final class HeadOctets: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var kept: [ByteBuffer] = []
    /// How many of the octets have been looked through, so that no field is taken for a later one.
    private var seen = 0
    private var isInHead = true
    private var isEndRead = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      kept.append(bytes)
      isEndRead = false
      context.fireChannelRead(data)
      // Of what has been read no more is needed than may begin the next head.
      if !isInHead {
        kept.removeAll()
        seen = 0
      } else if isEndRead {
        seen = max(0, seen - kept.dropLast().reduce(0) { $0 + $1.readableBytes })
        // Mostly a read ends with a head, and the buffer can be used for the next one.
        let isWhole = bytes.readableBytesView.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A])
        kept = isWhole ? [] : [bytes]
        if isWhole { seen = 0 }
      }
    }

    /// Takes note of what the decoder made of the octets.
    ///
    /// - Parameter part: What was read.
    /// - Returns: For a head the fields whose values are not UTF-8, by their numbers.
    func fields(in part: HTTPServerRequestPart) -> [Int: HeaderField] {
      switch part {
      case .head(let head):
        isInHead = false
        return fields(of: head.headers)
      case .body: break
      case .end:
        isInHead = true
        isEndRead = true
      }
      return [:]
    }

    private func fields(of headers: HTTPHeaders) -> [Int: HeaderField] {
      var fields: [Int: HeaderField] = [:]
      var rest: ArraySlice<UInt8> = []
      // U+FFFD begins with that octet, and so does little else.
      for (index, (name, value)) in headers.enumerated()
      where value.utf8.contains(0xEF) {
        if fields.isEmpty {
          rest = kept.flatMap { Array($0.readableBytesView) }.dropFirst(seen)
        }
        let line = rest.split(separator: UInt8(ascii: "\n")).first {
          Self.octets(of: name, in: $0).map(Self.text) == value
        }
        guard let line, let octets = Self.octets(of: name, in: line) else { continue }
        fields[index] = HeaderField(name, octets: octets)
        rest = rest[line.endIndex...]
        seen = rest.startIndex
      }
      return fields
    }

    /// The value on a line of a field, without white space around it; nil for another line.
    private static func octets(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      guard line.starts(with: name.utf8), line.dropFirst(name.utf8.count).first == 0x3A else {
        return nil
      }
      func isBlank(_ octet: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(octet) }
      let value = line.dropFirst(name.utf8.count + 1).drop(while: isBlank)
      guard let last = value.lastIndex(where: { !isBlank($0) }) else { return value }
      return value[...last]
    }

    private static func text(_ octets: ArraySlice<UInt8>) -> String {
      String(decoding: octets, as: UTF8.self)
    }
  }
#endif
