/// Extracts secrets from live text by comparing it with the recorded text that has placeholders.
package enum PlaceholderReading {
  /// The secrets in a value whose recorded text is known.
  ///
  /// - Parameters:
  ///   - live: The live value.
  ///   - recorded: The recorded value, with placeholders.
  /// - Returns: The secrets by the names of their placeholders; empty when the texts do not
  ///   correspond.
  package static func secrets(in live: String, as recorded: String) -> [(
    name: [UInt8], secret: [UInt8]
  )] {
    let live = Array(live.utf8)
    let recorded = Array(recorded.utf8)
    var found: [(name: [UInt8], secret: [UInt8])] = []
    var (place, index) = (0, 0)
    while index < recorded.count {
      guard let end = Placeholder.end(recorded.view, at: index) else {
        guard place < live.count, live[place] == recorded[index] else { return [] }
        place += 1
        index += 1
        continue
      }
      let rest = recorded[end...]
      let literal = rest.prefix { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "%") }
      let stop =
        rest.isEmpty
        ? live.count
        : live[min(place, live.count)...].firstRange(of: literal)?.lowerBound
      guard let stop, stop > place else { return [] }
      if let name = Placeholder.name(recorded.view, at: index) {
        found.append((Array(recorded[name]), Array(live[place..<stop])))
      }
      place = stop
      index = end
    }
    return place == live.count ? found : []
  }

  /// How many placeholders of one name are tried when no secret is found at the first.
  private static let attempts = 8

  /// The secrets in a body of any kind, found by the text before and after their placeholders.
  ///
  /// - Parameters:
  ///   - live: The live body.
  ///   - recorded: The recorded body, with placeholders.
  ///   - known: The names of the secrets that are known already.
  /// - Returns: The first secret found for each name.
  package static func secrets(
    in live: [UInt8], like recorded: [UInt8], except known: Set<[UInt8]> = []
  ) -> [(name: [UInt8], secret: [UInt8])] {
    var found: [(name: [UInt8], secret: [UInt8])] = []
    var left: [[UInt8]: Int] = [:]
    var index = 0
    while let next = recorded[index...].firstIndex(of: UInt8(ascii: "{")) {
      guard let end = Placeholder.end(recorded.view, at: next) else {
        index = next + 1
        continue
      }
      let line = recorded[index..<next].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? index
      index = end
      guard end < recorded.count, let range = Placeholder.name(recorded.view, at: next) else {
        continue
      }
      let name = Array(recorded[range])
      let attempt = left[name] ?? Self.attempts
      guard attempt > 0, !known.contains(name) else { continue }
      left[name] = attempt - 1
      if let secret = secret(in: live, behind: recorded[line..<next], before: recorded[end]) {
        found.append((name, secret))
        left[name] = 0
      }
    }
    return found
  }

  /// The bytes after a text, or after its longest suffix that occurs, up to a stop byte.
  private static func secret(
    in live: [UInt8], behind before: ArraySlice<UInt8>, before stop: UInt8
  ) -> [UInt8]? {
    for length in [32, 24, 16, 12, 8, 6, 4] where length <= max(4, before.count) {
      guard before.count >= 4, let start = live.firstRange(of: before.suffix(length))?.upperBound,
        let end = live[start...].firstIndex(of: stop), end > start, end - start < 8192
      else { continue }
      return Array(live[start..<end])
    }
    return nil
  }
}
