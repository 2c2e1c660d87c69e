/// Chooses the form in which a body is stored: the first one that is readable and gives the same
/// bytes again.
struct BodyWriter {
  /// The value of the message's `Content-Type`, or nil.
  let contentType: String?

  /// The column of the key `body`.
  let indent: Int

  /// The name of the folder for side files; nil to write everything into the cassette.
  let sideFolder: String?

  /// The size in bytes above which a body that is no text goes into a side file.
  ///
  /// Up to this size its Base64 is about a page; beyond, a review is better served by the image
  /// itself, and git by bytes that it can store as they are.
  static let binaryLimit = 4 << 10

  /// The size in bytes above which a text goes into a side file.
  ///
  /// No review shows a text of this size. JSON, forms and parts stay in the cassette at any size: a
  /// change of one member changes one line there, but would change the only line of a side file.
  static let textLimit = 1 << 20

  private let type: MediaType?
  private let coding: String?

  /// The suffix of the file of a body of whatever type that is still in a content coding; nil for
  /// one that is in none.
  private var codedSuffix: String? {
    guard let last = coding?.commaSeparatedWords.last else { return nil }
    let suffix = Self.suffix(ofCoding: last)
    return suffix == Self.binarySuffix ? nil : suffix
  }

  /// True for what is text by declaration, and may not become bytes by the form it is written in.
  private var isText = false

  var inner: Int { indent + 2 }

  /// Creates a writer for the body of one message or part.
  ///
  /// - Parameters:
  ///   - contentType: The value of the message's `Content-Type`, or nil.
  ///   - indent: The column of the key `body`.
  ///   - sideFolder: The name of the folder for side files; nil to write everything into the
  ///     cassette.
  ///   - coding: The value of the message's `Content-Encoding`, which says what a body is that was
  ///     not decoded; nil for none.
  init(contentType: String?, indent: Int, sideFolder: String?, coding: String? = nil) {
    self.contentType = contentType
    self.coding = coding
    self.indent = indent
    self.sideFolder = sideFolder
    type = contentType.map { MediaType($0) }
  }

  /// Appends `body:` and its form; nothing for an empty body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - out: The text of the item.
  ///   - files: Receives the side files to which the text refers.
  func append(_ body: Body, to out: inout [UInt8], files: inout [SideFile]) {
    guard !body.isEmpty || body.encoding != nil || !body.chunks.isEmpty else { return }
    out.appendSpaces(indent)
    out.append(contentsOf: "\(ResponseKey.body.rawValue):\n".utf8)
    if let encoding = body.encoding {
      appendKey(.encoding, " ", to: &out)
      YAMLScalar.append(encoding.utf8, to: &out)
      out.append(UInt8(ascii: "\n"))
      appendEncoded(body, to: &out, files: &files)
    }
    // Pieces that do not add up to the body would lose bytes.
    let isStream =
      body.file == nil && !body.chunks.isEmpty && body.chunks.allSatisfy { $0.length >= 0 }
      && body.chunks.reduce(0, { $0 + $1.length }) == body.count
    if let file = body.file {
      // Its name may be given without the folder: a text that belongs to no cassette has none.
      appendFile(file, to: &out, files: &files)
    } else if isStream {
      appendChunks(body, to: &out)
    } else if !body.isEmpty {
      if let type, type.isMultipart, appendParts(body.bytes, type, to: &out, files: &files) {
        return
      }
      appendForm(body.bytes, to: &out, files: &files)
    }
  }

  /// Appends how the encoded bytes come back.
  private func appendEncoded(_ body: Body, to out: inout [UInt8], files: inout [SideFile]) {
    switch body.encoded {
    case nil: break
    case .settings(let settings):
      appendKey(.encoded, " ", to: &out)
      YAMLScalar.append(settings.utf8, to: &out)
      out.append(UInt8(ascii: "\n"))
    case .bytes(let bytes):
      appendOrigin(of: body, to: &out)
      if bytes.count > Self.binaryLimit, sideFolder != nil {
        appendEncoded(Body(bytes), coding: body.encoding, to: &out, files: &files)
      } else {
        append(.base64, "|-", to: &out)
        Base64Lines.append(bytes, indent: inner + 4, to: &out)
      }
    case .file(let file):
      appendOrigin(of: body, to: &out)
      // Its name may be given without the folder: a text that belongs to no cassette has none.
      appendEncoded(Body(file), coding: body.encoding, to: &out, files: &files)
    }
  }

  /// Appends which content the encoded bytes below belong to.
  private func appendOrigin(of body: Body, to out: inout [UInt8]) {
    appendKey(.encoded, "\n", to: &out)
    append(.of, BodyReader.digest(of: body), to: &out)
  }

  private func appendEncoded(
    _ encoded: Body, coding: String?, to out: inout [UInt8], files: inout [SideFile]
  ) {
    let reference =
      "\(sideFolder ?? "")/\(encoded.digest).\(Self.suffix(ofCoding: coding ?? ""))"
    files.append(SideFile(reference: reference, body: encoded))
    var name: [UInt8] = []
    YAMLScalar.append(reference.utf8, to: &name)
    append(.file, String(decoding: name, as: UTF8.self), to: &out)
  }

  private func append(_ key: EncodedKey, _ rest: String, to out: inout [UInt8]) {
    out.appendSpaces(inner + 2)
    out.append(contentsOf: "\(key.rawValue): \(rest)\n".utf8)
  }

  /// The usual suffix of files in a content coding.
  private static func suffix(ofCoding coding: String) -> String {
    switch coding.lowercased() {
    case "gzip", "x-gzip": "gz"
    case "br": "br"
    case "zstd": "zst"
    default: binarySuffix
    }
  }

  private func appendForm(_ bytes: [UInt8], to out: inout [UInt8], files: inout [SideFile]) {
    guard Self.isUTF8(bytes[...]) else {
      if let (charset, text) = Charset.text(of: bytes, type: type) {
        if bytes.count > Self.textLimit, appendFile(bytes, to: &out, files: &files) { return }
        appendKey(.charset, " ", to: &out)
        out.append(contentsOf: charset.rawValue.utf8)
        out.append(UInt8(ascii: "\n"))
        appendLines(text, isJSON: false, to: &out)
      } else {
        appendBinary(bytes, to: &out, files: &files)
      }
      return
    }
    let canBeLiteral = LiteralBlock.canHold(bytes[...])
    let json = JSONScanner.layout(of: bytes)
    if canBeLiteral, let json, json.spacing != .odd, appendJSON(bytes, json, to: &out) { return }
    if type?.isForm == true, let pairs = FormEncoding.pairs(bytes), appendPairs(pairs, to: &out) {
      return
    }
    if bytes.count > Self.textLimit, appendFile(bytes, to: &out, files: &files) { return }
    if !canBeLiteral && !isText && Charset.looksBinary(bytes) {
      appendBinary(bytes, to: &out, files: &files)
      return
    }
    let cuts = LongLineSplitter(bytes, isJSON: json != nil, column: inner)
    if canBeLiteral && !cuts.hasLongLine {
      appendKey(.text, " ", to: &out)
      LiteralBlock.append(bytes[...], indent: inner, to: &out)
    } else {
      appendLines(bytes, cuts, to: &out)
    }
  }

  // MARK: - Messages of a WebSocket

  /// The most bytes of a text, and of a text that is JSON, that stand on the line of their key.
  private static let lineLimit = (text: 100, json: 72)

  /// Appends a text under the key of who sent it, on the same line where it is short.
  ///
  /// Of another tool's recording or of a hook it may be what no text can be (RFC 6455 §8.1); it is
  /// written as bytes then.
  ///
  /// - Parameters:
  ///   - body: The text.
  ///   - key: Who sent it.
  ///   - out: The text of the item.
  ///   - files: Receives the side files to which the text refers.
  func append(
    text body: Body, under key: MessageKey, to out: inout [UInt8], files: inout [SideFile]
  ) {
    guard body.file != nil || Self.isUTF8(body.bytes[...]) else {
      return append(binary: body, under: key, to: &out, files: &files)
    }
    out.appendSpaces(indent)
    out.append(contentsOf: "\(key.rawValue):".utf8)
    if body.file == nil, Self.isShort(body.bytes) {
      out.append(UInt8(ascii: " "))
      YAMLScalar.append(body.bytes, to: &out)
      out.append(UInt8(ascii: "\n"))
      return
    }
    out.append(UInt8(ascii: "\n"))
    if let file = body.file {
      appendFile(file, suffix: "txt", to: &out, files: &files)
    } else {
      var writer = BodyWriter(
        contentType: "text/plain; charset=utf-8", indent: indent, sideFolder: sideFolder)
      writer.isText = true
      writer.appendForm(body.bytes, to: &out, files: &files)
    }
  }

  /// True for a text that is readable on the line of its key.
  private static func isShort(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= lineLimit.text, !bytes.contains(UInt8(ascii: "\n")) else { return false }
    return bytes.count <= lineLimit.json || JSONScanner.layout(of: bytes) == nil
  }

  /// Appends bytes under the key of who sent them.
  ///
  /// The form says that they are no text: Base64, or a file of which the name ends in `.bin`.
  ///
  /// - Parameters:
  ///   - body: The bytes.
  ///   - key: Who sent them.
  ///   - out: The text of the item.
  ///   - files: Receives the side files to which the text refers.
  func append(
    binary body: Body, under key: MessageKey, to out: inout [UInt8], files: inout [SideFile]
  ) {
    out.appendSpaces(indent)
    out.append(contentsOf: "\(key.rawValue):\n".utf8)
    if let file = body.file {
      appendFile(file, suffix: Self.binarySuffix, to: &out, files: &files)
    } else if body.isEmpty {
      appendKey(.base64, " ''\n", to: &out)
    } else {
      var writer = BodyWriter(contentType: nil, indent: indent, sideFolder: sideFolder)
      writer.isBytes = true
      writer.appendBinary(body.bytes, to: &out, files: &files)
    }
  }

  /// The suffix of a file that holds a message that is no text.
  static let binarySuffix = "bin"

  /// True for what is bytes by declaration, whatever it looks like.
  private var isBytes = false

  private func appendBinary(_ bytes: [UInt8], to out: inout [UInt8], files: inout [SideFile]) {
    if bytes.count > Self.binaryLimit, appendFile(bytes, to: &out, files: &files) { return }
    appendKey(.base64, " |-\n", to: &out)
    Base64Lines.append(bytes, indent: inner + 2, to: &out)
  }

  /// Appends the form `file`.
  ///
  /// - Returns: False when no side files are written; nothing is appended then.
  private func appendFile(_ bytes: [UInt8], to out: inout [UInt8], files: inout [SideFile]) -> Bool
  {
    guard let sideFolder else { return false }
    let file = SideFile(
      reference: SideFiles.reference(
        to: bytes, in: sideFolder,
        suffix: (Self.isUTF8(bytes[...]) ? nil : codedSuffix) ?? type?.fileSuffix
          ?? (!isBytes && Self.isUTF8(bytes[...]) ? "txt" : Self.binarySuffix)),
      bytes: bytes)
    files.append(file)
    appendKey(.file, " ", to: &out)
    YAMLScalar.append(file.reference.utf8, to: &out)
    out.append(UInt8(ascii: "\n"))
    return true
  }

  /// Appends the form `file` of a body that is too large for the memory, whatever its type.
  private func appendFile(
    _ file: BodyFile, suffix: String? = nil, to out: inout [UInt8], files: inout [SideFile]
  ) {
    let suffix = suffix ?? codedSuffix ?? type?.fileSuffix ?? Self.binarySuffix
    let reference = "\(sideFolder ?? "")/\(file.identity).\(suffix)"
    files.append(SideFile(reference: reference, body: Body(file)))
    appendKey(.file, " ", to: &out)
    YAMLScalar.append(reference.utf8, to: &out)
    out.append(UInt8(ascii: "\n"))
  }

  /// Appends the form `multipart`.
  ///
  /// - Returns: False when the parts would not give the same bytes; nothing is appended then.
  private func appendParts(
    _ bytes: [UInt8], _ type: MediaType, to out: inout [UInt8], files: inout [SideFile]
  ) -> Bool {
    guard let boundary = type.parameter("boundary"),
      let form = MultipartForm(bytes, boundary: boundary)
    else { return false }
    appendText(.preamble, form.preamble, unless: [], to: &out)
    appendText(.epilogue, form.epilogue, unless: MultipartForm.usualEpilogue, to: &out)
    appendKey(.multipart, "\n", to: &out)
    for part in form.parts {
      let start = out.count
      append(part.headers, to: &out)
      let writer = BodyWriter(
        contentType: part.value("Content-Type"), indent: inner, sideFolder: sideFolder)
      if !part.content.isEmpty {
        writer.appendForm(part.content, to: &out, files: &files)
      } else if part.headers.isEmpty {
        writer.appendKey(.text, " ''\n", to: &out)
      }
      out[start + inner] = UInt8(ascii: "-")
    }
    return true
  }

  private func append(
    _ headers: [(name: [UInt8], value: [UInt8])], to out: inout [UInt8]
  ) {
    guard !headers.isEmpty else { return }
    out.appendSpaces(inner + 2)
    out.append(contentsOf: "\(PartKey.headers.rawValue):\n".utf8)
    for (index, field) in headers.enumerated() {
      let isFirst = index == 0 || headers[index - 1].name != field.name
      let isRepeated =
        !isFirst || (index + 1 < headers.count && headers[index + 1].name == field.name)
      if isFirst {
        out.appendSpaces(inner + 4)
        YAMLScalar.append(field.name, to: &out)
        out.append(contentsOf: isRepeated ? ":\n".utf8 : ": ".utf8)
      }
      if isRepeated {
        out.appendSpaces(inner + 4)
        out.append(contentsOf: "- ".utf8)
      }
      YAMLScalar.append(field.value, to: &out)
      out.append(UInt8(ascii: "\n"))
    }
  }

  private func appendText(
    _ key: BodyKey, _ text: [UInt8], unless usual: [UInt8], to out: inout [UInt8]
  ) {
    guard text != usual else { return }
    appendKey(key, " ", to: &out)
    YAMLScalar.append(text, to: &out)
    out.append(UInt8(ascii: "\n"))
  }

  /// Appends the form `json`, or one of its sisters for spaced JSON and for long strings.
  ///
  /// - Returns: False when reading the text back gives other bytes; nothing is appended then.
  private func appendJSON(_ bytes: [UInt8], _ layout: JSONLayout, to out: inout [UInt8]) -> Bool {
    var form = JSONForm(isSpaced: layout.spacing == .spaced, isFolded: false)
    let start = out.count
    func appendHead(_ form: JSONForm) {
      appendKey(BodyKey(form), layout.hasFinalNewline ? " |\n" : " |-\n", to: &out)
    }
    appendHead(form)
    var block = out.count
    JSONLayout.appendIndented(bytes, indent: inner + 2, to: &out)
    if let folded = FoldedJSON.folding(out, from: block) {
      form.isFolded = true
      out.removeSubrange(start...)
      appendHead(form)
      block = out.count
      out += folded
    }
    let end = layout.hasFinalNewline ? out.count : out.count - 1
    let restored = form.bytes(of: out[block..<end])
    guard restored.count == bytes.count, restored.holds(bytes, at: 0, to: restored.count) else {
      out.removeSubrange(start...)
      return false
    }
    return true
  }

  private func appendPairs(
    _ pairs: [(name: [UInt8], value: [UInt8])], to out: inout [UInt8]
  ) -> Bool {
    // A longer key would need another notation (YAML 1.2 §8.2.2).
    guard pairs.allSatisfy({ $0.name.count <= 500 }) else { return false }
    let isMapping = Set(pairs.map(\.name)).count == pairs.count
    appendKey(.form, "\n", to: &out)
    for pair in pairs {
      out.appendSpaces(isMapping ? inner + 2 : inner)
      if !isMapping { out.append(contentsOf: "- ".utf8) }
      YAMLScalar.append(pair.name, to: &out)
      out.append(contentsOf: ": ".utf8)
      YAMLScalar.append(pair.value, to: &out)
      out.append(UInt8(ascii: "\n"))
    }
    return true
  }

  /// Appends the form `lines`.
  private func appendLines(_ text: [UInt8], isJSON: Bool, to out: inout [UInt8]) {
    appendLines(text, LongLineSplitter(text, isJSON: isJSON, column: inner), to: &out)
  }

  private func appendLines(_ text: [UInt8], _ cuts: LongLineSplitter, to out: inout [UInt8]) {
    appendKey(.lines, "\n", to: &out)
    append(text, cuts, indent: inner, to: &out)
  }

  /// Appends a text as a list of strings.
  func append(_ text: [UInt8], _ cuts: LongLineSplitter, indent: Int, to out: inout [UInt8]) {
    var start = 0
    for end in cuts.ends {
      out.appendSpaces(indent)
      out.append(contentsOf: "- ".utf8)
      YAMLScalar.appendDoubleQuoted(text[start..<end], to: &out)
      out.append(UInt8(ascii: "\n"))
      start = end
    }
  }

  /// Appends a key with its colon and the rest of the line.
  func appendKey(_ key: BodyKey, _ rest: StaticString, to out: inout [UInt8]) {
    out.appendSpaces(inner)
    out.append(contentsOf: key.rawValue.utf8)
    out.append(UInt8(ascii: ":"))
    out.append(contentsOf: rest.description.utf8)
  }

  static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.isPlainASCII || String(validating: bytes, as: UTF8.self) != nil
  }
}

extension Double {
  /// The seconds that a cassette keeps of these: none of an infinite, absurdly long or invalid
  /// time, so that their milliseconds are an integer.
  package var inCassette: Double { magnitude < 1e12 ? self : 0 }
}

extension [UInt8] {
  /// Appends seconds with at most three decimals, without trailing zeros.
  mutating func appendMilliseconds(_ seconds: Double) {
    let milliseconds = Int((seconds.inCassette * 1000).rounded())
    if milliseconds < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    append(contentsOf: String(whole).utf8)
    guard rest > 0 else { return }
    append(UInt8(ascii: "."))
    var digits = [rest / 100, rest / 10 % 10, rest % 10]
    while digits.last == 0 { digits.removeLast() }
    for digit in digits { append(UInt8(ascii: "0") + UInt8(digit)) }
  }
}
