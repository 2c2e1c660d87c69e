#if BUNDLED_YAML
  private import CYaml
#else
  private import Clibyaml
#endif
import VCRCore

/// A YAML text as a value.
struct ForeignYAML: Sendable {
  /// The first document that holds something, or all of these as a list.
  let value: ForeignValue

  /// The line, counted from 1, in which a further document begins that holds something and is not
  /// read; nil for none.
  let nextDocument: Int?

  /// The number of line ends, as YAML counts them.
  let lineEnds: Int

  /// The size of the values.
  let size: Size

  /// The limited sizes of a text.
  struct Size: Sendable {
    /// The number of values.
    var count = 0
    /// The size that all aliases add when they are expanded.
    var aliased = 0

    /// Adds the sizes of another text.
    static func += (sum: inout Size, other: Size) {
      sum.count += other.count
      sum.aliased += other.aliased
    }

    /// The largest sizes that a recording has.
    ///
    /// - Parameter byteCount: Its size in bytes.
    /// - Returns: The limits.
    static func limit(forBytes byteCount: Int) -> Size {
      // Recordings share header fields, and bodies only rarely.
      Size(
        count: YAMLBounds.maximumCount(forBytes: byteCount),
        aliased: 16 << 20 + 4 * byteCount)
    }
  }

  /// Reads the first YAML document of a text with its anchors and tags, or all of them as a list
  /// where the first says so; no tag constructs anything.
  ///
  /// An alias shares the value that it refers to, so it takes no memory; the total size of all
  /// aliases when expanded is limited.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - lineOffset: The number of lines before it.
  ///   - spansDocuments: Whether all documents are read; gets the first.
  /// - Throws: `YAMLFault` for text that is not YAML, or whose expanded size exceeds the limit.
  init(
    _ bytes: [UInt8], lineOffset: Int = 0, spansDocuments: (ForeignValue) -> Bool = { _ in false }
  ) throws(YAMLFault) {
    var builder = ForeignYAMLBuilder(byteCount: bytes.count, lineOffset: lineOffset)
    var (lineEnds, laterDocument) = (0, Int?.none)
    unsafe try YAMLEvents.read(bytes) { event throws(YAMLFault) in
      if unsafe event.type == YAML_STREAM_END_EVENT {
        lineEnds = unsafe Int(event.start_mark.line)
        // Those that came after the first hold nothing.
        laterDocument = nil
        return true
      }
      if unsafe event.type == YAML_DOCUMENT_START_EVENT {
        if let first = builder.roots.first, builder.roots.count == 1, !spansDocuments(first) {
          laterDocument = unsafe Int(event.start_mark.line) + 1
        }
        builder.beginDocument()
      }
      unsafe try builder.take(event)
      return laterDocument == nil || !builder.holdsMore(thanDocuments: 1)
    }
    (self.lineEnds, nextDocument, size) = (lineEnds, laterDocument, builder.size)
    if laterDocument == nil, builder.roots.count > 1 {
      value = ForeignValue(.list(builder.roots), line: 1)
    } else {
      value = builder.roots.first ?? ForeignValue(.nothing, line: 1)
    }
  }
}

/// Builds a value from libyaml's events.
private struct ForeignYAMLBuilder {
  /// The value of each document that is complete and holds something.
  private(set) var roots: [ForeignValue] = []

  /// A list or mapping that has not ended.
  private struct Open {
    var isMap: Bool
    var line: Int
    var anchor: String?
    var elements: [ForeignValue] = []
    var members: [ForeignValue.Member] = []
    var name: ForeignValue?
    var tag: String?
    var weight = Weight()
  }

  /// The size of a value with its aliases expanded.
  private struct Weight {
    /// The number of its bytes, plus a constant for each value in it.
    var size = 8
    /// The number of nested levels.
    var height = 0

    mutating func add(_ other: Weight) {
      size += other.size
      height = max(height, other.height + 1)
    }
  }

  private var open: [Open] = []
  private var repeated: RepeatedScalars
  private var anchors: [String: (value: ForeignValue, weight: Weight)] = [:]

  /// The size of the values so far.
  private(set) var size = ForeignYAML.Size()
  private let limit: ForeignYAML.Size

  /// The number of lines before the text.
  private let lineOffset: Int

  init(byteCount: Int, lineOffset: Int) {
    limit = .limit(forBytes: byteCount)
    repeated = RepeatedScalars(byteCount: byteCount)
    self.lineOffset = lineOffset
  }

  /// The line of a mark, counted from 1.
  private func line(_ mark: yaml_mark_t) -> Int { Int(mark.line) + 1 + lineOffset }

  /// True when more documents than that hold something, one that has not ended included.
  func holdsMore(thanDocuments count: Int) -> Bool {
    roots.count + (open.isEmpty ? 0 : 1) > count
  }

  /// Forgets the anchors, which stand for nothing in another document.
  mutating func beginDocument() { anchors = [:] }

  mutating func take(_ event: yaml_event_t) throws(YAMLFault) {
    let mark = unsafe event.start_mark
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      var weight = Weight()
      weight.size += unsafe scalar.length
      let bytes = unsafe repeated.bytes(
        UnsafeBufferPointer(start: scalar.value, count: scalar.length))
      let value = unsafe Self.value(scalar, bytes, line: line(mark))
      try add(value, weight, anchor: unsafe Self.name(scalar.anchor), mark)
    case YAML_ALIAS_EVENT:
      let name = unsafe Self.name(event.data.alias.anchor) ?? ""
      guard let known = anchors[name] else {
        throw Self.fault(mark, "the alias *\(name) stands for nothing that comes before it")
      }
      size.aliased += known.weight.size
      guard size.aliased <= limit.aliased else {
        throw Self.fault(
          mark,
          "the aliases stand for more than \(limit.aliased >> 20) MiB, which no recording does")
      }
      try add(known.value, known.weight, anchor: nil, mark)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      try begin(isMap: false, unsafe Self.name(start.anchor), unsafe Self.name(start.tag), mark)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      try begin(isMap: true, unsafe Self.name(start.anchor), unsafe Self.name(start.tag), mark)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      let ended = open.removeLast()
      let content: ForeignValue.Content =
        ended.isMap ? .map(Self.merged(ended.members)) : .list(ended.elements)
      let value = ForeignObject.plain(ended.tag, ForeignValue(content, line: ended.line))
      try add(value, ended.weight, anchor: ended.anchor, mark)
    default: break
    }
  }

  private mutating func begin(
    isMap: Bool, _ anchor: String?, _ tag: String?, _ mark: yaml_mark_t
  ) throws(YAMLFault) {
    try checkDepth(0, mark)
    open.append(Open(isMap: isMap, line: line(mark), anchor: anchor, tag: tag))
  }

  private func checkDepth(_ height: Int, _ mark: yaml_mark_t) throws(YAMLFault) {
    guard open.count + height < YAMLBounds.maximumDepth else {
      throw Self.fault(mark, "nested deeper than \(YAMLBounds.maximumDepth) levels")
    }
  }

  /// Adds a complete value to its container.
  private mutating func add(
    _ value: ForeignValue, _ weight: Weight, anchor: String?, _ mark: yaml_mark_t
  ) throws(YAMLFault) {
    // An anchor is kept by its name until its document ends.
    size.count += anchor == nil ? 1 : 4
    guard size.count <= limit.count else {
      throw Self.fault(mark, "more than \(limit.count) values, which no recording of its size has")
    }
    try checkDepth(weight.height, mark)
    if let anchor { anchors[anchor] = (value, weight) }
    guard let last = open.indices.last else {
      if value.content != .nothing { roots.append(value) }
      return
    }
    open[last].weight.add(weight)
    if !open[last].isMap {
      open[last].elements.append(value)
    } else if let name = open[last].name {
      // Ruby writes symbols, for keys as well.
      let text = name.text ?? ""
      let isSymbol = text.utf8.first == UInt8(ascii: ":")
      open[last].members.append(
        .init(name: isSymbol ? String(text.dropFirst()) : text, value: value))
      open[last].name = nil
    } else {
      open[last].name = value
    }
  }

  /// The members together with those merged by `<<`, as YAML 1.1 defines it.
  private static func merged(_ members: [ForeignValue.Member]) -> [ForeignValue.Member] {
    guard members.contains(where: { $0.name == "<<" }) else { return members }
    var merged = members.filter { $0.name != "<<" }
    var names = Set(merged.map(\.name))
    for member in members where member.name == "<<" {
      let sources = member.value.members.map { [$0] } ?? member.value.elements.compactMap(\.members)
      guard !sources.isEmpty else {
        merged.append(member)
        continue
      }
      for added in sources.joined() where names.insert(added.name).inserted {
        merged.append(added)
      }
    }
    return merged
  }

  private typealias Scalar = yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar

  private static func value(_ scalar: Scalar, _ bytes: [UInt8], line: Int) -> ForeignValue {
    // Nearly every scalar has none, and is text unless it is plain.
    guard let tag = unsafe name(scalar.tag), !tag.isEmpty else {
      return untagged(bytes, isText: unsafe scalar.plain_implicit == 0, line: line)
    }
    switch tag {
    case "tag:yaml.org,2002:binary", "!binary", ForeignObject.python + "bytes":
      guard let decoded = Base64Lines.decode(bytes[...]) else {
        return ForeignValue(.unreadable("not the Base64 that !binary says it is"), line: line)
      }
      return ForeignValue(.scalar(decoded), line: line, isText: true)
    case "!ruby/regexp":
      return ForeignValue(.unreadable("a regular expression (!ruby/regexp)"), line: line)
    default:
      if let fault = ForeignObject.fault(ofScalar: tag) {
        return ForeignValue(.unreadable(fault), line: line)
      }
    }
    // The tag “!” makes a plain scalar text.
    return untagged(bytes, isText: !notText.contains(tag), line: line)
  }

  /// The value of a scalar whose tag says no more than whether it is text.
  private static func untagged(_ bytes: [UInt8], isText: Bool, line: Int) -> ForeignValue {
    // Of nearly every scalar the first byte shows that it is not null.
    let mayBeNothing = !isText && bytes.count <= 4 && (bytes.first.map(firsts.contains) ?? true)
    if mayBeNothing, YAMLScalar.isNull(bytes[...]) {
      return ForeignValue(.nothing, line: line)
    }
    return ForeignValue(.scalar(bytes), line: line, isText: isText)
  }

  private static let notText = Set(
    ["int", "float", "bool", "null", "timestamp"].map { "tag:yaml.org,2002:" + $0 })

  private static let firsts = ByteSet("~nN")

  private static func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  private static func fault(_ mark: yaml_mark_t, _ reason: String) -> YAMLFault {
    YAMLFault(line: Int(mark.line), column: Int(mark.column), reason: reason)
  }
}
