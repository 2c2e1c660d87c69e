/// The files of a large body, and the bytes on their way there.
///
/// It is used by one thread at a time.
struct LargeBodyWorker {
  private let files: SideFiles
  private let treatment: LargeBody.Treatment
  private let spooled: SpooledBytes?
  /// Nil until the first bytes come: what it learns from the message may take a while.
  private var redaction: LargeBodyRedaction?
  private var decoder: (any PieceDecoder)?
  private var output: HashedFile?
  /// The encoded bytes of a body in a content coding.
  private var encoded: HashedFile?
  /// The hash of the content as it came, secrets included.
  private var clear = SHA256()
  /// True once the coding turned out to be broken.
  private var isUndecodable = false
  private var failure: SystemError?
  /// The path of the content's first file, which a journal may name; nil for any.
  private let path: String?
  /// True once that file was begun.
  private var hasBegun = false
  /// True while a file beside it has what the redaction still looks at.
  private var hasKeptRest = false

  /// The bytes that are treated at once.
  private static let pieceSize = 256 << 10

  init(
    _ files: SideFiles, _ treatment: LargeBody.Treatment, _ spooled: SpooledBytes? = nil,
    path: String? = nil
  ) {
    self.files = files
    self.treatment = treatment
    self.spooled = spooled
    self.path = path
    decoder = treatment.decoder?()
  }

  /// Takes the beginning, before the bytes that follow.
  mutating func take(_ start: LargeBody.Start) {
    take(start.bytes)
    guard let file = start.file else { return }
    var position = 0
    do throws(SystemError) {
      while failure == nil {
        let piece = try file.piece(at: position)
        guard !piece.isEmpty else { return }
        take(piece)
        position += piece.count
      }
    } catch {
      failure = error
    }
  }

  /// Takes bytes that follow; a failure is reported at the end.
  mutating func take(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do {
      try spooled?.write(bytes)
      var start = 0
      while start < bytes.count {
        let end = min(start + Self.pieceSize, bytes.count)
        try takePiece(bytes.count <= Self.pieceSize ? bytes : Array(bytes[start..<end]))
        start = end
      }
    } catch {
      failure = error
    }
  }

  private mutating func takePiece(_ piece: [UInt8]) throws(SystemError) {
    guard treatment.decoder != nil else { return try write(piece) }
    if encoded == nil { encoded = try newFile() }
    try encoded?.write(piece)
    guard !isUndecodable, var decoder = decoder.take() else { return }
    isUndecodable = try !decoder.decode(piece) { decoded throws(SystemError) in
      if treatment.keepsEncoded { clear.update(decoded) }
      try write(decoded)
    }
    self.decoder = decoder
  }

  private mutating func openOutput() throws(SystemError) -> HashedFile {
    if let output { return output }
    guard !hasBegun, let path else { return try newFile() }
    hasBegun = true
    return try HashedFile(path)
  }

  /// Writes what the redaction still looks at into a file beside that of the content.
  ///
  /// Whatever keeps it from being written is met again when more of the content is.
  mutating func keepRest() {
    guard failure == nil, let path, let output, let redaction else { return }
    var rest: [UInt8] = []
    redaction.rest { rest += $0 }
    hasKeptRest = true
    try? SpoolRest(position: output.count, bytes: rest).write(beside: path)
  }

  private func newFile() throws(SystemError) -> HashedFile {
    try HashedFile(treatment.keepsFile ? files.temporaryPath() : nil)
  }

  private mutating func write(_ piece: [UInt8]) throws(SystemError) {
    let output = try openOutput()
    var redaction = self.redaction.take() ?? treatment.redaction()
    try redaction.take(piece) { clean throws(SystemError) in try output.write(clean) }
    self.redaction = redaction
    self.output = output
  }

  /// Writes what is left.
  ///
  /// - Parameter isCutShort: True for a body that has no end: what its coding gave so far is kept,
  ///   even if that is nothing.
  /// - Returns: The body, or why it could not be written.
  mutating func finish(isCutShort: Bool = false) -> Result<LargeBody.Result, SystemError> {
    defer { discard() }
    do throws(SystemError) {
      if let failure { throw failure }
      if treatment.decoder != nil, isUndecodable || (!isCutShort && decoder?.isReadable != true) {
        let isTooLarge = decoder?.isTooLarge == true
        try takeEncoded()
        return .success(.init(body: try body(), isDecoded: false, isTooLarge: isTooLarge))
      }
      try flush()
      var body = try body()
      // The encoded bytes would bring back the secrets that the content is without.
      if treatment.keepsEncoded, let length = decoder?.visibleLength,
        body.digest == BodyFile.digest(clear)
      {
        body.encoded = try encodedFile(upTo: length).map { .file($0) }
      }
      return .success(.init(body: body, isDecoded: true))
    } catch {
      return .failure(error)
    }
  }

  /// Removes the files.
  mutating func discard() {
    output = nil
    encoded = nil
    guard hasKeptRest, let path else { return }
    hasKeptRest = false
    SpoolRest.remove(beside: path)
  }

  private mutating func flush() throws(SystemError) {
    let output = try openOutput()
    try redaction?.finish { clean throws(SystemError) in try output.write(clean) }
    self.output = output
  }

  /// The beginning of the encoded bytes; nil when that is none of them.
  private mutating func encodedFile(upTo length: Int) throws(SystemError) -> BodyFile? {
    guard length > 0, let encoded = encoded.take() else { return nil }
    let file = encoded.close(isVerbatim: true)
    guard length < file.count else { return file }
    let beginning = try newFile()
    let reader = try file.reader()
    var left = length
    while left > 0 {
      let piece = try reader.next()
      if piece.isEmpty { break }
      try beginning.write(Array(piece.prefix(left)))
      left -= piece.count
    }
    return beginning.close(isVerbatim: true)
  }

  /// Begins again with the encoded bytes as they came.
  private mutating func takeEncoded() throws(SystemError) {
    output = nil
    redaction = nil
    guard treatment.keepsFile else {
      output = encoded
      return
    }
    guard let file = encoded?.close() else { return }
    try takeAll(of: file)
  }

  /// Takes a body that is in a file.
  mutating func takeAll(of file: BodyFile) throws(SystemError) {
    let reader = try file.reader()
    while true {
      let piece = try reader.next()
      if piece.isEmpty { break }
      try write(piece)
    }
    try flush()
  }

  /// The body that was written, searched once more for what became known since it began.
  private mutating func body() throws(SystemError) -> Body {
    guard var file = output?.close() else { return [] }
    output = nil
    guard treatment.keepsFile else { return Body(file) }
    if redaction?.needsSecondPass == true {
      redaction = nil
      try takeAll(of: file)
      if let again = output?.close() { file = again }
      output = nil
    }
    // Whether a body is in memory follows from its size alone.
    return file.count <= Body.memoryLimit ? Body(try file.bytes()) : Body(file)
  }
}
