import VCRLocks

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Deck {
  /// Returns the closure that begins the file of a response's body that is too large for the
  /// memory, while its exchange is recorded.
  ///
  /// - Parameters:
  ///   - response: The response without its body.
  ///   - ticket: The right to record it.
  ///   - decoder: Undoes the content coding of the body; nil when there is none.
  /// - Returns: The closure that a `BodyCollector` takes.
  package func spill(
    for response: Interaction.Response, to ticket: Ticket,
    decoder: (@Sendable () -> (any PieceDecoder)?)?
  ) -> BodyCollector.Spill {
    spill(.response, response.headers, decoder: decoder) { [redactor] in
      // The secrets that the request and the head give away are looked for in the body.
      redactor.learn(
        from: Interaction(request: ticket.request, outcome: .response(response)))
    }
  }

  /// Returns the closure that begins the file of a request's body that is too large for the memory.
  ///
  /// - Parameters:
  ///   - request: The request without its body.
  ///   - decoder: Undoes the content coding of the body; nil when there is none.
  ///   - keepsFile: False when the body is only to be matched, for which its digest is enough.
  ///   - keepsBytes: True when it may be sent on after that, as it came.
  /// - Returns: The closure that a `BodyCollector` takes.
  package func spill(
    for request: Interaction.Request, decoder: (@Sendable () -> (any PieceDecoder)?)?,
    keepsFile: Bool = true, keepsBytes: Bool = false
  ) -> BodyCollector.Spill {
    spill(
      .request, request.headers, decoder: decoder, keepsFile: keepsFile, keepsBytes: keepsBytes
    ) { [redactor] in
      _ = redactor.redacting(request)
    }
  }

  private func spill(
    _ direction: MessageDirection, _ headers: HeaderFields,
    decoder: (@Sendable () -> (any PieceDecoder)?)?, keepsFile: Bool = true,
    keepsBytes: Bool = false, learn: @escaping @Sendable () -> Void
  ) -> BodyCollector.Spill {
    // For what is only matched nothing is written.
    let waiting = keepsFile ? { @Sendable [self] in largeFiles.spool() } : nil
    return BodyCollector.Spill(waiting: waiting) { [self, redactor] start in
      // Of what is encoded the beginning says nothing.
      let start = decoder == nil ? start : Array("{".utf8)
      guard LargeBodyRedaction.isPossible(for: headers, start, redactor.redaction) else {
        return nil
      }
      // A later run looks for what a kill left where there is a journal. What keeps it from being
      // written is reported when the interaction is written.
      if keepsFile { try? recording.withLock { try $0.begin(startRecording) } }
      let treatment = LargeBody.Treatment(
        redaction: {
          learn()
          return LargeBodyRedaction(redactor, direction, headers: headers)
        }, decoder: decoder, keepsFile: keepsFile, keepsBytes: keepsBytes,
        keepsEncoded: keepsFile && direction == .response)
      return LargeBody(largeFiles, treatment)
    }
  }

  /// The body of a response, with the secrets back in it, for a door that cannot serve it piece by
  /// piece.
  ///
  /// - Throws: `SideFileError` when the file of the body was changed, `SystemError` when it cannot
  ///   be read.
  package func content(ofBodyOf response: Interaction.Response) throws -> Data {
    guard let file = response.body.file else { return Data(response.body.bytes) }
    let restoring = ContentRestoring(options.redaction, headers: response.headers)
    guard let restoring, try restoring.mayChange(file) else { return try file.checkedBytes() }
    let replay = try BodyReplay(file, restoring: restoring)
    var data = Data(capacity: replay.count)
    while let piece = try replay.next() { data.append(contentsOf: piece) }
    return data
  }

  /// Reads the body of a response that is in a file.
  ///
  /// - Returns: Nil for a body in memory.
  /// - Throws: `SystemError` when the file cannot be read.
  package func replay(ofBodyOf response: Interaction.Response) throws -> BodyReplay? {
    guard let file = response.body.file else { return nil }
    return try BodyReplay(
      file,
      restoring: file.isVerbatim
        ? nil : ContentRestoring(options.redaction, headers: response.headers))
  }
}
