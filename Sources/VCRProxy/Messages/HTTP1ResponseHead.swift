#if CommandLineTool
  import NIOCore
  import NIOHTTP1
  import VCRCore

  /// Writes the head of an HTTP/1.1 response (RFC 9112 §4, §5) byte by byte as it was recorded:
  /// with its reason phrase, the order and case of its fields, and values in ISO-8859-1.
  enum HTTP1ResponseHead {
    /// How the end of the body is found (RFC 9112 §6.3).
    enum Framing: Equatable {
      /// There is no body, and no field that announces a length.
      case none
      /// There is no body, but a length may be announced, as in the response to `HEAD`.
      case noneButLength
      /// The given number of bytes follows.
      case length(Int)
      /// Chunks follow.
      case chunked
      /// The body ends with the connection.
      case untilClose
    }

    /// The persistence of the connection, as the response names it.
    enum Persistence: Equatable {
      /// The response names nothing: the connection stays open, the default of HTTP/1.1.
      case usual
      /// The connection stays open although the client speaks HTTP/1.0.
      case keepAlive
      /// The connection closes after the response.
      case close
      /// The connection speaks another protocol after the response (RFC 9110 §7.8).
      case switching(to: String)
    }

    /// Appends a response's head to a buffer.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - framing: How its body ends; the fields for it are recomputed.
    ///   - persistence: The persistence of the connection after the response.
    ///   - isDecoded: True when the body's content coding was removed.
    ///   - buffer: The buffer to append to.
    static func write(
      _ response: Interaction.Response, framing: Framing, persistence: Persistence,
      isDecoded: Bool, into buffer: inout ByteBuffer
    ) {
      writeStatusLine(response, into: &buffer)
      var isLengthWritten = false
      var response = response
      if case .length(let count) = framing, response.fieldOrder != nil {
        response.announce(length: count)
      }
      let meant = TransferFields.Kinds.meant(by: response.status)
      var namesUpgrade = false
      for field in response.headers.fields {
        if TransferFields.contains(field.name, in: .unforwarded) {
          guard TransferFields.contains(field.name, in: meant) else { continue }
          namesUpgrade = namesUpgrade || meant == .upgrade
          write(field, into: &buffer)
          continue
        }
        if field.name.equalsIgnoringASCIICase("content-length") {
          switch framing {
          case .noneButLength: break
          case .length(let count):
            guard !isLengthWritten else { continue }
            isLengthWritten = true
            write(field.name, String(count), into: &buffer)
            continue
          case .none, .chunked, .untilClose: continue
          }
        }
        // Trailer fields that cannot follow are not announced.
        if framing != .chunked, framing != .noneButLength,
          field.name.equalsIgnoringASCIICase("trailer")
        {
          continue
        }
        if isDecoded, field.name.equalsIgnoringASCIICase("content-encoding") { continue }
        write(field, into: &buffer)
      }
      switch framing {
      case .length(let count) where !isLengthWritten:
        write(response.headers.spelled("Content-Length"), String(count), into: &buffer)
      case .chunked: buffer.writeStaticString("Transfer-Encoding: chunked\r\n")
      default: break
      }
      // A sender of `Upgrade` names it (RFC 9110 §7.8).
      if namesUpgrade { buffer.writeStaticString("Connection: Upgrade\r\n") }
      switch persistence {
      case .usual: break
      case .keepAlive: buffer.writeStaticString("Connection: keep-alive\r\n")
      case .close: buffer.writeStaticString("Connection: close\r\n")
      case .switching(let name):
        buffer.writeStaticString("Connection: Upgrade\r\n")
        write("Upgrade", name, into: &buffer)
      }
      buffer.writeStaticString("\r\n")
    }

    /// Appends an interim response, which has neither body nor framing, and announces no length
    /// (RFC 9110 §8.6).
    static func writeInterim(_ response: Interaction.Response, into buffer: inout ByteBuffer) {
      writeStatusLine(response, into: &buffer)
      for field in response.headers.fields
      where !TransferFields.contains(field.name, in: [.unforwarded, .length]) {
        write(field, into: &buffer)
      }
      buffer.writeStaticString("\r\n")
    }

    /// Appends one field.
    static func write(_ field: HeaderField, into buffer: inout ByteBuffer) {
      guard field.isLatin1 else {
        write(field.name, field.value, into: &buffer)
        return
      }
      writeSafely(field.name, into: &buffer)
      buffer.writeStaticString(": ")
      writeSafely(field.bytes, into: &buffer)
      buffer.writeStaticString("\r\n")
    }

    private static func write(_ name: String, _ value: String, into buffer: inout ByteBuffer) {
      writeSafely(name, into: &buffer)
      buffer.writeStaticString(": ")
      writeSafely(value, into: &buffer)
      buffer.writeStaticString("\r\n")
    }

    private static func writeStatusLine(
      _ response: Interaction.Response, into buffer: inout ByteBuffer
    ) {
      let status = response.status ?? 200
      buffer.writeStaticString("HTTP/1.1 ")
      buffer.writeString(String(status))
      buffer.writeStaticString(" ")
      if let reason = response.reason {
        writeSafely(ReasonPhrase.bytes(of: reason), into: &buffer)
      } else {
        buffer.writeString(HTTPResponseStatus(statusCode: status).reasonPhrase)
      }
      buffer.writeStaticString("\r\n")
    }

    /// Appends text of a cassette, which people may edit: a line break in it must not end the field
    /// (RFC 9112 §11.1).
    private static func writeSafely(_ text: String, into buffer: inout ByteBuffer) {
      let hasLineBreak = text.withUTF8Span { span in
        for index in 0..<span.count where isLineBreak(span[index]) { return true }
        return false
      }
      if hasLineBreak {
        writeSafely(Array(text.utf8), into: &buffer)
      } else {
        buffer.writeString(text)
      }
    }

    private static func writeSafely(_ bytes: [UInt8], into buffer: inout ByteBuffer) {
      buffer.writeBytes(
        bytes.contains(where: isLineBreak) ? bytes.map { isLineBreak($0) ? 0x20 : $0 } : bytes)
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool {
      byte == 0x0D || byte == 0x0A || byte == 0
    }
  }
#endif
