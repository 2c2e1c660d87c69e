package import VCRCore

extension ForeignCassette {
  /// The name of the folder in which WireMock keeps its stubs, and WireMock.Net its mappings.
  private static let stubs = "mappings"

  /// The tools that read such a folder.
  private static let stubFormats = [WireMockFormat.title, WireMockNetFormat.title]

  /// The ending of the tapes of Talkback, of which a folder has nothing else.
  private static let tape = ".json5"

  /// True for a folder that a tool reads as a whole: one of WireMock with `mappings`, beside which
  /// `__files` may stand, and one of tapes of Talkback alone.
  ///
  /// - Parameter path: The folder.
  /// - Returns: Whether it is one recording.
  package static func isOneRecording(folder path: String) -> Bool {
    FileSystem.exists("\(path)/\(stubs)/.") || !tapes(in: path).isEmpty
  }

  /// The tapes in a folder, in the order of their names; none where there is another file, too.
  private static func tapes(in path: String) -> [String] {
    let all = ((try? FolderListing.files(in: path, endingIn: [""])) ?? nil) ?? []
    // Some systems leave hidden files of their own.
    let files = all.filter { $0.split(separator: "/").last?.hasPrefix(".") != true }
    guard files.allSatisfy({ FolderListing.endsInAny($0, of: [tape]) }) else { return [] }
    // A folder stands among the files beside it, as Node lists them.
    return files.sorted {
      $0.split(separator: "/").lexicographicallyPrecedes($1.split(separator: "/"))
    }
  }

  /// Reads a folder as one recording, as its tool does.
  ///
  /// Of several stubs of one priority that match, WireMock serves that which was added last; the
  /// files count as added in the order of their names. Talkback serves the first tape.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - inflating: Decompresses bodies; nil if that is not supported.
  /// - Returns: The recording; a file that does not belong to it is a loss.
  /// - Throws: `SystemError` when the folder cannot be read.
  package static func read(
    folder path: String, inflating: Inflating?
  ) throws(SystemError) -> ForeignCassette {
    let place = path.hasSuffix("/") ? path : path + "/"
    let tapes = tapes(in: path)
    let files =
      tapes.isEmpty
      ? try FolderListing.files(in: place + stubs, endingIn: [".json"]) ?? [] : tapes
    var whole = ForeignCassette(
      format: tapes.isEmpty ? WireMockFormat.title : TalkbackFormat.title)
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
    for part in tapes.isEmpty ? parts.reversed() : parts {
      whole.interactions += part.interactions
      whole.lines += part.lines
      whole.ranks += part.ranks
      whole.steps += part.steps
    }
    whole.orderAsServed()
    if !tapes.isEmpty { whole.compare(asOf: TalkbackFormat.tools[0]) }
    return whole
  }

  /// A recording with nothing in it.
  private init(format: String) {
    self.format = format
    (interactions, lines, losses) = ([], [], [])
  }
}
