extension Unicode.Scalar {
  /// The reference for a character that HTML and XML 1.0 (§2.4) read as markup; nil for all others.
  package var markupReference: String? {
    switch self {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    default: nil
    }
  }
}
