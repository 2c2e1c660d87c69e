package import VCRCore

extension ForeignCassette {
  /// The name of the folder in which WireMock keeps its stubs, and WireMock.Net its mappings.
  private static let stubs = "mappings"

  /// The tools that read such a folder.
  private static let stubFormats = [WireMockFormat.title, WireMockNetFormat.title]

  /// True for a folder that WireMock reads as a whole: `mappings`, beside which `__files` may
  /// stand.
  ///
  /// - Parameter path: The folder.
  /// - Returns: Whether it holds such a folder.
  package static func isStubFolder(_ path: String) -> Bool {
    FileSystem.exists("\(path)/\(stubs)/.")
  }

  /// Reads the stubs of a folder of WireMock as one recording.
  ///
  /// Of several stubs of one priority that match, WireMock serves that which was added last; the
  /// files count as added in the order of their names.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - inflating: Decompresses bodies; nil if that is not supported.
  /// - Returns: The recording; a file that is no stub is a loss.
  /// - Throws: `SystemError` when the folder cannot be read.
  package static func read(
    stubFolder path: String, inflating: Inflating?
  ) throws(SystemError) -> ForeignCassette {
    let place = path.hasSuffix("/") ? path : path + "/"
    let files = try FolderListing.files(in: place + stubs, endingIn: [".json"]) ?? []
    var whole = ForeignCassette(format: WireMockFormat.title)
    var parts: [ForeignCassette] = []
    for file in files {
      let name = String(decoding: file.utf8.dropFirst(place.utf8.count), as: UTF8.self)
      do {
        let bytes = try FileContents.readText(file, expecting: "a stub")
        let part = try readInFileOrder(path: file, content: bytes, inflating: inflating)
        // The first file says whose the folder is.
        if parts.isEmpty, stubFormats.contains(part.format) { whole.format = part.format }
        guard part.format == whole.format else {
          throw CassetteError(path: file, line: 1, column: 0, reason: "a file of \(part.format)")
        }
        parts.append(part)
        parts[parts.count - 1].steps = part.steps.map { step in
          var step = step
          step?.file = name
          return step
        }
        whole.losses += part.losses.map { loss in
          var loss = loss
          loss.file = name
          return loss
        }
      } catch {
        let fault = (error as? Refusal)?.error ?? error as? CassetteError
        whole.losses.append(
          ForeignLoss(
            kind: .document, interaction: nil, line: max(fault?.line ?? 1, 1),
            text: "is not read: \(fault?.reason ?? "\(error)")", file: name))
      }
    }
    for part in parts.reversed() {
      whole.interactions += part.interactions
      whole.lines += part.lines
      whole.ranks += part.ranks
      whole.steps += part.steps
    }
    whole.orderAsServed()
    return whole
  }

  /// A recording with nothing in it.
  private init(format: String) {
    self.format = format
    (interactions, lines, losses) = ([], [], [])
  }
}
