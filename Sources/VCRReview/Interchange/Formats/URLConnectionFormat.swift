import VCRCore

/// Recordings of VCRURLConnection (Objective-C): a list, both messages in one mapping.
struct URLConnectionFormat: ForeignFormat {
  static let tools = [
    ForeignTool(
      "VCRURLConnection", reads: "failures", losing: "header fields of requests, never recorded")
  ]

  let name = "VCRURLConnection"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let first = root.firstMapping, first["uri"] != nil, first["method"] != nil else {
      return nil
    }
    list = root
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      guard let url = members.text("uri") else {
        throw ForeignEntryError("its request has no URL")
      }
      let request = Interaction.Request(method: log.method(&members, of: entry), url: url)
      let error = members.take("error")
      let rest = ForeignValue(.map(members.rest), line: entry.line)
      members.ignore(members.rest.map(\.name), because: "read as the response")
      return Interaction(
        request: request, outcome: try ObjectiveCMessage.outcome(rest, error: error, log))
    }
  }
}
