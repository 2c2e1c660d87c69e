internal import CBytes

/// The normal form of a URL and of its components, by RFC 3986 §6.2.2 and §6.2.3, on bytes.
///
/// The form is total and idempotent: every text has one, and the form of a form is itself. Two
/// rules go beyond the RFC's letter, both in the way clients do: a byte that is not allowed in a
/// component is percent-encoded, and a `%` that begins no triplet becomes `%25`.
///
/// User information and fragment are no part of any form here.
package struct URLNormalization {
  /// The normal form of a URL.
  package static func form(of url: String) -> String {
    let bytes = Array(url.utf8)
    var form: [UInt8] = []
    Self(bytes.view).appendURL(bytes.view, to: &form)
    return String(decoding: form, as: UTF8.self)
  }

  /// The components' places in the text.
  let ranges: URLRanges

  /// Prepares the normal form of a text.
  init(_ text: Span<UInt8>) { ranges = URLRanges(text) }

  /// Appends scheme, host, port, path and query in one text.
  func appendURL(_ text: Span<UInt8>, to output: inout [UInt8]) {
    if !ranges.scheme.isEmpty {
      appendScheme(text, to: &output)
      output.append(UInt8(ascii: ":"))
    }
    if ranges.hasAuthority {
      output.append(UInt8(ascii: "/"))
      output.append(UInt8(ascii: "/"))
      appendHost(text, to: &output)
      let port = significantPort(text)
      if !port.isEmpty, !isDefaultPort(text, port) {
        output.append(UInt8(ascii: ":"))
        output.append(text, port)
      }
    }
    let start = output.count
    appendPath(text, to: &output)
    if !ranges.hasAuthority { keepApart(pathFrom: start, in: &output) }
    let mark = output.count
    output.append(UInt8(ascii: "?"))
    appendQuery(text, choosing: .all, to: &output)
    if output.count == mark + 1 { output.removeLast() }
  }

  /// Appends the scheme in lower case.
  func appendScheme(_ text: Span<UInt8>, to output: inout [UInt8]) {
    for index in ranges.scheme { output.append(text[index].asciiLowercased) }
  }

  /// Appends the host in lower case; an IPv6 address as RFC 5952 writes it.
  func appendHost(_ text: Span<UInt8>, to output: inout [UInt8]) {
    let host = ranges.host
    if let address = IPv6Literal(text, host) {
      address.append(to: &output)
    } else {
      Self.append(text, host, keeping: .host, isLowercased: true, to: &output)
    }
  }

  /// Appends the effective port: the one written, else the scheme's default, else none.
  func appendPort(_ text: Span<UInt8>, to output: inout [UInt8]) {
    let port = significantPort(text)
    if port.isEmpty {
      if let standard = defaultPort(text) { output.append(contentsOf: standard) }
    } else {
      output.append(text, port)
    }
  }

  /// Appends the path without dot segments; an empty one after an authority is `/`.
  func appendPath(_ text: Span<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    Self.append(text, ranges.path, keeping: .path, isLowercased: false, to: &output)
    if output.count == start {
      if ranges.hasAuthority { output.append(UInt8(ascii: "/")) }
      return
    }
    if output[start] == UInt8(ascii: "/") { Self.removeDotSegments(in: &output, from: start) }
  }

  /// Appends the chosen pairs of the query in the order of their names.
  func appendQuery(
    _ text: Span<UInt8>, choosing names: QueryPairs.Choice, to output: inout [UInt8]
  ) {
    guard let query = ranges.query, !query.isEmpty else { return }
    QueryPairs.appendNormalForm(of: text, in: query, choosing: names, to: &output)
  }

  /// Appends what ``appendURL(_:to:)`` does, and looks at the components only where the text is not
  /// evidently a normal form, as the URLs of most requests without a query are.
  static func appendURL(_ text: Span<UInt8>, to output: inout [UInt8]) {
    let isNormal = unsafe text.withUnsafeBufferPointer {
      unsafe vcr_is_normal_url($0.baseAddress, $0.count) != 0
    }
    if isNormal { return output.append(text, 0..<text.count) }
    Self(text).appendURL(text, to: &output)
  }

  // MARK: - Components

  /// Keeps a path without an authority from looking like one (RFC 3986 §6.2.2.3, erratum 4547), and
  /// one that also lacks a scheme from looking like a scheme (§4.2).
  private func keepApart(pathFrom start: Int, in output: inout [UInt8]) {
    let path = output[start...]
    if path.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
      output.insert(contentsOf: [UInt8(ascii: "/"), UInt8(ascii: ".")], at: start)
    } else if ranges.scheme.isEmpty,
      path.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":"))
    {
      output.insert(contentsOf: [UInt8(ascii: "."), UInt8(ascii: "/")], at: start)
    }
  }

  /// The port's digits without leading zeros.
  private func significantPort(_ text: Span<UInt8>) -> Range<Int> {
    var start = ranges.port.lowerBound
    while start + 1 < ranges.port.upperBound, text[start] == UInt8(ascii: "0") { start += 1 }
    return start..<ranges.port.upperBound
  }

  private func isDefaultPort(_ text: Span<UInt8>, _ port: Range<Int>) -> Bool {
    guard let standard = defaultPort(text), standard.count == port.count else { return false }
    return port.indices.allSatisfy { text[$0] == standard[$0 - port.lowerBound] }
  }

  /// The default port of the schemes that have one here (RFC 9110 §4.2, RFC 6455 §3).
  private func defaultPort(_ text: Span<UInt8>) -> [UInt8]? {
    let scheme = ranges.scheme
    guard scheme.count >= 2, scheme.count <= 5 else { return nil }
    var packed: UInt64 = 0
    for index in scheme { packed = packed << 8 | UInt64(text[index].asciiLowercased) }
    switch packed {
    case 0x6874_7470, 0x7773: return Self.http
    case 0x68_7474_7073, 0x77_7373: return Self.https
    default: return nil
    }
  }

  private static let http = [UInt8]("80".utf8)
  private static let https = [UInt8]("443".utf8)

  /// Appends a component with its percent-encoding in normal form (RFC 3986 §6.2.2.1, §6.2.2.2).
  private static func append(
    _ text: Span<UInt8>, _ range: Range<Int>, keeping: ByteSet, isLowercased: Bool,
    to output: inout [UInt8]
  ) {
    var index = range.lowerBound
    while index < range.upperBound, keeping.contains(text[index]) { index += 1 }
    output.append(text, range.lowerBound..<index)
    while index < range.upperBound {
      let byte = text[index]
      if let decoded = text.percentDecoded(at: index, before: range.upperBound) {
        if ByteSet.unreserved.contains(decoded) {
          output.append(isLowercased ? decoded.asciiLowercased : decoded)
        } else {
          output.appendPercentEncoded(decoded)
        }
        index += 3
        continue
      }
      let letter = isLowercased ? byte.asciiLowercased : byte
      if keeping.contains(letter) {
        output.append(letter)
      } else {
        output.appendPercentEncoded(byte)
      }
      index += 1
    }
  }

  /// Removes `.` and `..` segments in place (RFC 3986 §5.2.4) from an absolute path at the end of
  /// the output.
  private static func removeDotSegments(in output: inout [UInt8], from start: Int) {
    let slash = UInt8(ascii: "/")
    let dot = UInt8(ascii: ".")
    var index = start
    while index + 1 < output.count, !(output[index] == slash && output[index + 1] == dot) {
      index += 1
    }
    guard index + 1 < output.count else { return }
    let end = output.count
    var written = index
    var read = index
    // Each segment is read with the slash before it; writing never overtakes reading.
    while read < end {
      var next = read + 1
      while next < end, output[next] != slash { next += 1 }
      let length = next - read - 1
      let isOne = length == 1 && output[read + 1] == dot
      let isTwo = length == 2 && output[read + 1] == dot && output[read + 2] == dot
      if isOne || isTwo {
        if isTwo {
          while written > start {
            written -= 1
            if output[written] == slash { break }
          }
        }
        if next == end {
          output[written] = slash
          written += 1
        }
      } else {
        if written == read {
          written = next
        } else {
          for position in read..<next {
            output[written] = output[position]
            written += 1
          }
        }
      }
      read = next
    }
    output.removeSubrange(written...)
  }
}
