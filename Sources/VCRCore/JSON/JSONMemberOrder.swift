/// The order of the members of JSON objects, which has no meaning (RFC 8259 §1) and which some
/// servers choose newly in each run.
///
/// Only compact and evenly spaced texts are changed, as their white space moves along with the
/// members. Tokens stay as they are.
package struct JSONMemberOrder {
  private let text: JSONText
  private let layout: JSONLayout
  /// The text whose order is wanted; nil to sort by name.
  private let model: JSONText?
  private var output: [UInt8] = []

  /// Sorts the members of every object of a text by their names.
  ///
  /// - Parameter bytes: The text; anything else than such JSON stays unchanged.
  package static func sort(_ bytes: inout [UInt8]) {
    guard var order = JSONMemberOrder(bytes, like: nil) else { return }
    bytes = order.written()
  }

  /// A text with its members in the order of another text; members that the other lacks stay after
  /// the one they followed.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - model: The other text.
  /// - Returns: The text; nil when either is not such JSON.
  static func arranged(_ bytes: [UInt8], like model: [UInt8]) -> [UInt8]? {
    guard let model = JSONText(model), var order = JSONMemberOrder(bytes, like: model) else {
      return nil
    }
    return order.written()
  }

  private init?(_ bytes: [UInt8], like model: JSONText?) {
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let text = JSONText(bytes), let layout = JSONScanner.layout(of: bytes),
      layout.spacing != .odd
    else { return nil }
    self.text = text
    self.layout = layout
    self.model = model
    output.reserveCapacity(bytes.count)
  }

  private mutating func written() -> [UInt8] {
    append(0, like: model == nil ? nil : 0)
    if layout.hasFinalNewline { output.append(UInt8(ascii: "\n")) }
    return output
  }

  private mutating func append(_ index: Int, like other: Int?) {
    let kind = text.nodes[index].kind
    guard kind == .object || kind == .array else {
      output += text.text(of: index)
      return
    }
    output.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    for (place, child) in children(of: index, like: other).enumerated() {
      if place > 0 { separate(UInt8(ascii: ",")) }
      if kind == .object {
        let node = text.nodes[child.index]
        output += text.bytes[Int(node.nameStart)..<Int(node.nameEnd)]
        separate(UInt8(ascii: ":"))
      }
      append(child.index, like: child.other)
    }
    output.append(kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  private mutating func separate(_ byte: UInt8) {
    output.append(byte)
    if layout.spacing == .spaced { output.append(UInt8(ascii: " ")) }
  }

  /// The values within a value, in their new order, each with its counterpart in the other text.
  private func children(of index: Int, like other: Int?) -> [(index: Int, other: Int?)] {
    let own = text.children(of: index)
    let isObject = text.nodes[index].kind == .object
    guard let model else {
      guard isObject else { return own.map { ($0, nil) } }
      // Members of one name keep their order.
      return own.sorted {
        text.namePrecedes($0, $1) || ($0 < $1 && !text.namePrecedes($1, $0))
      }.map { ($0, nil) }
    }
    guard let other, model.nodes[other].kind == text.nodes[index].kind else {
      return own.map { ($0, nil) }
    }
    let others = model.children(of: other)
    guard isObject else {
      return own.enumerated().map { ($1, $0 < others.count ? others[$0] : nil) }
    }
    var places: [[UInt8]: Int] = [:]
    for (place, child) in others.enumerated() { places[model.name(of: child)] = place }
    guard places.count == others.count else { return own.map { ($0, nil) } }
    // A member that the model lacks takes the place of the one before it and follows that one.
    var last = -1
    var ranked: [(place: Int, isNew: Bool, index: Int)] = []
    for child in own {
      let place = places[text.name(of: child)]
      last = place ?? last
      ranked.append((last, place == nil, child))
    }
    ranked.sort { ($0.place, $0.isNew ? 1 : 0, $0.index) < ($1.place, $1.isNew ? 1 : 0, $1.index) }
    return ranked.map { ($0.index, $0.isNew ? nil : others[$0.place]) }
  }
}
