/// The elements of an XML text that hold text alone, with their places.
struct MarkupElements {
  /// An element.
  struct Element: Equatable {
    /// Its name and those of the elements around it, the outermost first, without prefixes.
    var names: [String]
    /// The range of its text, which is not empty.
    var content: Range<Int>
  }

  /// The elements in their order.
  private(set) var texts: [Element] = []

  /// The deepest nesting of elements.
  private static let depthLimit = 64

  /// Finds the elements; none in a text that does not begin with one.
  init(_ bytes: [UInt8]) {
    let (less, greater, slash) = (UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"))
    guard var index = bytes.firstIndex(where: { $0 > 0x20 && $0 < 0x80 }), bytes[index] == less
    else { return }
    var names: [String] = []
    // Where the text of the innermost element begins, unless another element was within.
    var start: Int?
    while index < bytes.count, let open = bytes[index...].firstIndex(of: less) {
      guard let end = bytes[open...].firstIndex(of: greater), open + 1 < end else { return }
      defer { index = end + 1 }
      let first = bytes[open + 1]
      if first == slash {
        if let start, start < open {
          let text = bytes[start..<open]
          if text.contains(where: { $0 > 0x20 }) {
            texts.append(Element(names: names, content: start..<open))
          }
        }
        _ = names.popLast()
        start = nil
      } else if first.isASCIILetter || first == UInt8(ascii: "_") {
        start = nil
        // An element without content.
        if bytes[end - 1] == slash { continue }
        guard names.count < Self.depthLimit else { return }
        let name = bytes[(open + 1)..<end].prefix { $0 > 0x20 }
        let local = name.split(separator: UInt8(ascii: ":")).last ?? name
        names.append(String(decoding: local, as: UTF8.self))
        start = end + 1
      } else {
        // A comment, or text that is written in another way.
        start = nil
      }
    }
  }
}
