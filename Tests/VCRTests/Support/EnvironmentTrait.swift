import Testing
import VCR

/// Runs tests under an environment of their own, whatever the process's says.
struct EnvironmentTrait: TestTrait, SuiteTrait, TestScoping {
  let variables: [String: String]
  var isRecursive: Bool { true }

  @concurrent
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await VCREnvironment.$current.withValue(VCREnvironment(variables)) { try await function() }
  }
}

extension Trait where Self == EnvironmentTrait {
  static func environment(_ variables: [String: String]) -> Self {
    EnvironmentTrait(variables: variables)
  }
}
