#if Recording
  import NIOCore
  import VCRCore

  extension ByteBuffer {
    /// Writes one header or trailer field as HTTP/1 has it (RFC 9112 §5).
    mutating func writeField(_ field: HeaderField) {
      writeString(field.name)
      writeString(": ")
      if field.isLatin1 {
        writeBytes(field.bytes)
      } else {
        writeString(field.value)
      }
      writeString("\r\n")
    }
  }
#endif
