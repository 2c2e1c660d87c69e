import VCRCore

/// The content codings that URL loading on Apple platforms undoes by itself (RFC 9110 §8.4.1).
package enum SystemCodings {
  private static let known: Set = ["gzip", "x-gzip", "deflate", "br"]

  /// True when a body with these codings arrives without them.
  ///
  /// - Parameter field: The value of `Content-Encoding`, a list.
  /// - Returns: False when one of them is not undone, or there is none at all.
  package static func undoes(_ field: String) -> Bool {
    let codings = field.lowercased().commaSeparatedWords
    return !codings.isEmpty && codings.allSatisfy { known.contains($0) }
  }
}
