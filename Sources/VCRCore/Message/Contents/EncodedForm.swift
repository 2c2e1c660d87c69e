/// How the bytes of a body in its content coding come back from its content.
package enum EncodedForm: Sendable {
  /// Encoding the content with these settings, in the words of the encoder, gives the bytes that
  /// the service sent: `level 6`.
  case settings(String)
  /// The bytes that the service sent, which no known encoder gives.
  case bytes([UInt8])
  /// The file that holds the bytes that the service sent, of a body too large for the memory.
  case file(BodyFile)

  /// True when these are the bytes of one content, and would bring back what is replaced in it,
  /// such as a secret.
  var isOfOneContent: Bool {
    switch self {
    case .settings: false
    case .bytes, .file: true
    }
  }
}

extension EncodedForm: Equatable {
  /// True when both give the same bytes of the same content.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.settings(let left), .settings(let right)): left.hasSameUTF8(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.file(let left), .file(let right)): left.hasSameBytes(as: right)
    case (.settings, _), (.bytes, _), (.file, _): false
    }
  }
}
