import VCRCore

/// The plain value for which a value with the tag of a language stands.
///
/// Nothing is constructed: of the types that hold a text, or header fields, the tag says where the
/// plain value is. Anything else stays an object, of which no bytes are known.
enum ForeignObject {
  /// The plain value of a list or mapping.
  ///
  /// - Parameters:
  ///   - tag: Its tag; nil for none.
  ///   - value: The list or mapping.
  /// - Returns: The plain value, or the same value, marked where it is an object.
  static func plain(_ tag: String?, _ value: ForeignValue) -> ForeignValue {
    guard let tag else { return value }
    if let (_, plain) = types.first(where: { isTag(tag, of: $0.names) }),
      var plain = plain(value)
    {
      plain.line = value.line
      return plain
    }
    guard tag.contains("python/object") || tag.hasPrefix("!ruby/object") else { return value }
    var object = value
    object.isObject = true
    return object
  }

  /// The reason why a scalar with a tag is no text; nil for a text.
  static func fault(ofScalar tag: String) -> String? {
    if tag.hasPrefix(python + "name:") || tag.hasPrefix(python + "module:") {
      return "an object of Python"
    }
    return tag.hasPrefix("!ruby/class") || tag.hasPrefix("!ruby/module") ? "a class of Ruby" : nil
  }

  /// The beginning of the tags of Python.
  static let python = "tag:yaml.org,2002:python/"

  private static func isTag(_ tag: String, of names: [String]) -> Bool {
    names.contains { name in
      name.hasPrefix(".")
        ? tag.contains("python/object")
          && (tag.hasSuffix(name) || tag.hasSuffix(":\(name.dropFirst())"))
        : tag == name || tag.hasPrefix(name + ":")
    }
  }

  /// The types: a name with a dot is the end of a class of Python, another the beginning of a tag.
  private static let types: [(names: [String], plain: @Sendable (ForeignValue) -> ForeignValue?)] =
    [
      // A buffer holds its bytes first.
      ([".BytesIO", ".StringIO"], { scalar(($0["state"] ?? $0).elements.first) }),
      // A body that was sent piece by piece is there as a whole, unless it was used up.
      ([".iter"], { joined(arguments(of: $0).first) }),
      ([".bytearray", "._codecs.encode"], encoded),
      ([".HTTPStatus", ".istr"], { scalar(arguments(of: $0).first) }),
      ([".OrderedDict", ".CIMultiDict", ".MultiDict"], { list(arguments(of: $0).first) }),
      ([".defaultdict"], { $0["dictitems"] }),
      ([".frozenset"], { list(arguments(of: $0).first) }),
      // Each name in lower case has a pair, or the name and its values.
      (
        [".CaseInsensitiveDict", ".HTTPHeaderDict"],
        { value in value["_store", "_container"].flatMap(entries) }
      ),
      // The name as it was sent, in lower case, and the value.
      ([".Headers"], { value in (value["_list"]?.elements).flatMap { fields($0) } }),
      (["!ruby/string", "!str", "tag:yaml.org,2002:str"], { scalar($0["str"]) }),
      (["!ruby/hash-with-ivars"], { $0["elements"] }),
      (["!ruby/array"], { $0["internal"] }),
    ]

  /// The arguments with which Python would construct an object.
  private static func arguments(of value: ForeignValue) -> [ForeignValue] {
    (value["args"] ?? value).elements
  }

  private static func scalar(_ value: ForeignValue?) -> ForeignValue? {
    value.flatMap { $0.bytes == nil ? nil : $0 }
  }

  private static func list(_ value: ForeignValue?) -> ForeignValue? {
    if case .list = value?.content { value } else { nil }
  }

  private static func joined(_ value: ForeignValue?) -> ForeignValue? {
    guard let value else { return nil }
    if value.bytes != nil { return text(value.bytes ?? []) }
    let pieces = value.elements.compactMap(\.bytes)
    guard !pieces.isEmpty, pieces.count == value.elements.count else { return nil }
    return text(pieces.flatMap { $0 })
  }

  /// A text whose characters are bytes, with the charset that says so.
  @Sendable private static func encoded(_ value: ForeignValue) -> ForeignValue? {
    let arguments = arguments(of: value)
    guard let bytes = arguments.first?.bytes else { return nil }
    guard arguments.count > 1 else { return text(bytes) }
    return arguments[1].text.flatMap(Charset.init(name:))?.encode(bytes).map { text($0) }
  }

  private static func text(_ bytes: [UInt8]) -> ForeignValue {
    ForeignValue(.scalar(bytes), line: 0, isText: true)
  }

  /// The pairs of `_store`, which may be a list by itself, or the names and values of `_container`.
  private static func entries(_ value: ForeignValue) -> ForeignValue? {
    let entries = value.members?.map(\.value) ?? value.elements.map { $0.elements.last ?? $0 }
    let pairs = entries.map { entry in
      let parts = entry.elements
      return parts.dropFirst().map { pair(parts[0], $0) }
    }
    return pairs.contains(where: \.isEmpty)
      ? nil : ForeignValue(.list(pairs.flatMap { $0 }), line: 0)
  }

  private static func fields(_ triples: [ForeignValue]) -> ForeignValue? {
    guard triples.allSatisfy({ $0.elements.count == 3 }) else { return nil }
    return ForeignValue(.list(triples.map { pair($0.elements[0], $0.elements[2]) }), line: 0)
  }

  private static func pair(_ name: ForeignValue, _ value: ForeignValue) -> ForeignValue {
    ForeignValue(.list([name, value]), line: name.line)
  }
}
