#if CommandLineTool
  import ArgumentParser
  import VCRCore
  import VCRReview

  /// `vcr git-textconv`: prints a cassette as text for a reviewer, for git's diff driver `vcr`.
  struct GitTextconvCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "git-textconv",
      abstract: "Print a cassette as git's diff driver compares it.",
      shouldDisplay: false
    )

    @Argument(help: "The file that git names.")
    var file: String

    func run() throws {
      let content: [UInt8]
      do {
        content = try FileSystem.read(file)
      } catch {
        throw CommandFailure(.unreadableCassette, "\(file): \(error)")
      }
      // Git compares the output, so a file that cannot be read as a cassette is printed unchanged.
      try Output.standard.write(Self.text(of: content).map { Array($0.utf8) } ?? content)
    }

    private static func text(of content: [UInt8]) -> String? {
      let settings = DriverSettings(ProcessEnvironment.current().values)
      func reviewed(_ content: [UInt8]) throws -> String {
        try DiffableText(
          path: "", content: content, redaction: settings.redaction,
          isStandard: settings.isStandard, volatility: settings.volatility
        ).text
      }
      do {
        return try ConflictedText(content, reviewed: reviewed)?.text ?? reviewed(content)
      } catch {
        return nil
      }
    }
  }
#endif
