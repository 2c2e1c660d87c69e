#if CommandLineTool
  import Foundation
  import TestSupport

  /// The real `vcr`, run in a folder of its own.
  struct Workshop {
    /// The folder COMMAND runs in.
    let folder: TemporaryDirectory

    /// The command, which the build puts beside the tests.
    static let tool: String = {
      #if os(macOS)
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let place = bundles.first ?? Bundle.main.bundleURL
      #else
        let place = URL(fileURLWithPath: CommandLine.arguments[0])
      #endif
      return place.deletingLastPathComponent().appending(path: "vcr").path(percentEncoded: false)
    }()

    /// The folder in which runs make their temporary folders.
    var temporary: URL { folder.file("tmp") }

    /// Creates the folders.
    init() throws {
      folder = try TemporaryDirectory()
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    }

    /// The environment of the tests without anything that changes what `vcr` or a client does.
    var environment: [String: String] {
      let removed = [
        "CI", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_OPTIONS", "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "WGETRC", "PHP_INI_SCAN_DIR", "GITHUB_STEP_SUMMARY",
      ]
      var environment = ProcessInfo.processInfo.environment.filter { name, _ in
        !removed.contains(name) && !name.hasPrefix("VCR_")
          && !name.lowercased().hasSuffix("_proxy")
      }
      environment["TMPDIR"] = temporary.path(percentEncoded: false)
      return environment
    }

    /// Runs `vcr` to its end.
    func vcr(
      _ arguments: [String], input: [UInt8] = [], setting variables: [String: String] = [:],
      timeout: Double = 240
    ) async throws -> Child.Result {
      try await Child.run(
        Self.tool, arguments, environment: environment.merging(variables) { $1 },
        directory: folder.url, input: input, timeout: timeout)
    }

    /// Runs `vcr` to its end.
    func vcr(_ arguments: String...) async throws -> Child.Result { try await vcr(arguments) }

    /// Starts `vcr` beside the test.
    func start(_ arguments: [String]) throws -> Child {
      try Child(Self.tool, arguments, environment: environment, directory: folder.url)
    }

    /// Starts `vcr` beside the test.
    func start(_ arguments: String...) throws -> Child { try start(arguments) }

    /// The content of a file in the folder; nil when there is none.
    func text(_ name: String) -> String? {
      try? String(contentsOf: folder.file(name), encoding: .utf8)
    }

    /// What runs left in the temporary folder.
    var leftovers: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: temporary.path(percentEncoded: false))
      }
    }

    /// Writes a cassette by hand: one GET per URL, its response the URL's last word.
    func writeCassette(_ name: String, urls: [String]) throws {
      var text = "vcr: 1\ninteractions:\n"
      for url in urls {
        text += """
          - request:
              method: GET
              url: \(url)
            response:
              status: 200 OK
              headers:
                Content-Type: text/plain; charset=utf-8
              body:
                text: |
                  \(url.split(separator: "/").last ?? "")

          """
      }
      try folder.write(text, to: name)
    }
  }
#endif
