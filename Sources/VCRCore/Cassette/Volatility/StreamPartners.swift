/// Which events or lines of two versions of a stream correspond.
struct StreamPartners {
  private let oldParts: [StreamParts.Part]
  private let newParts: [StreamParts.Part]
  /// For each part whether it may as well be absent.
  private let isOldIgnored: [Bool]
  private let isNewIgnored: [Bool]
  /// For each new part the old one.
  private var partners: [Int?]

  /// Pairs the parts of two streams; nil for bodies that are no streams.
  ///
  /// Those are pairs that are equal apart from volatile places, and the rest between them one by
  /// one where both sides have equally many.
  init?(_ old: VolatilePlaces, of oldBody: Body, _ new: VolatilePlaces, of newBody: Body) {
    // One of two streams may have no volatile place in it, and was not divided.
    guard let left = old.stream ?? new.stream.map({ StreamParts(oldBody.bytes, $0.unit) }),
      let right = new.stream ?? old.stream.map({ StreamParts(newBody.bytes, $0.unit) }),
      left.unit == right.unit
    else { return nil }
    oldParts = left.parts
    newParts = right.parts
    isOldIgnored = Self.ignored(old, count: oldParts.count)
    isNewIgnored = Self.ignored(new, count: newParts.count)
    partners = Array(repeating: nil, count: newParts.count)
    let olds = oldParts.indices.filter { !isOldIgnored[$0] }
    let news = newParts.indices.filter { !isNewIgnored[$0] }
    let (oldDigests, newDigests) = (
      Self.digests(oldParts, old, oldBody), Self.digests(newParts, new, newBody)
    )
    var (nextOld, nextNew) = (0, 0)
    let matches = SequenceAlignment.matches(
      olds.map { oldDigests[$0] }, news.map { newDigests[$0] })
    for match in matches + [.init(old: olds.count, new: news.count)] {
      if match.old - nextOld == match.new - nextNew {
        for offset in 0..<match.old - nextOld {
          partners[news[nextNew + offset]] = olds[nextOld + offset]
        }
      }
      if match.new < news.count { partners[news[match.new]] = olds[match.old] }
      (nextOld, nextNew) = (match.old + 1, match.new + 1)
    }
  }

  private static func ignored(_ places: VolatilePlaces, count: Int) -> [Bool] {
    var isIgnored = [Bool](repeating: false, count: count)
    for place in places.places where place.isWhole {
      if let part = place.part { isIgnored[part] = true }
    }
    return isIgnored
  }

  /// Digests of the parts without their volatile places.
  private static func digests(
    _ parts: [StreamParts.Part], _ places: VolatilePlaces, _ body: Body
  ) -> [Int] {
    let bytes = body.bytes
    var next = 0
    return parts.map { part in
      var rest: [UInt8] = []
      var start = part.range.lowerBound
      while next < places.places.count, places.places[next].range.lowerBound < part.range.upperBound
      {
        let place = places.places[next].range
        rest += bytes[start..<place.lowerBound] + [0]
        start = place.upperBound
        next += 1
      }
      rest += bytes[start..<max(start, part.range.upperBound)]
      return rest.seededHash
    }
  }

  /// The old part to which a new one corresponds.
  func old(of part: Int) -> Int? { partners[part] }

  /// True when each piece of the new body is one part of it.
  func isCutIntoParts(_ body: Body) -> Bool { Self.isCut(body, into: newParts) }

  private static func isCut(_ body: Body, into parts: [StreamParts.Part]) -> Bool {
    guard body.chunks.count == parts.count else { return false }
    return zip(body.chunks, parts).allSatisfy { $0.length == $1.range.count }
  }

  /// Gives a body the ignored parts of the old one, each after the part that it followed there, in
  /// the place of its own.
  ///
  /// - Parameters:
  ///   - old: The old body.
  ///   - body: The new body, each piece of it a part, perhaps with other volatile values.
  func carryIgnored(from old: Body, into body: inout Body) {
    guard isOldIgnored.contains(true) || isNewIgnored.contains(true),
      Self.isCut(old, into: oldParts)
    else { return }
    var newPartner: [Int: Int] = [:]
    for (new, old) in partners.enumerated() { if let old { newPartner[old] = new } }
    var insertions: [Int: [Int]] = [:]
    var anchor = -1
    for index in oldParts.indices {
      if isOldIgnored[index] {
        insertions[anchor, default: []].append(index)
      } else {
        anchor = newPartner[index] ?? anchor
      }
    }
    var bytes: [UInt8] = []
    var chunks: [Body.Chunk] = []
    func addOld(after anchor: Int) {
      for index in insertions[anchor] ?? [] {
        bytes += old.bytes[oldParts[index].range]
        chunks.append(old.chunks[index])
      }
    }
    addOld(after: -1)
    var start = 0
    let content = body.bytes
    for (index, chunk) in body.chunks.enumerated() {
      if !isNewIgnored[index] {
        bytes += content[start..<start + chunk.length]
        chunks.append(chunk)
        addOld(after: index)
      }
      start += chunk.length
    }
    body.bytes = bytes
    body.chunks = chunks
  }
}
