#if CommandLineTool
  import VCRCore

  extension Interaction.Response {
    /// The response without the fields that its `Connection` fields name, which concern the
    /// connection to the service alone (RFC 9110 §7.6.1).
    var forwarded: Interaction.Response {
      let named = TransferFields.named(byConnectionOf: headers)
      guard !named.isEmpty else { return self }
      let meant = TransferFields.Kinds.meant(by: status)
      var response = self
      response.headers.fields.removeAll {
        named.contains($0.name.lowercased()) && !TransferFields.contains($0.name, in: meant)
      }
      return response
    }
  }
#endif
