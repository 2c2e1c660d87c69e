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
      out.appendBlanks(indent)
      out.append(contentsOf: digits[start..<end])
      out.append(UInt8(ascii: "\n"))
      start = end
    }
  }

  /// The bytes of a text in Base64 with any white space; nil when it is none.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    Data(base64Encoded: Data(text.filter { $0 > 0x20 })).map { Array($0) }
  }
}
