import Foundation
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Records a stream for a test that ends the process in its middle.
enum KilledScenario {
  /// Writes each piece that the client gets to standard output.
  private final class Writer: NSObject, URLSessionDataDelegate {
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      FileHandle.standardOutput.write(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      end.finish()
    }
  }

  static func record() async throws {
    let words = Array(CommandLine.arguments.dropFirst(2))
    guard words.count == 2 else { throw Failure("say where, and which URL") }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let (session, deck) = try session(URL(filePath: words[0]), .once, delegate: Writer(end))
    session.dataTask(with: try url(words[1])).resume()
    for await _ in ends {}
    try deck.close()
  }
}
