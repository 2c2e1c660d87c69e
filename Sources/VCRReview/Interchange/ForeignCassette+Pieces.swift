import VCRCore

extension ForeignCassette {
  /// Reads a recording that is parsed in pieces, on all cores; nil for one that has to be read as a
  /// whole, also for one of no known format or with a fault, of which the place is found then.
  ///
  /// The values of a piece are let go as soon as its entries are read.
  ///
  /// - Parameters:
  ///   - pieces: The pieces.
  ///   - path: The file's path.
  ///   - inflating: Decompresses bodies; nil if that is not supported.
  ///   - isLetGo: True when the texts of pieces that were parsed are not needed any more.
  init?(
    _ pieces: ForeignYAMLPieces, path: String, inflating: Inflating?,
    lettingGo isLetGo: Bool = false
  ) {
    // The tool is known by the first entry, and by what stands before and after the list.
    guard let first = pieces.piece(0),
      let last = pieces.piece(pieces.count - 1),
      ForeignYAMLPieces.agree(first, last)
    else { return nil }
    let root = ForeignYAMLPieces.joined(first, last)
    guard let form = ForeignFormats.form(of: root),
      form.list.line == first.elements[0].line,
      form.list.elements.count == first.elements.count + last.elements.count
    else { return nil }
    var parts = (0..<pieces.count).concurrentMap(blockSize: 1) { index -> Part? in
      let piece =
        index == 0
        ? first : index == pieces.count - 1 ? last : pieces.piece(index, lettingGo: isLetGo)
      guard let piece, ForeignYAMLPieces.agree(first, piece) else { return nil }
      let log = ForeignLog(
        path: path, byteCount: pieces.byteCount, inflating: inflating,
        share: pieces.share(of: index))
      let entries = ForeignEntries(piece.elements, of: form, log)
      return log.hasRunOut ? nil : Part(entries: entries, size: piece.size)
    }
    let limit = ForeignYAML.Size.limit(forBytes: pieces.byteCount)
    var size = ForeignYAML.Size()
    for part in parts {
      guard let part else { return nil }
      size += part.size
    }
    guard size.count <= limit.count, size.aliased <= limit.aliased else { return nil }
    let total = parts.reduce(0) { $0 + ($1?.entries.interactions.count ?? 0) }
    var entries = ForeignEntries(capacity: total)
    for index in parts.indices {
      guard let more = parts[index].take()?.entries else { return nil }
      entries.append(consume more)
    }
    let log = ForeignLog(path: path, byteCount: pieces.byteCount, inflating: inflating)
    log.isCutInLine = pieces.isCutInLine
    self.init(entries, of: form, root, log)
  }

  /// The result of reading a piece.
  private struct Part: Sendable {
    let entries: ForeignEntries
    let size: ForeignYAML.Size
  }
}
