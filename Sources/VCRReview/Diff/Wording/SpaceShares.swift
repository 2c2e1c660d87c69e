import VCRCore

/// Divides the space of a text among lists, so that no list takes what the others need.
struct SpaceShares {
  /// The number of bytes left.
  private(set) var room: Int

  /// How many times unused space is divided again before it is given out in order.
  private static let roundLimit = 16

  /// Creates shares of a number of bytes.
  init(_ room: Int) { self.room = max(0, room) }

  /// Reserves bytes for one piece.
  ///
  /// - Returns: False when there are too few bytes left.
  mutating func take(_ size: Int) -> Bool {
    guard size <= room else { return false }
    room -= size
    return true
  }

  /// Chooses the pieces that fit.
  ///
  /// Every list gets an equal share for its first pieces; unused space is divided again until
  /// everything is used or nothing more fits.
  ///
  /// - Parameter lists: The sizes of the pieces of each list, the most important piece first.
  /// - Returns: For each list, the positions of the chosen pieces, ascending.
  mutating func choose(_ lists: [[Int]]) -> [[Int]] {
    var counts = lists.map { _ in 0 }
    var waiting = lists.indices.filter { !lists[$0].isEmpty }
    for _ in 0..<Self.roundLimit where !waiting.isEmpty {
      let share = room / waiting.count
      for list in waiting {
        var left = share
        while counts[list] < lists[list].count, lists[list][counts[list]] <= left {
          left -= lists[list][counts[list]]
          counts[list] += 1
        }
        room -= share - left
      }
      waiting.removeAll { counts[$0] == lists[$0].count }
    }
    // A piece that exceeds its share may still fit into the rest.
    return lists.indices.map { list in
      Array(0..<counts[list])
        + lists[list].indices.dropFirst(counts[list]).filter { take(lists[list][$0]) }
    }
  }
}
