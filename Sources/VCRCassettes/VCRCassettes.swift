import Foundation
import PackagePlugin

/// Tells the build that cassettes beside a target's sources need no rule.
///
/// Swift Package Manager warns of files that it knows no rule for, and `exclude: ["Cassettes"]`
/// warns as long as there is no such folder, which is before the first test was recorded. What a
/// command of a plugin takes as its input has a rule; this command does nothing with it.
@main struct VCRCassettes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let cassettes = target.sourceFiles.map(\.url).filter {
      $0.pathComponents.contains("Cassettes") && $0.pathExtension != "swift"
    }
    guard !cassettes.isEmpty else { return [] }
    return [
      .buildCommand(
        displayName: "Leaving \(cassettes.count) files of cassettes alone",
        executable: URL(fileURLWithPath: "/usr/bin/true"), arguments: [], inputFiles: cassettes,
        outputFiles: [])
    ]
  }
}
