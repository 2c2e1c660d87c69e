#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The interactions of a cassette that are older than its expiry, found without decoding them.
package struct ExpiredInteractions: Equatable, CustomStringConvertible {
  /// The number of expired interactions.
  let count: Int
  /// The number of interactions in the cassette.
  let total: Int
  /// The position of the oldest, counted from 0.
  package let oldest: Int
  /// The age of that one, in seconds.
  let age: Double
  /// The greatest age of an interaction.
  let expiry: Expiry

  /// Finds expired interactions; nil when there are none, as one without a time never expires.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - expiry: The greatest age of an interaction.
  ///   - now: The current time.
  package init?(in file: CassetteFile, expiry: Expiry, at now: Date = Date()) {
    var count = 0
    var oldest: (item: Int, date: Date)?
    for item in 0..<file.count {
      guard let date = file.recordedAt(ofItem: item), expiry.hasExpired(date, at: now) else {
        continue
      }
      count += 1
      if date < oldest?.date ?? .distantFuture { oldest = (item, date) }
    }
    guard let oldest else { return nil }
    self.count = count
    total = file.count
    self.oldest = oldest.item
    age = now.timeIntervalSince(oldest.date)
    self.expiry = expiry
  }

  /// A description of what has expired: `2 of 12 interactions have expired (after 30 days); the
  /// oldest is #3, of 45 days`.
  package var description: String {
    let what =
      total == 1
      ? "its interaction has expired"
      : "\(count) of \(total) interactions \(count == 1 ? "has" : "have") expired"
    return "\(what) (after \(Self.words(expiry.seconds))): "
      + "#\(oldest + 1) was recorded \(Self.words(age)) ago"
  }

  /// A time span in the largest unit of which it has at least two.
  private static func words(_ seconds: Double) -> String {
    let units: [(String, Double)] = [("day", 86_400), ("hour", 3_600), ("minute", 60)]
    let (name, length) = units.first { seconds >= 2 * $0.1 } ?? ("minute", 60)
    return Quantity.of(Int(min(max(seconds / length, 0), 1e9)), name)
  }
}

extension CassetteFile {
  /// The time of an interaction's recording; nil when the item has none, or it cannot be read.
  ///
  /// The recorder writes the time as an item's last line, so only that line is examined.
  func recordedAt(ofItem index: Int) -> Date? {
    guard let range = range(ofItem: index) else {
      return (try? interaction(at: index))?.recordedAt
    }
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    let lineFeed = bytes[range.lowerBound..<end].lastIndex(of: UInt8(ascii: "\n"))
    let line = bytes[(lineFeed.map { $0 + 1 } ?? range.lowerBound)..<end]
    if line.starts(with: Self.timeKey),
      let date = Timestamp.date(line.dropFirst(Self.timeKey.count))
    {
      return date
    }
    // Somebody moved the time elsewhere, or wrote a comment after it.
    guard bytes.contains(Array(Self.timeKey.dropFirst(2)), in: range) else { return nil }
    return (try? interaction(at: index))?.recordedAt
  }

  private static let timeKey = ItemKey.recordedAt.lineStart
}
