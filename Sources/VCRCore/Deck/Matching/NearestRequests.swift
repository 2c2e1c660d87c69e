internal import CBytes
import VCRLocks

/// Finds the recorded requests that come closest to one, at a cost that does not depend on how many
/// there are.
///
/// The URLs of all items are sorted once, when the first request was refused, so that no other run
/// pays for it. Those with the longest common beginning then stand next to each other, and that is
/// the same host before anything else.
final class NearestRequests: Sendable {
  private let file: CassetteFile
  private let sorted = Mutex<Sorted?>(nil)

  /// Creates it for a cassette, which is not read yet.
  init(file: CassetteFile) { self.file = file }

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
      let made = sorted ?? Sorted(file)
      sorted = made
      return made
    }
    return sorted.items(for: request, upTo: count)
  }

  /// The sorted requests.
  private struct Sorted {
    /// How many other methods are compared; no service has more.
    private static let otherMethods = 16

    /// The URLs one behind the other.
    private var bytes: [UInt8] = []
    /// The URLs by method, bytes and position; the numbers are the positions of their items.
    private var urls: [vcr_text] = []
    /// The methods, each with the places of its URLs.
    private var methods: [(name: String, places: Range<Int>)] = []

    init(_ file: CassetteFile) {
      var names: [[UInt8]] = []
      func add(_ method: some Collection<UInt8>, _ url: some Collection<UInt8>, _ item: Int) {
        let known = names.firstIndex { $0.elementsEqual(method) }
        if known == nil { names.append(Array(method)) }
        urls.append(
          vcr_text(
            start: UInt(bytes.count), length: url.count, group: UInt32(known ?? names.count - 1),
            number: UInt32(item)))
        bytes.append(contentsOf: url)
      }
      for item in 0..<file.count {
        let isFound: Void? = unsafe file.withMethodAndURL(at: item) { method, url in
          unsafe add(method, url, item)
        }
        if isFound == nil, let request = try? file.request(at: item) {
          add(request.method.utf8, request.url.utf8, item)
        }
      }
      unsafe urls.withUnsafeMutableBufferPointer { urls in
        unsafe vcr_sort_texts(urls.baseAddress, urls.count, bytes)
      }
      var start = 0
      for (group, name) in names.enumerated() {
        let end = Self.first(in: start..<urls.count) { urls[$0].group > group }
        methods.append((String(decoding: name, as: UTF8.self), start..<end))
        start = end
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
            let recorded = self.url(at: place)
            let value =
              2 * common(place, Array(request.url.utf8))
              + (method.name == request.method ? 8 : 0)
              + (RequestEquivalence.host(of: recorded) == host ? 1000 : 0)
              + (recorded == request.url ? 500 : 0)
            likeness[Int(urls[place].number)] = value
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

    private func range(at place: Int) -> Range<Int> {
      let start = Int(urls[place].start)
      return start..<start + urls[place].length
    }

    private func url(at place: Int) -> String {
      String(decoding: bytes[range(at: place)], as: UTF8.self)
    }

    /// How many bytes a URL has in common with another from its beginning.
    private func common(_ place: Int, _ other: [UInt8]) -> Int {
      bytes.commonPrefixLength(range(at: place), other, other.indices)
    }

    /// True when a URL comes behind another one in the order of their bytes, or is the same.
    private func isBehind(_ place: Int, _ other: [UInt8], orSame isSameToo: Bool) -> Bool {
      let range = range(at: place)
      let length = common(place, other)
      if length == range.count || length == other.count {
        return isSameToo ? range.count >= other.count : range.count > other.count
      }
      return bytes[range.lowerBound + length] > other[length]
    }

    /// The places of a sorted range whose URLs have the longest common beginning with one, the
    /// same URL first; of those that are equally alike the ones that were recorded first.
    private func nearest(to url: [UInt8], in range: Range<Int>, upTo count: Int) -> [Int] {
      let start = Self.first(in: range) { isBehind($0, url, orSame: true) }
      // From `low` to `high` all are chosen.
      var (low, high) = (
        start, Self.first(in: start..<range.upperBound) { isBehind($0, url, orSame: false) }
      )
      if high - low >= count { return Array(low..<low + count) }
      while high - low < count {
        let left = low > range.lowerBound ? common(low - 1, url) : -1
        let right = high < range.upperBound ? common(high, url) : -1
        let length = max(left, right)
        guard length >= 0 else { break }
        let newLow =
          left < length
          ? low : Self.first(in: range.lowerBound..<low) { common($0, url) >= length }
        let newHigh =
          right < length
          ? high : Self.first(in: high..<range.upperBound) { common($0, url) < length }
        if newHigh - newLow > count {
          return Array(low..<high)
            + earliest(count - (high - low), of: [newLow..<low, high..<newHigh])
        }
        (low, high) = (newLow, newHigh)
      }
      return Array(low..<high)
    }

    /// Those of some places whose URLs were recorded first.
    private func earliest(_ count: Int, of ranges: [Range<Int>]) -> [Int] {
      var chosen: [Int] = []
      for range in ranges {
        for place in range {
          let item = urls[place].number
          if chosen.count == count, let last = chosen.last, urls[last].number < item { continue }
          let slot = chosen.firstIndex { urls[$0].number > item } ?? chosen.count
          chosen.insert(place, at: slot)
          if chosen.count > count { chosen.removeLast() }
        }
      }
      return chosen
    }

    /// The first place for which something holds that holds for all after it, too; the end when
    /// there is none.
    private static func first(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if holds(middle) { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }
}
