/// The part of a recorded call of gRPC by which two are told apart while their messages pass.
struct RecordedCall: Sendable {
  /// The most bytes of either side that are compared while a call lasts.
  static let mostBytes = 64 << 10

  /// What the client sent.
  private let request: [UInt8]
  /// What the service sent.
  private let response: [UInt8]
  /// Where the pieces of the response end, and how many messages of the client they came after.
  private let pieces: [(end: Int, awaits: Int)]
  /// True for one that ended before its client had sent all: how many messages there are is a
  /// matter of chance.
  private let isCutShort: Bool

  /// Reads a recorded call; nil for one whose response cannot take the place of another's that has
  /// begun.
  init?(_ interaction: Interaction) {
    guard interaction.request.body.file == nil,
      case .response(let response) = interaction.outcome.byFinalResponse, response.status == 200,
      response.body.file == nil, response.headers["grpc-status"] == nil
    else { return nil }
    request = interaction.request.body.bytes
    self.response = Array(response.body.bytes.prefix(Self.mostBytes))
    isCutShort = response.awaits != nil || response.failure != nil
    var pieces: [(end: Int, awaits: Int)] = []
    for chunk in response.body.chunks {
      pieces.append(((pieces.last?.end ?? 0) + chunk.length, chunk.awaits ?? .max))
    }
    self.pieces = pieces
  }

  /// How many bytes are kept of it.
  var count: Int { request.count + response.count }

  /// How many bytes its client has after so many messages.
  func served(after messages: Int) -> Int {
    pieces.prefix { $0.awaits <= messages }.last?.end ?? 0
  }

  /// Whether a client that has sent this may be the one of this call.
  ///
  /// - Parameters:
  ///   - bodies: What it has sent, in each of its spellings with numbered placeholders.
  ///   - isWhole: True if it sends no more.
  /// - Returns: True if it may.
  func allows(_ bodies: [[UInt8]], isWhole: Bool) -> Bool {
    bodies.contains { body in
      if isCutShort && body.starts(with: request) { return true }
      return isWhole && !isCutShort ? request == body : request.starts(with: body)
    }
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
