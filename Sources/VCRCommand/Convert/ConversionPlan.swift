#if CommandLineTool
  import Foundation
  import VCRCore
  import VCRReview

  /// Which files are converted into a folder, and what each is called there.
  struct ConversionPlan: Sendable {
    /// A file to convert.
    struct Item: Sendable {
      /// The path of the recording.
      var input: String
      /// The path to write to.
      var output: String
      /// True for a file that was named itself; one found in a folder need not be a recording.
      var isNamed: Bool
    }

    /// A folder that cannot be read.
    typealias Fault = FolderListing.Fault

    /// The files, in the order of their names.
    private(set) var items: [Item] = []

    /// The folders that cannot be read, and links named like recordings that lead nowhere, one
    /// line each.
    private(set) var problems: [String] = []

    /// True for the name of a file that a tool may have recorded; others may be anything.
    static func isNamedLikeRecording(_ path: String) -> Bool {
      FolderListing.endsInAny(Packing.unpackedName(of: path.lowercased()), of: RecordingSuffix.all)
    }

    /// Suffixes of what `vcr` leaves beside cassettes and beside converted originals.
    private static let ownSuffixes = [RecordingSuffix.journal, originalSuffix]

    /// The suffix of the copy of an original in whose place its conversion is written.
    static let originalSuffix = ".orig"

    /// Looks for the files.
    ///
    /// - Parameters:
    ///   - inputs: Files and folders.
    ///   - folder: The folder to write to.
    ///   - suffix: The suffix of what is written.
    init(_ inputs: [String], into folder: String, suffix: String) {
      var found: [(input: String, name: String, isNamed: Bool)] = []
      let target = FileSystem.resolvingLink(folder)
      for input in inputs {
        let name = input.split(separator: "/").last.map(String.init) ?? input
        do throws(SystemError) {
          var unread: [String] = []
          let listed = try FolderListing.files(
            in: input, endingIn: [""],
            onFault: { path, isLink, error in
              guard !isLink || Self.isNamedLikeRecording(path) else { return }
              unread.append(Fault(path, error).description)
            })
          problems += unread
          guard let files = listed else {
            found.append((input, name, true))
            continue
          }
          // A file that an earlier run wrote into a folder within the input is no input.
          let isWithin =
            target != FileSystem.resolvingLink(input)
            && target.hasPrefix(FileSystem.resolvingLink(input) + "/")
          let start = input == "." ? 0 : input.utf8.count + (input.hasSuffix("/") ? 0 : 1)
          for path in files {
            let name = String(decoding: path.utf8.dropFirst(start), as: UTF8.self)
            let parts = name.split(separator: "/")
            if parts.last?.hasPrefix(".") == true { continue }
            if Self.ownSuffixes.contains(where: name.hasSuffix) { continue }
            if parts.dropLast().contains(where: { SideFiles.isFolder(String($0)) }) { continue }
            if isWithin, FileSystem.resolvingLink(path).hasPrefix(target + "/") { continue }
            found.append((path, name, false))
          }
        } catch {
          // That a file which was named is not there is said of the file.
          guard FileSystem.exists(input) else {
            found.append((input, name, true))
            continue
          }
          problems.append(Fault(input, error).description)
        }
      }
      let place = folder.hasSuffix("/") ? folder : folder + "/"
      let short = found.map { place + Self.stem(of: $0.name) + suffix }
      let counts = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
      for (file, output) in zip(found, short) {
        // `users.yml` and `users.json` keep their suffixes, whatever the order they are met in.
        let isAlone = counts[output] == 1
        items.append(
          Item(
            input: file.input, output: isAlone ? output : place + file.name + suffix,
            isNamed: file.isNamed))
      }
    }

    private static func stem(of packed: String) -> String {
      let name = Packing.unpackedName(of: packed)
      let folded = name.lowercased()
      guard let suffix = RecordingSuffix.all.first(where: folded.hasSuffix),
        name.utf8.count > suffix.utf8.count, !name.dropLast(suffix.count).hasSuffix("/")
      else { return name }
      return String(name.dropLast(suffix.count))
    }
  }
#endif
