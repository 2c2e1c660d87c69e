/// Reads a body from its stored form.
package struct BodyReader {
  let tree: YAMLTree

  /// The header section of the message or of the part, which names the boundary.
  let headers: HeaderFields

  /// Reads a side file, by its path relative to the cassette's folder.
  let sideFile: (String) throws -> Body

  /// Refuses all side files, for a text that belongs to no cassette on the disk.
  static let refusingFiles: @Sendable (String) throws -> Body = { reference in
    throw SideFileError(reason: "the file \(reference) has no cassette that it lies beside")
  }

  /// The body whose node is under the key `body`.
  ///
  /// - Throws: `YAMLFault` for a form that is unknown, unsupported by this version, or not
  ///   well-formed.
  func body(_ node: Int) throws(YAMLFault) -> Body {
    if tree.isNothing(node) { return [] }
    guard tree.nodes[node].kind == .mapping else {
      throw tree.fault(at: node, "body: needs a form below it, such as text: or json:")
    }
    var body: Body = []
    var form: BodyKey?
    var encoded: Int?
    var charset: Charset?
    if let name = tree.value(BodyKey.charset, in: node), tree.string(name).lowercased() != "utf-8" {
      charset = Charset(name: tree.string(name))
      guard charset != nil else {
        throw tree.fault(at: name, "the charset \(tree.string(name)) is not one this version knows")
      }
    }
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      guard let name = tree.key(key, as: BodyKey.self) else { continue }
      switch name {
      case .encoding: body.encoding = try text(value, of: name)
      case .encoded: encoded = value  // Read when the content is known.
      case .charset, .boundary, .preamble, .epilogue, .spelling:
        break  // Read with the form they belong to.
      case .json, .jsonSpaced, .jsonFolded, .jsonSpacedFolded:
        guard let form = name.jsonForm else { break }
        body.bytes = form.bytes(of: try content(value, of: name))
      case .text: body.bytes = try encode(try content(value, of: name), charset, at: value)
      case .lines: body.bytes = try lines(value, charset)
      case .form: body.bytes = FormEncoding.encode(try pairs(value))
      case .chunks: (body.bytes, body.chunks) = try chunks(value, in: node)
      case .base64: body.bytes = try base64(value, of: name)
      case .multipart: body.bytes = try multipart(value, in: node)
      case .file:
        let (encoding, chunks) = (body.encoding, body.chunks)
        body = try file(value)
        (body.encoding, body.chunks) = (encoding, chunks)
      }
      guard name.isForm else { continue }
      if let form {
        throw tree.fault(
          at: key,
          "a body has one form; this one has \(form.rawValue): and \(name.rawValue):")
      }
      form = name
    }
    if form == nil && body.encoding == nil {
      throw tree.fault(
        at: node,
        "body: has none of the forms "
          + BodyKey.allCases.filter(\.isForm).map(\.rawValue).joined(separator: ", "))
    }
    if let encoded { body.encoded = try self.encoded(encoded, of: body) }
    return body
  }

  /// How the encoded bytes come back; nil when those that are kept belong to another content, since
  /// a person has edited it, or are missing.
  private func encoded(_ node: Int, of content: Body) throws(YAMLFault) -> EncodedForm? {
    if tree.isScalar(node) { return .settings(try text(node, of: BodyKey.encoded)) }
    guard tree.nodes[node].kind == .mapping else {
      throw tree.fault(at: node, "encoded: takes settings such as level 6, or of: and base64:")
    }
    var form: EncodedForm?
    var digest: String?
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      switch tree.key(key, as: EncodedKey.self) {
      case .of: digest = try text(value, of: EncodedKey.of)
      case .base64: form = .bytes(try base64(value, of: EncodedKey.base64))
      case .file:
        form = (try? file(value)).map { body in
          body.file.map { .file($0.verbatim) } ?? .bytes(body.bytes)
        }
      case nil: continue
      }
    }
    guard let form, digest == Self.digest(of: content) else { return nil }
    return form
  }

  /// The digest by which encoded bytes name the content that they belong to.
  static func digest(of content: Body) -> String { String(content.digest.prefix(16)) }

  func content(
    _ node: Int, of key: some CassetteKeys
  ) throws(YAMLFault) -> ArraySlice<UInt8> { try content(node, named: key.rawValue) }

  private func content(_ node: Int, named key: String) throws(YAMLFault) -> ArraySlice<UInt8> {
    guard tree.isScalar(node) else {
      throw tree.fault(at: node, "\(key): takes text; write it below “\(key): |-”, indented")
    }
    return tree.content(node)
  }

  func text(_ node: Int, of key: some CassetteKeys) throws(YAMLFault) -> String {
    String(decoding: try content(node, of: key), as: UTF8.self)
  }

  private func encode(
    _ text: ArraySlice<UInt8>, _ charset: Charset?, at node: Int
  ) throws(YAMLFault) -> [UInt8] {
    guard let charset else { return Array(text) }
    guard let bytes = charset.encode(text) else {
      throw tree.fault(at: node, "the text has a character that \(charset.rawValue) lacks")
    }
    return bytes
  }

  func lines(_ node: Int, _ charset: Charset?) throws(YAMLFault) -> [UInt8] {
    guard tree.nodes[node].kind == .sequence else {
      throw tree.fault(at: node, "lines: takes a list of strings")
    }
    var bytes: [UInt8] = []
    for line in tree.children(node) {
      guard tree.isScalar(line) else { throw tree.fault(at: line, "a line must be a string") }
      if charset == nil {
        bytes.append(contentsOf: tree.content(line))
      } else {
        bytes.append(contentsOf: try encode(tree.content(line), charset, at: line))
      }
    }
    return bytes
  }

  private func pairs(_ node: Int) throws(YAMLFault) -> [(name: [UInt8], value: [UInt8])] {
    guard !tree.isScalar(node) else {
      throw tree.fault(at: node, "form: takes a mapping, or a list of “- name: value”")
    }
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    let mappings = tree.nodes[node].kind == .mapping ? [node] : Array(tree.children(node))
    for mapping in mappings {
      guard tree.nodes[mapping].kind == .mapping else {
        throw tree.fault(at: mapping, "a form's list takes “name: value”")
      }
      for key in tree.children(mapping) {
        let value = tree.value(ofKey: key)
        guard tree.isScalar(value) else {
          throw tree.fault(at: value, "a form's value is text; write a repeated name as a list")
        }
        pairs.append((Array(tree.content(key)), Array(tree.content(value))))
      }
    }
    return pairs
  }

  /// Joins the parts with the boundary that the message's `Content-Type` or the key `boundary`
  /// names.
  private func multipart(_ node: Int, in body: Int) throws(YAMLFault) -> [UInt8] {
    guard tree.nodes[node].kind == .sequence else {
      throw tree.fault(at: node, "multipart: takes a list of parts")
    }
    let named = tree.value(BodyKey.boundary, in: body)
    let declared = MediaType(headers)?.parameter("boundary")
    guard
      let boundary = try named.map({ node throws(YAMLFault) in
        try text(node, of: BodyKey.boundary)
      })
        ?? declared, !boundary.isEmpty
    else {
      throw tree.fault(
        at: node, "a multipart body needs the boundary that Content-Type names, or boundary:")
    }
    var form = MultipartForm()
    if let node = tree.value(BodyKey.preamble, in: body) {
      form.preamble = Array(try content(node, of: BodyKey.preamble))
    }
    if let node = tree.value(BodyKey.epilogue, in: body) {
      form.epilogue = Array(try content(node, of: BodyKey.epilogue))
    }
    for part in tree.children(node) {
      guard tree.nodes[part].kind == .mapping else {
        throw tree.fault(at: part, "a part has headers: and a form such as text: or base64:")
      }
      form.parts.append(try self.part(part))
    }
    return form.bytes(boundary: boundary)
  }

  private func part(_ node: Int) throws(YAMLFault) -> MultipartForm.Part {
    var part = MultipartForm.Part()
    var fields: [HeaderField] = []
    if let headers = tree.value(PartKey.headers, in: node), !tree.isNothing(headers) {
      guard tree.nodes[headers].kind == .mapping else {
        throw tree.fault(at: headers, "headers are written as “Name: value”")
      }
      for key in tree.children(headers) {
        let value = tree.value(ofKey: key)
        let isList = tree.nodes[value].kind == .sequence
        for value in isList ? Array(tree.children(value)) : [value] {
          let bytes = try content(value, named: tree.string(key))
          part.headers.append((Array(tree.content(key)), Array(bytes)))
          fields.append(HeaderField(tree.string(key), String(decoding: bytes, as: UTF8.self)))
        }
      }
    }
    if let form = tree.value(BodyKey.multipart, in: node) ?? tree.value(BodyKey.chunks, in: node) {
      throw tree.fault(
        at: form, "a part has one of the forms text, lines, json, form, base64, file")
    }
    let hasForm = tree.children(node).contains { tree.key($0, as: BodyKey.self) != nil }
    guard hasForm else { return part }
    part.content = try BodyReader(tree: tree, headers: HeaderFields(fields), sideFile: sideFile)
      .body(node).bytes
    return part
  }

  /// The content of a side file; that of one which is too large for the memory stays there.
  private func file(_ node: Int) throws(YAMLFault) -> Body {
    let reference = try text(node, of: BodyKey.file)
    do {
      let body = try sideFile(reference)
      try SideFiles.check(body, reference: reference)
      return body
    } catch let error as SideFileError {
      throw tree.fault(at: node, error.reason)
    } catch {
      throw tree.fault(at: node, "the file \(reference) cannot be read: \(error)")
    }
  }

  func base64(_ node: Int, of key: some CassetteKeys) throws(YAMLFault) -> [UInt8] {
    guard let bytes = Base64Lines.decode(try content(node, of: key)) else {
      throw tree.fault(at: node, "not Base64")
    }
    return bytes
  }
}
