extension Unicode.Scalar {
  /// What stands for a character that HTML and XML 1.0 (§2.4) would read as markup; nil for all others.
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
