#if CommandLineTool
  extension ClientConnection {
    /// Finds the scope of a request, and removes the field that names it.
    ///
    /// - Parameter incoming: The request.
    /// - Throws: `HTTP1Refusal` when it may be that of several scopes.
    func findScope(of incoming: inout ClientRequest) throws(HTTP1Refusal) {
      guard let scopes = proxy.scopes else { return }
      do throws(ScopeFault) {
        incoming.scope = try scopes.scope(of: &incoming.request, on: self)
      } catch {
        throw HTTP1Refusal(status: error.status, reason: "Conflict", message: error.message)
      }
    }
  }
#endif
