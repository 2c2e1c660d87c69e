/// The part of a recorded call of gRPC by which two are told apart while their messages pass.
struct RecordedCall: Sendable {
  /// The most bytes of either side that are compared while a call lasts.
  static let mostBytes = 64 << 10

  /// What the client sent.
  let request: CallRequest
  /// What the service sent.
  private let response: [UInt8]
  /// Where the pieces of the response end, and how many messages of the client they came after.
  private let pieces: [(end: Int, awaits: Int)]

  /// Reads a recorded call; nil for one whose response cannot take the place of another's that has
  /// begun.
  init?(_ interaction: Interaction) {
    guard interaction.request.body.file == nil,
      case .response(let response) = interaction.outcome.byFinalResponse, response.status == 200,
      response.body.file == nil, response.headers["grpc-status"] == nil
    else { return nil }
    request = CallRequest(
      bytes: interaction.request.body.bytes,
      isCutShort: response.awaits != nil || response.failure != nil)
    self.response = Array(response.body.bytes.prefix(Self.mostBytes))
    var pieces: [(end: Int, awaits: Int)] = []
    for chunk in response.body.chunks {
      pieces.append(((pieces.last?.end ?? 0) + chunk.length, chunk.awaits ?? .max))
    }
    self.pieces = pieces
  }

  /// How many bytes are kept of it.
  var count: Int { request.bytes.count + response.count }

  /// How many bytes its client has after so many messages.
  func served(after messages: Int) -> Int {
    pieces.prefix { $0.awaits <= messages }.last?.end ?? 0
  }

  /// Whether the response of another call begins as this one's does.
  ///
  /// - Parameters:
  ///   - other: The other call.
  ///   - count: How many bytes have been served; of more than ``mostBytes`` nothing is known.
  /// - Returns: True if it does.
  func begins(as other: RecordedCall, for count: Int) -> Bool {
    guard count <= min(response.count, other.response.count) else { return false }
    return response[..<count] == other.response[..<count]
  }
}
