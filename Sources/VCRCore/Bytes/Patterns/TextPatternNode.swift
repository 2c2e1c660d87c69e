/// The tree of a pattern.
indirect enum TextPatternNode: Sendable {
  case empty
  case bytes(TextPatternSet)
  case sequence([TextPatternNode])
  case either([TextPatternNode])
  case repeated(TextPatternNode, from: Int, to: Int?, isLazy: Bool)
  case group(TextPatternNode)
  case step(TextPattern.Step)

  /// Any character but an ASCII one, in UTF-8 (RFC 3629 §4).
  static let beyondASCII = either([
    sequence([bytes(.init(0xC2...0xDF)), continuation]),
    sequence([bytes(.init(0xE0...0xEF)), continuation, continuation]),
    sequence([bytes(.init(0xF0...0xF4)), continuation, continuation, continuation]),
  ])

  private static let continuation = bytes(.init(0x80...0xBF))
}
