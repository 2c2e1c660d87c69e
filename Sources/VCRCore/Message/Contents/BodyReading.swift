/// How a body that is neither a form nor in parts is read, the same by all who print places in it
/// and by all who take them.
package enum BodyReading {
  /// A JSON structure, whatever the message says of it, or any JSON of one that says it is JSON.
  case json(JSONText)
  /// Events of a message that says so, or lines of JSON, whatever it says.
  case stream(StreamParts)
  /// Anything else, in which only patterns name places.
  case text

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its declared media type.
  package init(_ bytes: [UInt8], _ type: MediaType?) {
    let format = StreamFormat(type)
    guard format != .events else {
      self = .stream(StreamParts(bytes, .event))
      return
    }
    let isStructure = Self.beginsStructure(bytes)
    if format == .lines, let stream = Self.linesOfJSON(bytes, type) {
      self = .stream(stream)
    } else if let text = Self.json(bytes, type) {
      self = .json(text)
    } else if isStructure, let stream = Self.linesOfJSON(bytes, type) {
      self = .stream(stream)
    } else {
      self = .text
    }
  }

  /// The JSON that a body is as a whole: a structure, whatever the message says of it, or any JSON
  /// of a message that says it is JSON.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its declared media type.
  /// - Returns: Nil for anything else.
  package static func json(_ bytes: [UInt8], _ type: MediaType?) -> JSONText? {
    // A lone number or word is also JSON, but readers expect it as text, on a line as well.
    let isWhole = beginsStructure(bytes) || type?.isJSON == true && StreamFormat(type) == nil
    return isWhole ? JSONText(bytes) : nil
  }

  /// True for a body that begins as an object or an array of JSON does.
  package static func beginsStructure(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 > 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The lines of a body each of which is a JSON structure.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its declared media type.
  /// - Returns: Nil for anything else, and for one line of a message that says nothing of lines.
  package static func linesOfJSON(_ bytes: [UInt8], _ type: MediaType?) -> StreamParts? {
    let count = StreamFormat(type) == .lines ? 1 : 2
    let stream = StreamParts(bytes, .line)
    let lines = stream.parts.lazy.filter { $0.number > 0 }
    guard lines.prefix(count).count == count, lines.allSatisfy({ stream.json(of: $0) != nil })
    else { return nil }
    return stream
  }
}
