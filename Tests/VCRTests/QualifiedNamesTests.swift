import Foundation
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// An app's own.
private enum Cassette {}
private final class ReplayingURLProtocol {}
private enum RecordMode { case manual }

/// What `import VCR` alone brings is reached by a qualified name, though the enumeration `VCR`
/// stands before the module.
struct QualifiedNamesTests {
  @Test func `ours are reached where an app has types of the same names`() throws {
    let body: VCR.Cassette.Body = [1, 2]
    let deck = VCR.Cassette.Deck(stubs: [])
    #expect(body.count == 2 && deck.options.mode == VCRCore.RecordMode.none)
    #expect(Cassette.self == Cassette.self && RecordMode.manual == .manual)
    #if compiler(>=6.3)
      let url = try #require(URL(string: "https://api.example.com/users"))
      #expect(VCR::ReplayingURLProtocol.canInit(with: URLRequest(url: url)))
      let recording: VCR::ReplayingURLProtocol.Type = VCR::RecordingURLProtocol.self
      #expect(recording.canInit(with: URLRequest(url: url)))
      let error: VCR::GlobalInstallationError? = nil
      #expect(VCR::VCR.deck == nil && error == nil)
    #endif
    _ = ReplayingURLProtocol()
  }
}
