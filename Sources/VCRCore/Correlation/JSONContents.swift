/// The JSON of a body, and of an old one beside it: the whole of it, or the data of the events or
/// the lines of a stream, whose ids belong to it.
package struct JSONContents {
  /// A text of JSON.
  package struct Element {
    /// The text.
    package let text: JSONText
    /// The text in its place in the old body; nil where there is none.
    package let old: JSONText?
    /// The place in a stream; nil for a whole body.
    fileprivate let part: StreamParts.JSON?

    /// The range in the body of a value.
    package func range(of node: Int) -> Range<Int> { part?.range(of: node) ?? text.range(of: node) }
  }

  /// The texts in their order.
  package let elements: [Element]
  /// The ids of the events of a stream, in their order.
  let eventIDs: [Range<Int>]

  /// Finds the JSON of a body; nil for a body that has none.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type.
  ///   - old: The old body.
  package init?(_ bytes: [UInt8], _ type: MediaType?, like old: [UInt8]) {
    if let text = JSONText(bytes) {
      elements = [Element(text: text, old: JSONText(old), part: nil)]
      eventIDs = []
      return
    }
    guard case .stream(let stream) = BodyReading(bytes, type) else { return nil }
    let olds = Dictionary(
      StreamParts(old, stream.unit).jsonInPlaces.map {
        (Place(kind: $0.kind, number: $0.number), $0.json.text)
      }
    ) { first, _ in first }
    elements = stream.jsonInPlaces.map { kind, number, json in
      Element(text: json.text, old: olds[Place(kind: kind, number: number)], part: json)
    }
    eventIDs = stream.idsInPlaces.map(\.id)
  }

  /// A text is in the place of another when as many of its kind came before it.
  private struct Place: Hashable {
    var kind: String
    var number: Int
  }
}
