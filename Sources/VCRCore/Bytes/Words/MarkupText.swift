/// Text of strangers as text in XML or Markdown: shown as it is, never obeyed.
///
/// Characters that nobody sees are written as `PrintableText` does.
package enum MarkupText {
  /// Text as character data of XML 1.0 (§2.4), with tabs and line feeds as they are.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The data, which may stand in a value within quotation marks, too.
  package static func xml(_ text: String) -> String {
    var xml = ""
    for scalar in PrintableText.line(text, keeping: ["\n", "\t"]).unicodeScalars {
      if let reference = scalar.markupReference {
        xml += reference
      } else {
        xml.unicodeScalars.append(scalar)
      }
    }
    return xml
  }

  /// Text on one line of Markdown, in a cell, an element of HTML or elsewhere, in which no markup,
  /// mention, link, formula or reference takes effect.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The Markdown.
  package static func markdown(_ text: String) -> String {
    var markdown = ""
    for scalar in PrintableText.line(text).unicodeScalars {
      if scalar.isASCII, special.contains(UInt8(truncatingIfNeeded: scalar.value)) {
        markdown += "&#\(scalar.value);"
      } else {
        markdown.unicodeScalars.append(scalar)
      }
    }
    return markdown
  }

  /// The characters that mean something to Markdown, to HTML or to those who show comments.
  private static let special = ByteSet("\\`*_{}[]<>!|&~$#@:\"'")

  /// Lines of Markdown in a fenced block, whose fence none of them can end.
  ///
  /// - Parameters:
  ///   - text: The lines; what nobody sees in them is written out.
  ///   - language: The language of the block; may be empty.
  /// - Returns: The block, with a line feed at its end.
  package static func fenced(_ text: String, _ language: String) -> String {
    var (longest, run) = (2, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let content = PrintableText.line(text, keeping: ["\n"])
    return "\(fence)\(language)\n\(content.hasSuffix("\n") ? content : content + "\n")\(fence)\n"
  }
}

extension Unicode.Scalar {
  /// The reference for a character that HTML and XML 1.0 (§2.4) read as markup, in a value within
  /// quotation marks, too; nil for all others.
  package var markupReference: String? {
    self == "\"" ? "&quot;" : isASCII ? UInt8(truncatingIfNeeded: value).elementReference : nil
  }
}
