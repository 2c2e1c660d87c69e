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

    @Flag(help: "Print the file's own text, without secrets.")
    var plain = false

    func run() throws {
      let content: [UInt8]
      do {
        content = try FileSystem.read(file)
      } catch {
        throw CommandFailure(.unreadableCassette, "\(file): \(error)")
      }
      try Output.standard.write(text(of: content).map { Array($0.utf8) } ?? content)
    }

    /// The text of a file; nil when git is to compare its bytes.
    ///
    /// Of a file that cannot be read as a cassette it is the file's own, without secrets, so that a
    /// fault or the format of another tool shows none.
    private func text(of content: [UInt8]) -> String? {
      let settings = DriverSettings(ProcessEnvironment.current().values)
      func reviewed(_ content: [UInt8]) throws -> String {
        try DiffableText(
          path: "", content: content, redaction: settings.redaction,
          isStandard: settings.isStandard, volatility: settings.volatility
        ).text
      }
      if !plain,
        let text = try? ConflictedText(content, reviewed: reviewed)?.text ?? reviewed(content)
      {
        return text
      }
      guard let text = String(validating: content, as: UTF8.self) else { return nil }
      let shown = settings.redaction.redacting(text: text)
      // The removal of a secret from the file is a change that a reviewer must see.
      return shown == text ? nil : shown + "\n(secrets that the file holds are not shown)\n"
    }
  }
#endif
