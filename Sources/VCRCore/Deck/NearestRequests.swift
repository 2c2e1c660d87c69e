import VCRLocks

/// Finds the recorded requests that come closest to one, at a cost that does not depend on how many
/// there are.
///
/// Method and URL of all items are sorted once, when the first request was refused, so that no
/// other run pays for it. The URLs with the longest common beginning then stand next to each other.
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
    private struct Entry {
      var item: Int
      var method: String
      var url: String
    }

    private struct Group {
      var method: String
      /// The place of the group's entries.
      var range: Range<Int>
    }

    /// Those of one host and method together, by URL and position.
    private var entries: [Entry] = []
    /// The places of a host's entries, those of each method apart.
    private var groups: [String: [Group]] = [:]
    /// The hosts in the order of their names.
    private var hosts: [String] = []

    /// How many methods of one host are compared; no service has more.
    private static let methods = 16

    /// How many other hosts on either side are compared.
    private static let hosts = 32

    init(_ file: CassetteFile) {
      var found: [String: [String: [Entry]]] = [:]
      for item in 0..<file.count {
        var entry = unsafe file.withMethodAndURL(at: item) { method, url in
          unsafe Entry(
            item: item, method: String(decoding: method, as: UTF8.self),
            url: String(decoding: url, as: UTF8.self))
        }
        if entry == nil, let request = try? file.request(at: item) {
          entry = Entry(item: item, method: request.method, url: request.url)
        }
        guard let entry else { continue }
        found[RequestEquivalence.host(of: entry.url), default: [:]][entry.method, default: []]
          .append(entry)
      }
      for (host, methods) in found {
        for (method, own) in methods.sorted(by: { $0.key < $1.key }) {
          let start = entries.count
          entries += own.sorted { $0.url != $1.url ? $0.url < $1.url : $0.item < $1.item }
          groups[host, default: []].append(Group(method: method, range: start..<entries.count))
        }
      }
      hosts = groups.keys.sorted()
    }

    func items(for request: Interaction.Request, upTo count: Int) -> [Int] {
      let host = RequestEquivalence.host(of: request.url)
      var ranked: [(likeness: Int, item: Int)] = []
      func add(_ groups: [Group], isSameHost: Bool) {
        let own = groups.filter { $0.method == request.method }
        for group in own + groups.filter({ $0.method != request.method }).prefix(Self.methods) {
          for entry in nearest(to: request.url, in: group.range, upTo: count) {
            let likeness =
              2 * Self.common(request.url, entries[entry].url)
              + (group.method == request.method ? 8 : 0) + (isSameHost ? 1000 : 0)
              + (entries[entry].url == request.url ? 500 : 0)
            ranked.append((likeness, entries[entry].item))
          }
        }
      }
      add(groups[host] ?? [], isSameHost: true)
      if ranked.count < count {
        for other in alike(host) where other != host {
          add(groups[other] ?? [], isSameHost: false)
          guard ranked.count < 2 * count else { break }
        }
      }
      ranked.sort { ($1.likeness, $0.item) < ($0.likeness, $1.item) }
      return ranked.prefix(count).map(\.item)
    }

    /// The hosts that begin alike, which a mistyped one does; the most alike first.
    private func alike(_ host: String) -> [String] {
      let place = Self.first(in: hosts.indices) { hosts[$0] >= host }
      let near = max(0, place - Self.hosts)..<min(hosts.count, place + Self.hosts)
      return near.map { (common: Self.common(hosts[$0], host), host: hosts[$0]) }
        .sorted { ($1.common, $0.host) < ($0.common, $1.host) }.map(\.host)
    }

    /// The entries of a sorted range whose URLs have the longest common beginning with one, the
    /// same URL first; of those that are equally alike the ones that were recorded first.
    private func nearest(to url: String, in range: Range<Int>, upTo count: Int) -> [Int] {
      let start = Self.first(in: range) { entries[$0].url >= url }
      // From `low` to `high` all are chosen.
      var (low, high) = (start, Self.first(in: start..<range.upperBound) { entries[$0].url > url })
      if high - low >= count { return Array(low..<low + count) }
      while high - low < count {
        let left = low > range.lowerBound ? Self.common(entries[low - 1].url, url) : -1
        let right = high < range.upperBound ? Self.common(entries[high].url, url) : -1
        let length = max(left, right)
        guard length >= 0 else { break }
        let newLow =
          left < length
          ? low
          : Self.first(in: range.lowerBound..<low) { Self.common(entries[$0].url, url) >= length }
        let newHigh =
          right < length
          ? high
          : Self.first(in: high..<range.upperBound) { Self.common(entries[$0].url, url) < length }
        if newHigh - newLow > count {
          return Array(low..<high)
            + earliest(count - (high - low), of: [newLow..<low, high..<newHigh])
        }
        (low, high) = (newLow, newHigh)
      }
      return Array(low..<high)
    }

    /// Those of some places whose entries were recorded first.
    private func earliest(_ count: Int, of ranges: [Range<Int>]) -> [Int] {
      var chosen: [Int] = []
      for range in ranges {
        for place in range {
          if chosen.count == count, let last = chosen.last, entries[last].item < entries[place].item
          {
            continue
          }
          let item = entries[place].item
          let slot = chosen.firstIndex { entries[$0].item > item } ?? chosen.count
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

    /// How many bytes two texts have in common from their beginning.
    private static func common(_ one: String, _ other: String) -> Int {
      zip(one.utf8, other.utf8).prefix { $0 == $1 }.count
    }
  }
}
