#if CommandLineTool
  import Foundation
  import VCRCore

  /// The recording in whose place its conversion is written.
  enum Original {
    /// Keeps a copy of a recording whose conversion takes its place: it holds data that a
    /// conversion omits, and may be the only copy.
    ///
    /// - Parameters:
    ///   - input: The recording.
    ///   - output: The file that is written.
    /// - Returns: The path of the copy; nil when another file is written.
    /// - Throws: `CommandFailure` when there is such a copy already, or it cannot be made.
    static func keep(
      _ input: String, replacedBy output: String
    ) throws(CommandFailure) -> String? {
      guard FileSystem.isSame(input, output) else { return nil }
      let copy = input + ConversionPlan.originalSuffix
      let isThere = FileSystem.exists(copy)
      do {
        // An existing file is an error, so that no earlier original is lost.
        try FileManager.default.copyItem(
          atPath: FileSystem.resolvingLink(input), toPath: copy)
      } catch {
        throw CommandFailure(
          .unwritableCassette,
          "\(input): its conversion takes its place, and \(copy), to keep the original, "
            + (isThere ? "is there already" : "cannot be written: \(error.localizedDescription)"))
      }
      return copy
    }
  }
#endif
