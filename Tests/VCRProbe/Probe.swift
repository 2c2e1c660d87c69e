import Foundation
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Runs one scenario that has crashed or hung the loading system.
///
/// It exits with 0 when all went well. A test runs it as a child, so that a crash does not take the
/// other tests with it.
@main
struct Probe {
  static func main() async {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    do {
      let folder = try TemporaryDirectory()
      switch name {
      case "cancel-replaying": try await CancelStorm.replaying(folder)
      case "cancel-recording": try await CancelStorm.recording(folder)
      case "trailers": try await Scenarios.trailers(folder)
      case "download": try await Scenarios.download(folder)
      case "basic": try await Scenarios.basicChallenge(folder)
      case "resumed-often": try await Scenarios.resumedOften(folder)
      case "web-socket": try await Scenarios.webSocket(folder)
      case "expired": try await Scenarios.expired(folder)
      case "invalidated": try await Scenarios.invalidated(folder)
      case "interim": try await Scenarios.interim(folder)
      case "global": try await GlobalScenarios.replaying(folder, isLate: false)
      case "global-late": try await GlobalScenarios.replaying(folder, isLate: true)
      case "global-recording": try await GlobalScenarios.recording(folder)
      #if canImport(FoundationNetworking)
        case "global-ineffective": try await GlobalScenarios.ineffective(folder)
      #endif
      case "storm-recording": try await storm(folder).record()
      case "storm-replaying": try await storm(folder).replay()
      case "silent": try await SilentScenario.run(folder)
      case "planted": try await PlantedScenario.record()
      case "killed": try await KilledScenario.record()
      default: throw Failure("there is no scenario called '\(name)'")
      }
      print("passed")
    } catch {
      print("failed: \(error)")
      exit(1)
    }
    exit(0)
  }
}

/// A storm of as many sessions and requests as the command line says.
private func storm(_ folder: TemporaryDirectory) throws -> Storm {
  let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
  guard numbers.count == 2 else {
    throw Failure("say how many sessions and how many requests each, as in: storm-replaying 400 50")
  }
  return Storm(sessions: numbers[0], requests: numbers[1], folder: folder)
}

/// What went wrong in a scenario.
struct Failure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Throws unless a condition holds.
func require(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !condition { throw Failure(otherwise()) }
}

/// A session that a deck answers.
func session(
  _ path: URL, _ mode: RecordMode, delegate: (any URLSessionDelegate)? = nil
) throws -> (session: URLSession, deck: Deck) {
  let deck = try Deck(cassette: path.path, options: .init(mode: mode))
  let configuration = URLSessionConfiguration.ephemeral
  configuration.use(deck)
  return (URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil), deck)
}

/// The URL of a text that is known to be one.
func url(_ text: String) throws -> URL {
  guard let url = URL(string: text) else { throw Failure("no URL: \(text)") }
  return url
}
