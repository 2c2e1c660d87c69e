extension Volatility.Reason {
  /// Whether a lean cassette leaves out the fields of responses that are listed for this reason.
  ///
  /// It does so where a field says nothing to a program that gets the response from a cassette, and
  /// nothing to somebody who reads it there:
  ///
  /// - `requestID`, `trace`: they find the exchange in the logs of a service that was not asked.
  ///   One that a later request sends back stays, see ``SentBackValues``.
  /// - `timing`: the service measured a run that is over; `seconds` has what a replay needs.
  /// - `infrastructure`: which cache or machine served it, and where a client may go instead
  ///   (`Alt-Svc`) or complain, which leads away from the replay.
  /// - `counter`: what was left of a limit on the day of the recording. It stays in a response that
  ///   failed, see ``Volatility/leaveOutFields(of:unless:)``.
  /// - `call`: what the client said of its own call, given back.
  ///
  /// These stay:
  ///
  /// - `time`: caches compute freshness from `Date`, `Age` and `Expires` (RFC 9111 §4.2), clients
  ///   set their clocks by them, and what is made up on these lines may be about the content.
  /// - `pause`: a client waits for as long (RFC 9110 §10.2.3).
  /// - `signature`, `handle`: a client checks them, or sends them back (`Replay-Nonce`, RFC 8555
  ///   §6.5).
  /// - `transfer`: what of it a cassette holds belongs to the message.
  /// - `named`: the project calls it volatile, and not without a meaning.
  var isLeftOutOfLean: Bool {
    switch self {
    case .requestID, .trace, .timing, .infrastructure, .counter, .call: true
    case .time, .pause, .signature, .handle, .transfer, .named: false
    }
  }
}

extension Volatility {
  /// Leaves out the fields of an interaction's response that carry nothing for a replay or a
  /// reader.
  ///
  /// This comes after the redaction, to which a field that is left out may give a token away.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - keeps: True for a field that a replay needs all the same.
  /// - Returns: How many fields that were; none where there is no response.
  static func leaveOutFields(
    of interaction: inout Interaction, unless keeps: (HeaderField) -> Bool
  ) -> Int {
    guard case .response(var response) = interaction.outcome else { return 0 }
    let leftOut = leaveOutFields(of: &response, unless: keeps)
    interaction.outcome = .response(response)
    return leftOut
  }

  /// Leaves out the fields of a response that carry nothing for a replay or a reader.
  ///
  /// A field that a project names is not considered: a volatile field may have a meaning. A
  /// response with a status of 400 or more keeps its counters, as they tell why it failed and when
  /// it will not.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - keeps: True for a field that a replay needs all the same.
  /// - Returns: How many fields that were.
  static func leaveOutFields(
    of response: inout Interaction.Response, unless keeps: (HeaderField) -> Bool = { _ in false }
  ) -> Int {
    let keepsCounters = (response.status ?? 0) >= 400
    func leaveOut(of headers: inout HeaderFields) -> Int {
      let count = headers.fields.count
      headers.fields.removeAll { field in
        guard let reason = builtInReason(of: field.name.lowercased()) else { return false }
        return reason.isLeftOutOfLean && !(keepsCounters && reason == .counter) && !keeps(field)
      }
      return count - headers.fields.count
    }
    var leftOut = leaveOut(of: &response.headers) + leaveOut(of: &response.trailers)
    for index in response.interim.indices {
      leftOut += leaveOut(of: &response.interim[index].headers)
    }
    return leftOut
  }
}
