/// Reads a body back from the form it is stored in.
struct BodyReader {
  let tree: YAMLTree

  /// The body under the key `body`.
  ///
  /// - Throws: `YAMLFault` for a form that is unknown, not for this version, or not well-formed.
  func body(_ node: Int) throws(YAMLFault) -> Body {
    if tree.isNothing(node) { return [] }
    guard tree.nodes[node].kind == .mapping else {
      throw tree.fault(at: node, "body: needs a form below it, such as text: or json:")
    }
    var body: Body = []
    var form: String?
    var charset: Charset?
    if let name = tree.value("charset", in: node), tree.string(name).lowercased() != "utf-8" {
      charset = Charset(name: tree.string(name))
      guard charset != nil else {
        throw tree.fault(at: name, "the charset \(tree.string(name)) is not one this version knows")
      }
    }
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      let name = tree.string(key)
      switch name {
      case "encoding": body.encoding = try text(value, of: "encoding")
      case "json", "json_spaced":
        body.bytes = JSONLayout.restore(
          try content(value, of: name), isSpaced: name == "json_spaced")
      case "text": body.bytes = try encode(try content(value, of: name), charset, at: value)
      case "lines": body.bytes = try lines(value, charset)
      case "form": body.bytes = FormEncoding.encode(try pairs(value))
      case "chunks": (body.bytes, body.chunks) = try chunks(value)
      case "base64": body.bytes = try base64(value)
      case "multipart", "file":
        throw tree.fault(
          at: key, "this version of vcr cannot read a body stored as “\(name)”; a newer one can")
      default: continue
      }
      guard name != "encoding" else { continue }
      if let form {
        throw tree.fault(at: key, "a body has one form; this one has \(form): and \(name):")
      }
      form = name
    }
    if form == nil && body.encoding == nil {
      throw tree.fault(
        at: node,
        "body: has none of the forms json, json_spaced, form, text, lines, chunks, base64")
    }
    return body
  }

  private func content(_ node: Int, of key: String) throws(YAMLFault) -> ArraySlice<UInt8> {
    guard tree.isScalar(node) else {
      throw tree.fault(at: node, "\(key): takes text; write it below “\(key): |-”, indented")
    }
    return tree.content(node)
  }

  private func text(_ node: Int, of key: String) throws(YAMLFault) -> String {
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

  private func lines(_ node: Int, _ charset: Charset?) throws(YAMLFault) -> [UInt8] {
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

  private func chunks(_ node: Int) throws(YAMLFault) -> ([UInt8], [Body.Chunk]) {
    guard tree.nodes[node].kind == .sequence else {
      throw tree.fault(at: node, "chunks: takes a list")
    }
    var bytes: [UInt8] = []
    var chunks: [Body.Chunk] = []
    for chunk in tree.children(node) {
      guard tree.nodes[chunk].kind == .mapping else {
        throw tree.fault(at: chunk, "a chunk has text: or base64:, and perhaps after:")
      }
      let start = bytes.count
      var after: Double?
      if let node = tree.value("after", in: chunk) {
        guard tree.isScalar(node), let seconds = Double(tree.string(node)) else {
          throw tree.fault(at: node, "after: takes seconds, such as 0.15")
        }
        after = seconds
      }
      if let node = tree.value("text", in: chunk) {
        bytes.append(contentsOf: try content(node, of: "text"))
      } else if let node = tree.value("base64", in: chunk) {
        bytes.append(contentsOf: try base64(node))
      } else {
        throw tree.fault(at: chunk, "a chunk has text: or base64:, and perhaps after:")
      }
      chunks.append(Body.Chunk(length: bytes.count - start, after: after))
    }
    return (bytes, chunks)
  }

  private func base64(_ node: Int) throws(YAMLFault) -> [UInt8] {
    guard let bytes = Base64Lines.decode(try content(node, of: "base64")) else {
      throw tree.fault(at: node, "not Base64")
    }
    return bytes
  }
}
