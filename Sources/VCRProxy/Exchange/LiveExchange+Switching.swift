#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  extension LiveExchange {
    /// Goes on with what a service speaks that has switched to the protocol of the client's choice.
    ///
    /// A WebSocket is recorded. Anything else, and a host that is passed through, is forwarded byte
    /// by byte, and the former is reported to the developer.
    ///
    /// - Parameters:
    ///   - upgrade: The protocol that the client asked for.
    ///   - response: The response of the service.
    ///   - channel: The connection to it.
    ///   - client: The client.
    func goOn(
      with upgrade: ClientRequest.Upgrade, after response: Interaction.Response,
      on channel: any Channel, to client: any ClientResponse
    ) {
      let proxy = connection.proxy
      guard case .record(let ticket) = purpose else {
        return splice(upgrade, response, channel, to: client)
      }
      guard case .webSocket(let handshake) = upgrade else {
        deck.letThrough(ticket)
        proxy.report(
          .problem(
            "An upgrade to \(upgrade.name) is not recorded, its bytes pass through  "
              + proxy.deck.shown(url: ticket.request.url)))
        return splice(upgrade, response, channel, to: client)
      }
      if let fault = handshake.fault(of: response) {
        channel.close(promise: nil)
        return receive(
          .failure(.init(.badServerResponse, message: "the service opens no WebSocket: \(fault)")))
      }
      var recorded = WebSocketHandshake.recorded(response)
      recorded.interim = interim
      var recording: ConversationRecording?
      do {
        recording = try deck.recordConversation(recorded, for: ticket)
      } catch {
        proxy.report(.problem("\(error)"))
      }
      let relay = WebSocketRelay(recording, on: connection, of: incoming)
      release()
      client.switchProtocols(
        to: upgrade.name, with: handshake.accepting(recorded)
      ) { clientChannel in
        try relay.join(service: channel)
        try relay.join(client: clientChannel)
      }
    }

    private func splice(
      _ upgrade: ClientRequest.Upgrade, _ response: Interaction.Response, _ channel: any Channel,
      to client: any ClientResponse
    ) {
      release()
      client.switchProtocols(to: upgrade.name, with: response) {
        [connection, incoming] clientChannel in
        connection.isPassedThrough = true
        connection.proxy.counters.addTunnel()
        try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
        try PassthroughTunnel.join(clientChannel, channel)
        connection.endExchange(in: incoming.scope)
      }
    }
  }
#endif
