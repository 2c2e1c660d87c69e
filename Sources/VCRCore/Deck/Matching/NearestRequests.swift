import VCRLocks

/// Finds the recorded requests that come closest to one, at a cost that does not depend on how many
/// there are.
///
/// The URLs of all items are sorted once, when the first request was refused, so that no other run
/// pays for it. Those with the longest common beginning then stand next to each other, and that is
/// the same host before anything else.
final class NearestRequests: Sendable {
  private let urls: RecordedURLs
  private let sorted = Mutex<Sorted?>(nil)

  /// Creates it for a cassette, which is not read yet.
  init(_ urls: RecordedURLs) { self.urls = urls }

  /// The items whose method and URL are most like those of a request, the most alike first; those
  /// that are equally alike in recorded order.
  ///
  /// The same host outweighs everything, then the same URL, then the length of the common
  /// beginning, of which the same method is worth four characters.
  ///
  /// - Parameters:
  ///   - request: The request, redacted.
  ///   - count: The most items to give.
  /// - Returns: Their positions.
  func items(for request: Interaction.Request, upTo count: Int) -> [Int] {
    let sorted = sorted.withLock { sorted in
      let made = sorted ?? Sorted(urls.all)
      sorted = made
      return made
    }
    return sorted.items(for: request, upTo: count)
  }

  /// The sorted requests.
  private struct Sorted {
    /// How many other methods are compared; no service has more.
    private static let otherMethods = 16

    /// The URLs by method; the numbers are the positions of their items.
    private let urls: SortedTexts
    /// The methods, each with the places of its URLs.
    private let methods: [(name: String, places: Range<Int>)]

    init(_ list: RecordedURLs.List) {
      let urls = SortedTexts(list.urls, in: list.bytes)
      self.urls = urls
      methods = list.methods.enumerated().map { group, name in
        (String(decoding: name, as: UTF8.self), urls.places(ofGroup: group))
      }
    }

    func items(for request: Interaction.Request, upTo count: Int) -> [Int] {
      let host = RequestEquivalence.host(of: request.url)
      var likeness: [Int: Int] = [:]
      for url in Self.spellings(of: request.url) {
        let own = methods.filter { $0.name == request.method }
        for method in own + methods.filter({ $0.name != request.method }).prefix(Self.otherMethods)
        {
          for place in nearest(to: url, in: method.places, upTo: count) {
            let recorded = String(decoding: urls.text(at: place), as: UTF8.self)
            let value =
              2 * urls.common(place, Array(request.url.utf8))
              + (method.name == request.method ? 8 : 0)
              + (RequestEquivalence.host(of: recorded) == host ? 1000 : 0)
              + (recorded == request.url ? 500 : 0)
            likeness[urls.number(at: place)] = value
          }
        }
      }
      let ranked = likeness.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return ranked.prefix(count).map(\.key)
    }

    /// A URL as it is, and with the other one of the two schemes, as the host counts for more.
    private static func spellings(of url: String) -> [[UInt8]] {
      let (plain, secure) = ("http://", "https://")
      let bytes = Array(url.utf8)
      if url.hasPrefix(plain) {
        return [bytes, Array(secure.utf8) + bytes.dropFirst(plain.utf8.count)]
      }
      if url.hasPrefix(secure) {
        return [bytes, Array(plain.utf8) + bytes.dropFirst(secure.utf8.count)]
      }
      return [bytes]
    }

    /// The places of a sorted range whose URLs have the longest common beginning with one, the
    /// same URL first; of those that are equally alike the ones that were recorded first.
    private func nearest(to url: [UInt8], in range: Range<Int>, upTo count: Int) -> [Int] {
      let same = urls.places(of: url, in: range)
      // From `low` to `high` all are chosen.
      var (low, high) = (same.lowerBound, same.upperBound)
      if high - low >= count { return Array(low..<low + count) }
      while high - low < count {
        let left = low > range.lowerBound ? urls.common(low - 1, url) : -1
        let right = high < range.upperBound ? urls.common(high, url) : -1
        let length = max(left, right)
        guard length >= 0 else { break }
        let newLow =
          left < length
          ? low : (range.lowerBound..<low).partitioningIndex { urls.common($0, url) >= length }
        let newHigh =
          right < length
          ? high : (high..<range.upperBound).partitioningIndex { urls.common($0, url) < length }
        if newHigh - newLow > count {
          return Array(low..<high)
            + urls.first(count - (high - low), in: [newLow..<low, high..<newHigh])
        }
        (low, high) = (newLow, newHigh)
      }
      return Array(low..<high)
    }
  }
}
