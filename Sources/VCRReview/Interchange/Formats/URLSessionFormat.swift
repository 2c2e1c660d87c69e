#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// Recordings of VCRURLSession (Objective-C): `records`, each with an error where no response came.
struct URLSessionFormat: ForeignFormat {
  static let tools = [ForeignTool("VCRURLSession", reads: "failures, duration")]

  let name = "VCRURLSession"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let records = root["records"], records.firstMapping?["requestID"] != nil else {
      return nil
    }
    list = records
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(["requestID"], because: "counts the entries")
      guard let request = members.take("request") else {
        throw ForeignEntryError("has no request")
      }
      return Interaction(
        request: try ObjectiveCMessage.request(request, log),
        outcome: try ObjectiveCMessage.outcome(
          members.take("response"), error: members.take("error"), log),
        seconds: members.number("responseTime").map(ForeignScalars.seconds))
    }
  }
}
