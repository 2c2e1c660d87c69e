#if BUNDLED_YAML
  package import CYaml
#else
  package import Clibyaml
#endif

/// The events of a YAML text, as libyaml gives them.
package enum YAMLEvents {
  /// Reads a text within `YAMLBounds`.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - encoding: Its encoding; by default it is recognised by its first bytes (YAML 1.1 §5.2).
  ///   - take: Takes an event, the last of the text included; false when that is enough.
  /// - Throws: `YAMLFault` with the place counted from the start of the text, and what `take`
  ///   throws.
  package static func read(
    _ bytes: [UInt8], as encoding: yaml_encoding_t = YAML_ANY_ENCODING,
    _ take: (yaml_event_t) throws(YAMLFault) -> Bool
  ) throws(YAMLFault) {
    try YAMLBounds.check(bytes)
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    precondition(unsafe yaml_parser_initialize(parser) == 1, "out of memory")
    defer { unsafe yaml_parser_delete(parser) }
    let fault: YAMLFault? = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe yaml_parser_set_encoding(parser, encoding)
      unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
      while true {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else {
          return unsafe Self.fault(parser.pointee, in: bytes)
        }
        defer { unsafe yaml_event_delete(&event) }
        do throws(YAMLFault) {
          guard unsafe try take(event), unsafe event.type != YAML_STREAM_END_EVENT else {
            return nil
          }
        } catch {
          return error
        }
      }
    }
    if let fault { throw fault }
  }

  /// The words for a byte that is not UTF-8; nil for another fault of the reader.
  private static func notUTF8(_ bytes: [UInt8], _ problem: String, at offset: Int) -> String? {
    guard problem.contains("UTF-8"), let byte = bytes.prefix(offset + 1).last(where: { $0 > 0x7F })
    else { return nil }
    let digits = String(byte, radix: 16, uppercase: true)
    return "the byte \(digits) is not UTF-8; save the text as UTF-8"
  }

  /// The fault that libyaml reports; its reader gives an offset alone, the other parts a line and a
  /// column.
  private static func fault(_ parser: yaml_parser_t, in bytes: [UInt8]) -> YAMLFault {
    // libyaml returns a pointer to a static string.
    let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "not YAML"
    guard unsafe parser.error != YAML_READER_ERROR else {
      let before = bytes.prefix(unsafe parser.problem_offset)
      let line = before.count { $0 == UInt8(ascii: "\n") }
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let column = before[start...].count { $0 & 0xC0 != 0x80 }
      let reason = notUTF8(bytes, problem, at: before.count) ?? problem
      return YAMLFault(line: line, column: column, reason: reason)
    }
    let mark = unsafe parser.problem_mark
    if mark.column == 0, let last = bytes.last, last != UInt8(ascii: "\n"), mark.line > 0 {
      // libyaml adds an end to an unfinished last line; the position is the end of the actual text.
      let lines = bytes.count { $0 == UInt8(ascii: "\n") }
      if mark.line > lines {
        let start = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = bytes[start...].count { $0 & 0xC0 != 0x80 }
        return YAMLFault(line: lines, column: column, reason: problem)
      }
    }
    return YAMLFault(line: Int(mark.line), column: Int(mark.column), reason: problem)
  }
}
