/// JSON that is the value of a field of a form, such as `payload=%7B%22id%22%3A1%7D`.
package struct FormJSON {
  /// The JSON, with the encoding of the form undone.
  package let text: JSONText
  /// Where each byte of it stands in the value; nil where nothing is encoded.
  private let decoded: DecodedText?
  /// Where the value begins in the form.
  private let start: Int

  /// Reads the value of a field; nil for one that is no object and no array.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - value: Where the value is in it.
  package init?(_ form: [UInt8], _ value: Range<Int>) {
    guard Self.mayBegin(in: form, value) else { return nil }
    let bytes = form.view.extracting(value)
    decoded = DecodedText(bytes, .form) ?? DecodedText(bytes, .percent)
    guard let text = JSONText(structure: decoded?.bytes ?? Array(form[value])) else { return nil }
    (self.text, start) = (text, value.lowerBound)
  }

  /// False for a value whose first character other than white space begins no object and no array.
  private static func mayBegin(in form: [UInt8], _ value: Range<Int>) -> Bool {
    var index = value.lowerBound
    while index < value.upperBound {
      let encoded = form.view.percentDecoded(at: index, before: value.upperBound)
      let byte = encoded ?? form[index]
      guard byte <= 0x20 || byte == UInt8(ascii: "+") else {
        return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      }
      index += encoded == nil ? 1 : 3
    }
    return false
  }

  /// The range in the form of a range of the JSON.
  package func range(_ range: Range<Int>) -> Range<Int> {
    let place = decoded?.original(range) ?? range
    return place.lowerBound + start..<place.upperBound + start
  }

  /// Bytes of JSON as a form carries them.
  package static func encoded(_ json: [UInt8]) -> [UInt8] {
    DecodedText.Encoding.percent.encode(json)
  }
}
