import VCRCore

/// Divides the room of a text among lists, so that none takes what the others need.
struct SpaceShares {
  /// How many bytes are left.
  private(set) var room: Int

  /// How often what was not needed is shared again, before who comes first gets the rest.
  private static let roundLimit = 16

  /// Creates it for a number of bytes.
  init(_ room: Int) { self.room = max(0, room) }

  /// Takes some bytes for one piece.
  ///
  /// - Returns: False when there are not so many.
  mutating func take(_ size: Int) -> Bool {
    guard size <= room else { return false }
    room -= size
    return true
  }

  /// Chooses the pieces that have room.
  ///
  /// Every list gets the same share for its first pieces; what a list does not need is shared again,
  /// until all is used up or nothing more fits.
  ///
  /// - Parameter lists: The sizes of the pieces of each list, what matters most first.
  /// - Returns: For each list the positions of the pieces that are in, ascending.
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
    // A share may be too small for a piece for which there is room.
    return lists.indices.map { list in
      Array(0..<counts[list])
        + lists[list].indices.dropFirst(counts[list]).filter { take(lists[list][$0]) }
    }
  }
}
