#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 in lines of 76 columns (RFC 2045 §6.8).
package enum Base64Lines {
  /// Appends the lines, each at the indentation.
  package static func append(_ bytes: some Collection<UInt8>, indent: Int, to out: inout [UInt8]) {
    let digits = Array(Data(bytes).base64EncodedData())
    var start = 0
    while start < digits.count {
      let end = min(start + 76, digits.count)
      out.appendSpaces(indent)
      out.append(contentsOf: digits[start..<end])
      out.append(UInt8(ascii: "\n"))
      start = end
    }
  }

  /// Decodes Base64 that may be folded into lines; nil when the text is not Base64.
  ///
  /// Only white space may stand between the letters: skipping anything else (RFC 4648 §3.3) would
  /// turn text that is not Base64 into bytes.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let letters = Data(text.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) })
    return Data(base64Encoded: letters).map { Array($0) }
  }
}
