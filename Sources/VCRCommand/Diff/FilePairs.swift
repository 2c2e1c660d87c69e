#if CommandLineTool
  import VCRCore
  import VCRReview

  /// Pairs of cassettes from files and folders.
  enum FilePairs {
    /// The paths of two states of one cassette; nil for one that is not there.
    struct Paths {
      /// The old state's path.
      var old: String?
      /// The new state's path.
      var new: String?
    }

    /// Returns the pairs of files that two operands of the command line mean.
    ///
    /// - Parameters:
    ///   - old: A cassette or a folder.
    ///   - new: The same.
    /// - Returns: One pair of cassettes, or those of both folders by their relative paths; nil when
    ///   neither operand is there, and they may be revisions.
    /// - Throws: `CassetteError` when one is not there, `CommandFailure` when they are of different
    ///   kinds.
    static func pairs(_ old: String, _ new: String) throws -> [Paths]? {
      let (left, right) = (found(old), found(new))
      switch (left, right) {
      case (.nothing, .nothing) where [old, new].allSatisfy(FolderListing.isYAML):
        throw missing(old)
      case (.nothing, .nothing): return nil
      case (.nothing, _): throw missing(old)
      case (_, .nothing): throw missing(new)
      case (.file(let left), .file(let right)): return [Paths(old: left, new: right)]
      case (.folder(let left), .folder(let right)):
        let (olds, news) = (Set(left), Set(right))
        return olds.union(news).sorted().map { name in
          Paths(
            old: olds.contains(name) ? "\(old)/\(name)" : nil,
            new: news.contains(name) ? "\(new)/\(name)" : nil)
        }
      default:
        throw CommandFailure(.usage, "name two cassettes or two folders, not one of each")
      }
    }

    /// True for a pair of files of a folder that nobody would take for cassettes: ordinary YAML,
    /// templates and drafts that stand in no folder for cassettes, readable or not.
    static func isOther(_ pair: Paths) -> Bool {
      [pair.old, pair.new].compactMap(\.self).allSatisfy { path in
        guard !path.split(separator: "/").dropLast().contains("Cassettes"),
          let content = try? FileSystem.read(path), content.count <= 1 << 20,
          CassetteRecognition.conflictMarker(in: content) == nil,
          !CassetteRecognition.isCassette(content), !isForeign(path, content)
        else { return false }
        return keys(of: content).isDisjoint(with: headings)
      }
    }

    /// The keys at the top of a text in YAML; of one that cannot be read, what begins its lines.
    private static func keys(of content: [UInt8]) -> Set<String> {
      if let tree = try? YAMLParser.parse(content) {
        return tree.nodes.first?.kind == .mapping
          ? Set(tree.children(YAMLTree.root).map(tree.string)) : []
      }
      return Set(
        content.split(separator: UInt8(ascii: "\n")).map { line in
          String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        })
    }

    /// True for the recording of another tool, also for one of which nothing can be read.
    private static func isForeign(_ path: String, _ content: [UInt8]) -> Bool {
      do { return try ForeignReading.cassette(path, content) != nil } catch { return true }
    }

    /// The keys at the top of cassettes and of other tools' recordings.
    private static let headings =
      HeadingKey.allCases.map(\.rawValue) + ForeignHeadingKey.allCases.map(\.rawValue)

    /// True when an operand is a file or a folder.
    static func exists(_ operand: String) -> Bool {
      if case .nothing = found(operand) { false } else { true }
    }

    private enum Found {
      case nothing
      /// A cassette, or a folder that another tool reads as a whole.
      case file(String)
      /// The cassettes in it, relative to it.
      case folder([String])
    }

    private static func found(_ operand: String) -> Found {
      for path in [StandardStream.source(operand), CassettePath.path(named: operand)] {
        do {
          guard let files = try FolderListing.cassettes(in: path) else { return .file(path) }
          let names = files.filter { !$0.hasSuffix(RecordingSuffix.journal) }.map {
            String($0.dropFirst(path.count).drop { $0 == "/" })
          }
          // A folder of WireMock is one recording, whose bodies may be of any name.
          let isStubs =
            ForeignCassette.isOneRecording(folder: path)
            && names.allSatisfy { $0.hasPrefix("__files/") }
          return isStubs ? .file(path) : .folder(names)
        } catch { continue }
      }
      return .nothing
    }

    private static func missing(_ operand: String) -> CassetteError {
      CassetteError(
        path: operand, line: 0, column: 0, reason: "there is no such cassette or folder")
    }
  }
#endif
