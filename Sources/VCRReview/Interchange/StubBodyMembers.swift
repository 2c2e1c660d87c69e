import VCRCore

/// The members of a stub's response of which one has the body, by the names of a tool.
struct StubBodyMembers {
  /// The name of that with Base64.
  let base64: String
  /// The name of that with JSON as a structure.
  let json: String
  /// The name of that with the name of a file.
  let file: String
  /// The name of that with a text.
  let text: String
  /// Where the tool has its files, for messages (`beside the mapping`).
  let folder: String
}

extension ForeignBody {
  /// Reads the body of a stub's response.
  ///
  /// - Parameters:
  ///   - members: The members of the response.
  ///   - names: The names of those that may have a body.
  ///   - encoding: The encoding in which a text is sent.
  ///   - file: The content of a file; nil where it cannot be read.
  /// - Returns: Its bytes; none where no member has a body.
  /// - Throws: An error for a file that is not there, and for what no member of its kind has.
  func read(
    _ members: inout ForeignMembers, _ names: StubBodyMembers, encoding: String = "",
    file: (String) -> [UInt8]?
  ) throws(ForeignEntryError) -> [UInt8] {
    if let text = members.take(names.base64) { return try base64(text) }
    if let json = members.take(names.json) { return ForeignStructure.json(json, .javaScript) }
    if let name = members.take(names.file) {
      return try content(ofFile: name, in: names.file, folder: names.folder, file)
    }
    guard let text = members.take(names.text) else { return [] }
    return try transcoded(read(text), to: encoding, at: text)
  }

  /// The content of a file that a member names.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - member: The name of the member, for messages.
  ///   - folder: Where the tool has its files, for messages.
  ///   - read: The content of a file; nil where it cannot be read.
  /// - Returns: Its bytes.
  /// - Throws: An error for a file that is not there.
  func content(
    ofFile name: ForeignValue, in member: String, folder: String, _ read: (String) -> [UInt8]?
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let bytes = name.text.flatMap(read) else {
      throw ForeignEntryError(
        "the body of \(part) is in a file (`\(member)`) that is not \(folder), or cannot be read",
        at: name)
    }
    return bytes
  }

  /// Notes a message that is a template, of which no code is run.
  ///
  /// - Parameters:
  ///   - what: What is a template, for messages (`its response`).
  ///   - value: The value that says so.
  func loseTemplate(_ what: String, at value: ForeignValue) {
    log.lost(
      .body, "\(what) is a template, which is kept as it stands and not run", line: value.line)
  }
}
