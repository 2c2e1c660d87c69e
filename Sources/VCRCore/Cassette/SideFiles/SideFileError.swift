/// The reason why a side file cannot be used.
struct SideFileError: Error, CustomStringConvertible {
  /// A description of the problem, and what to type next.
  var reason: String

  /// The reason.
  var description: String { reason }

  /// Checks the digest of a file's content against the one in its name.
  ///
  /// - Parameters:
  ///   - hash: The hash of the content.
  ///   - expected: The digest in the name.
  ///   - reference: The file, for the message.
  /// - Throws: `SideFileError` when the content is another than the recorded one.
  static func check(
    _ hash: SHA256, against expected: String, of reference: String
  ) throws(SideFileError) {
    let found = BodyFile.digest(hash)
    guard found != expected else { return }
    throw SideFileError(
      reason: "the file \(reference) is not the one that was recorded: its digest should be "
        + "\(expected) and is \(found); get it back with “git restore”, or record again")
  }

  static func leavesFolder(_ reference: String) -> SideFileError {
    SideFileError(
      reason: "file: “\(reference)” leaves the cassette's folder; name a file in it, such as "
        + "users.yaml.files/picture.png")
  }
}
