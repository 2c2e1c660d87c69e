/// Reads a body in a file as it is served: piece by piece, with the secrets that have values back
/// in the place of their placeholders, and checked against the digest in the file's name.
///
/// The last piece is held back until the check: whoever knows the length sees that a body which was
/// changed or cut short is not whole. It is used by one thread at a time, and takes no more memory
/// than a few pieces.
package final class BodyReplay {
  /// The number of bytes that it gives.
  package private(set) var count: Int

  private let file: BodyFile
  private let restoring: ContentRestoring?
  private var source: Source

  /// One reading of the file.
  private struct Source {
    let reader: BodyFile.Reader
    var hash = SHA256()
    var windows = ContentWindows()
    /// The bytes that are ready to be given, the last of them held back.
    var ready: [[UInt8]] = []
    var isEnded = false
  }

  /// Opens a body.
  ///
  /// A body in which secrets are restored is read once to learn its length, which takes a while
  /// where it holds a placeholder.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - restoring: The restoring of the content; nil for none.
  /// - Throws: `SystemError`, when the file cannot be read.
  init(_ file: BodyFile, restoring: ContentRestoring?) throws {
    self.file = file
    count = file.count
    let isNeeded = try restoring.map { try $0.mayChange(file) } ?? false
    self.restoring = isNeeded ? restoring : nil
    source = Source(reader: try file.reader())
    guard isNeeded else { return }
    count = 0
    while let piece = try nextUnchecked() { count += piece.count }
    source = Source(reader: try file.reader())
  }

  /// The next piece; nil at the end.
  ///
  /// - Throws: `SystemError` when the file cannot be read; `SideFileError` in place of the last
  ///   piece when it is not the file that was recorded.
  package func next() throws -> [UInt8]? {
    while source.ready.count < 2, !source.isEnded { try read() }
    guard !source.ready.isEmpty else { return nil }
    if source.isEnded, source.ready.count == 1, let expected = file.digest {
      try SideFileError.check(source.hash, against: expected, of: file.path)
    }
    return source.ready.removeFirst()
  }

  private func nextUnchecked() throws -> [UInt8]? {
    while source.ready.isEmpty, !source.isEnded { try read() }
    return source.ready.isEmpty ? nil : source.ready.removeFirst()
  }

  private func read() throws {
    let piece = try source.reader.next()
    source.hash.update(piece)
    source.isEnded = piece.isEmpty
    guard let restoring else {
      if !piece.isEmpty { source.ready.append(piece) }
      return
    }
    let ready = { (clear: [UInt8]) in self.source.ready.append(clear) }
    var windows = source.windows
    source.windows = ContentWindows()
    if piece.isEmpty {
      windows.finish(restoring.change, ready)
    } else {
      windows.take(piece, restoring.change, ready)
    }
    source.windows = windows
  }
}
