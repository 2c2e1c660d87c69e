/// The content of a side file, and the reference to it that the cassette holds.
package struct SideFile: Sendable, Equatable {
  /// The path relative to the cassette's folder: `users.yaml.files/3f2a….png`.
  package var reference: String
  /// The content.
  var body: Body

  /// Creates a side file of bytes in memory.
  init(reference: String, bytes: [UInt8]) { self.init(reference: reference, body: Body(bytes)) }

  /// Creates a side file of a body, which may be in a file already.
  init(reference: String, body: Body) {
    self.reference = reference
    self.body = body
  }
}
