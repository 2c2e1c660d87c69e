import VCRCore

extension String {
  /// The text as HTML: characters with a meaning in markup are escaped, and invisible characters
  /// (controls, and those that change the writing direction) are shown by their numbers.
  var asHTML: String {
    var html = ""
    html.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if let reference = scalar.markupReference {
        html += reference
        continue
      }
      switch scalar {
      case "'": html += "&#39;"
      case "\t": html += "\t"
      case _ where scalar.isUnseen:
        html += "<i class=\"code\">U+\(String(scalar.value, radix: 16, uppercase: true))</i>"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}

extension Unicode.Scalar {
  /// True for an invisible character that may change how the text is displayed.
  var isUnseen: Bool {
    guard value < 0x20 || value >= 0x7F else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      // Joiners are part of many emoji and of some scripts.
      return value != 0x200D && value != 0x200C
    default: return false
    }
  }
}
