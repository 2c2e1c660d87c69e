#if CommandLineTool
  import VCRCore

  /// A client that can get a response just as others got it, byte for byte.
  protocol RenderingClient: ClientResponse {
    /// True when it gets a response just as others do, but for what it says about the connection.
    var takesRendered: Bool { get }

    /// The form in which it gets the response of an interaction.
    func renderedForm(of item: Int) -> RenderedResponses.Form

    /// Sends a response that was kept.
    func respond(_ rendered: RenderedResponses.Response)

    /// Notes that the request may get the same again.
    func noteKnown(_ repetition: Deck.Repetition, in form: RenderedResponses.Form)
  }
#endif
