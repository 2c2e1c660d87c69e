package import VCRCore
import VCRReview
import VCRUpstream

/// Replays the recordings of other tools in tests, once this module is linked.
///
/// A test target that names the product `VCROtherTools` beside `VCRTesting` gives a test the
/// recording of another tool as its cassette (`.cassette("old.har")`), without converting it and
/// without an import.
///
/// Requests match as the tool that recorded has it, unless the test names a policy other than the
/// standard one. What of the recording cannot be read is a notice of the deck. Nothing is ever
/// recorded into such a file: the error says what to type to convert it.
package final class OtherToolsReader: LinkedForeignReader {
  package static let reader: ForeignReading.Reader = { path, content, redaction in
    #if Recording
      let (inflating, decoding) = (StoredBodies.inflated, StoredBodies.decode)
    #else
      // A build for replay alone has no decoders: a body that its tool stored encoded stays so.
      let inflating: Inflating? = nil
      let decoding: @Sendable (inout Interaction) -> Void = { _ in }
    #endif
    return try ForeignCassette.cassette(
      path: path, content: content, inflating: inflating, decoding: decoding,
      redaction: redaction ?? .standard)
  }
}
