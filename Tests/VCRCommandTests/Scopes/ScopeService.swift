#if CommandLineTool
  import Foundation
  import TestSupport

  /// A service whose responses are the paths of the requests, and the projects whose tests ask it.
  struct ScopeService {
    let server: LoopbackServer
    let workshop: Workshop

    init() throws {
      server = try LoopbackServer { request in
        ServerResponse(headers: [("Content-Type", "text/plain")], text: request.target)
      }
      workshop = try Workshop()
    }

    /// The options by which COMMAND reaches the service under a name.
    var map: [String] { ["--map", "svc.test:80=127.0.0.1:\(server.port)"] }

    /// The targets that the service was asked for, in order.
    var targets: [String] { server.requests.map(\.target).sorted() }

    /// The paths of the cassettes below a folder, in order.
    func cassettes(in folder: String = "Cassettes") throws -> [String] {
      let root = workshop.folder.file(folder)
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: root.path(percentEncoded: false))
      return paths.filter { $0.hasSuffix(".yaml") }.sorted()
    }

    /// Sets the project up for a framework.
    func prepare(_ framework: String, _ files: [String: String]) async throws {
      for (path, text) in files { try workshop.folder.write(text, to: path) }
      let result = try await workshop.vcr("init", "--no-git", "--for", framework)
      guard result.status == 0 else { throw Failure(text: result.errorText) }
    }

    struct Failure: Error { let text: String }
  }
#endif
