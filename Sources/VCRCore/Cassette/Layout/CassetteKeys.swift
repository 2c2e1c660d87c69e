/// The keys of one kind of node of a cassette, in the order in which they are written.
///
/// The enumerations that conform are the only list of a cassette's keys. Reader, writer, editing,
/// merge, review and check name a key by its case, so that none can read or write one that the
/// others treat as unknown. A new key is a new case; the reader's switch then requires it.
package protocol CassetteKeys: RawRepresentable<String>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {
  /// The column of these keys in an item that the writer lays out.
  static var column: Int { get }
}

extension CassetteKeys {
  /// The start of the writer's line for this key when the value is on the same line: `    url: `.
  var lineStart: [UInt8] {
    Array("\(String(repeating: " ", count: Self.column))\(rawValue): ".utf8)
  }
}

/// Keys among which are those of JSON in each of its forms.
package protocol JSONFormKeys: CassetteKeys {
  /// JSON without spaces.
  static var json: Self { get }
  /// JSON with a space after `,` and `:`.
  static var jsonSpaced: Self { get }
  /// The same as `json` with its long strings on several lines.
  static var jsonFolded: Self { get }
  /// The same as `jsonSpaced` with its long strings on several lines.
  static var jsonSpacedFolded: Self { get }
}

extension JSONFormKeys {
  /// How the value shows JSON; nil for the keys of everything else.
  package var jsonForm: JSONForm? {
    switch self {
    case .json: JSONForm(isSpaced: false, isFolded: false)
    case .jsonSpaced: JSONForm(isSpaced: true, isFolded: false)
    case .jsonFolded: JSONForm(isSpaced: false, isFolded: true)
    case .jsonSpacedFolded: JSONForm(isSpaced: true, isFolded: true)
    default: nil
    }
  }

  /// The key of JSON that is shown in a form.
  init(_ form: JSONForm) {
    self =
      form.isSpaced
      ? (form.isFolded ? .jsonSpacedFolded : .jsonSpaced) : (form.isFolded ? .jsonFolded : .json)
  }
}

/// The keys at the top of a cassette.
package enum HeadingKey: String, CassetteKeys {
  case vcr
  case valueDigests = "value_digests"
  case interactions

  package static let column = 0
}

/// The key in `value_digests` that is no name of a placeholder.
package enum ValueDigestsKey: String, CassetteKeys {
  case salt

  package static let column = 2
}

/// The keys at the top of other tools' files, by which they are recognised.
package enum ForeignHeadingKey: String, CassetteKeys {
  case httpInteractions = "http_interactions"
  case log

  package static let column = 0
}

/// The keys of an item of `interactions`.
package enum ItemKey: String, CassetteKeys {
  case match, times, request, response, messages, error, left, seconds
  case recordedAt = "recorded_at"

  package static let column = 2
}

/// The keys of a request.
package enum RequestKey: String, CassetteKeys {
  case method, url, http, headers, body, trailers

  package static let column = 4
}

/// The keys of a response.
package enum ResponseKey: String, CassetteKeys {
  case interim, status, http
  case mediaType = "media_type"
  case textEncoding = "text_encoding"
  case awaits
  case headers
  case headerOrder = "header_order"
  case length, body, trailers
  case trailerOrder = "trailer_order"

  package static let column = 4
}

/// The keys of an interim response.
package enum InterimKey: String, CassetteKeys {
  case status, headers
  case headerOrder = "header_order"

  package static let column = 6
}

/// The keys of a failure.
package enum ErrorKey: String, CassetteKeys {
  case code, domain, number, message, reset

  package static let column = 4
}

/// The key of a header field's value that is not UTF-8.
///
/// A value in a list may stand under its own spelling of the name in place of that.
package enum FieldValueKey: String, CassetteKeys {
  case latin1

  package static let column = 8
}

/// The keys of a body, and of a part's content.
package enum BodyKey: String, JSONFormKeys {
  case encoding, encoded, charset, boundary, preamble, epilogue, spelling, json
  case jsonSpaced = "json_spaced"
  case jsonFolded = "json_folded"
  case jsonSpacedFolded = "json_spaced_folded"
  case form, text, lines, chunks, multipart, base64, file

  package static let column = 6

  /// True for the keys that hold the content; a body has one of them.
  var isForm: Bool {
    switch self {
    case .encoding, .encoded, .charset, .boundary, .preamble, .epilogue, .spelling: false
    case .json, .jsonSpaced, .jsonFolded, .jsonSpacedFolded, .form, .text, .lines, .chunks,
      .multipart, .base64, .file:
      true
    }
  }
}

/// The keys of the bytes of a body in its content coding.
package enum EncodedKey: String, CassetteKeys {
  case of, base64, file

  package static let column = 8
}

/// The keys that a part of a multipart body has besides those of its content.
enum PartKey: String, CassetteKeys {
  case headers

  static let column = 8
}

/// The keys of a piece of a stream.
///
/// The fields of an event stand in their order on the wire.
package enum ChunkKey: String, CassetteKeys {
  case after, awaits, event, id, retry, data, comment, line, record, message, text, base64

  package static let column = 8

  /// The key of a field of an event.
  init(_ field: EventField) {
    switch field {
    case .event: self = .event
    case .id: self = .id
    case .retry: self = .retry
    case .data: self = .data
    case .comment: self = .comment
    }
  }

  /// The field of an event; nil for another key.
  package var field: EventField? { EventField(rawValue: rawValue) }

  /// True for a value that may stand on several lines.
  var mayBeLong: Bool { self == .data || self == .line || self == .record }
}

/// The keys of the text of an event or a line of a stream that stands on several lines.
package enum StreamTextKey: String, JSONFormKeys {
  case json
  case jsonSpaced = "json_spaced"
  case jsonFolded = "json_folded"
  case jsonSpacedFolded = "json_spaced_folded"
  case lines

  package static let column = 10
}

/// The keys of a message of a WebSocket.
package enum MessageKey: String, CassetteKeys {
  case after, client, service, close, by

  package static let column = 4
}

/// A kind of mapping within an item, for code that treats all of them alike.
package enum CassetteNode: CaseIterable {
  case item, request, response, interim, message, error, body, encoded, part, chunk, streamText

  /// True when this version knows the key in such a mapping.
  package func knows(_ key: String) -> Bool {
    switch self {
    case .item: ItemKey(rawValue: key) != nil
    case .request: RequestKey(rawValue: key) != nil
    case .response: ResponseKey(rawValue: key) != nil
    case .interim: InterimKey(rawValue: key) != nil
    case .message: MessageKey(rawValue: key) != nil
    case .error: ErrorKey(rawValue: key) != nil
    case .body: BodyKey(rawValue: key) != nil
    case .encoded: EncodedKey(rawValue: key) != nil
    case .part: PartKey(rawValue: key) != nil || BodyKey(rawValue: key) != nil
    case .chunk: ChunkKey(rawValue: key) != nil
    case .streamText: StreamTextKey(rawValue: key) != nil
    }
  }

  /// The kind of the mapping, or of a list's mappings, under a key; nil for any other value.
  package func below(_ key: String) -> CassetteNode? {
    switch self {
    case .item:
      switch ItemKey(rawValue: key) {
      case .request: .request
      case .response: .response
      case .messages: .message
      case .error: .error
      default: nil
      }
    case .request: RequestKey(rawValue: key) == .body ? .body : nil
    case .response:
      switch ResponseKey(rawValue: key) {
      case .body: .body
      case .interim: .interim
      default: nil
      }
    case .message:
      switch MessageKey(rawValue: key) {
      case .client, .service: .body
      default: nil
      }
    case .body:
      switch BodyKey(rawValue: key) {
      case .encoded: .encoded
      case .multipart: .part
      case .chunks: .chunk
      default: nil
      }
    case .chunk: ChunkKey(rawValue: key)?.mayBeLong == true ? .streamText : nil
    case .interim, .error, .encoded, .part, .streamText: nil
    }
  }
}

extension YAMLTree {
  /// The key that a scalar names; nil for one this version does not know.
  package func key<Key: CassetteKeys>(_ node: Int, as type: Key.Type = Key.self) -> Key? {
    // An enumeration's own look-up takes a fraction of what comparing slices does in a debug build.
    Key(rawValue: String(decoding: content(node), as: UTF8.self))
  }

  /// A value of a header field.
  package struct FieldValue {
    /// The name in the case it has here, where that is another than the section's key.
    package var spelling: String?
    /// The scalar.
    package var value: Int
    /// True when its characters are bytes.
    package var isLatin1: Bool
  }

  /// Reads a value of a header field: a scalar, `latin1:` and a scalar, or either of them under the
  /// name in another case.
  ///
  /// - Parameters:
  ///   - node: The value, or an element of the list of values.
  ///   - name: The key in the section.
  /// - Returns: Nil when it is none of these.
  package func fieldValue(_ node: Int, of name: String) -> FieldValue? {
    if isScalar(node) { return FieldValue(value: node, isLatin1: false) }
    if let value = value(FieldValueKey.latin1, in: node) {
      return isScalar(value) ? FieldValue(value: value, isLatin1: true) : nil
    }
    guard nodes[node].kind == .mapping, case let keys = Array(children(node)), keys.count == 1,
      case let spelling = string(keys[0]), spelling.equalsIgnoringASCIICase(name)
    else { return nil }
    let inner = value(ofKey: keys[0])
    let latin1 = value(FieldValueKey.latin1, in: inner)
    guard isScalar(latin1 ?? inner) else { return nil }
    return FieldValue(spelling: spelling, value: latin1 ?? inner, isLatin1: latin1 != nil)
  }

  /// The names of the fields of a section, each as often as it has values.
  package func fieldNames(in section: Int) -> [String] {
    guard nodes[section].kind == .mapping else { return [] }
    return children(section).flatMap { key in
      let value = value(ofKey: key)
      let count = nodes[value].kind == .sequence ? Array(children(value)).count : 1
      return Array(repeating: string(key), count: count)
    }
  }

  /// The value under a key of a mapping, or nil.
  package func value(_ key: some CassetteKeys, in mapping: Int) -> Int? {
    guard nodes[mapping].kind == .mapping else { return nil }
    let name = key.rawValue
    for key in children(mapping) where content(key).elementsEqual(name.utf8) {
      return value(ofKey: key)
    }
    return nil
  }
}
