#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What the documents tell a reader to type is what the command takes.
  struct CommandWordsTests {
    /// The command, which the build puts beside the tests.
    private static let tool: String = {
      #if os(macOS)
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let place = bundles.first ?? Bundle.main.bundleURL
      #else
        let place = URL(filePath: CommandLine.arguments[0])
      #endif
      return place.deletingLastPathComponent().appending(path: "vcr").path
    }()

    private func help(_ arguments: [String]) async throws -> String {
      let result = try await Child.run(Self.tool, arguments + ["--help-hidden"])
      #expect(result.status == 0, "\(result.errorText)")
      return result.text
    }

    /// The words after `vcr` of each line that calls it, up to `--` and to a comment.
    private func calls() throws -> [(place: String, words: [String])] {
      let blocks = try Block.all("console") + Block.all("sh")
      return blocks.flatMap { block in
        block.lines.enumerated().compactMap { index, line in
          let words = line.split(separator: " ").map(String.init).prefix { !$0.hasPrefix("#") }
          guard let start = words.firstIndex(of: "vcr") else { return nil }
          return (
            "\(block.file):\(block.line + index)",
            Array(words[(start + 1)...].prefix { $0 != "--" })
          )
        }
      }
    }

    @Test func `verbs and options in the documents exist`() async throws {
      let calls = try calls()
      #expect(calls.count > 3)
      var known: [String: String] = [:]
      for (place, words) in calls {
        let verb = words.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
        let key = verb ?? ""
        if known[key] == nil { known[key] = try await help(verb.map { [$0] } ?? []) }
        let text = known[key] ?? ""
        if let verb { #expect(text.contains("USAGE: vcr \(verb)"), "\(place): vcr \(verb)") }
        for option in words where option.hasPrefix("-") {
          let name = option.prefix { $0 != "=" }
          let isThere = text.split { " ,[]\n".contains($0) }.contains { $0 == name }
          #expect(isThere, "\(place): \(option)")
        }
      }
    }

    @Test func `exit statuses in the documents exist`() async throws {
      let text = try await help([])
      let article = try Sources.text("Sources/VCR/Documentation.docc/ContinuousIntegration.md")
      let statuses = article.matches(of: /(?m)^\| (\d+)/).map { String($0.1) }
      #expect(statuses.count > 5)
      for status in statuses {
        let isThere = text.contains("\n  \(status) ")
        #expect(isThere, "\(status)")
      }
    }
  }
#endif
