import VCRCore

/// Messages in the format of the recorders for Objective-C.
enum ObjectiveCMessage {
  static func request(
    _ value: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    try log.reading(value, "its request") { members throws(ForeignEntryError) in
      guard let url = members.text("url") else {
        throw ForeignEntryError("its request has no URL", at: value)
      }
      let headers = ForeignHeaders.read(members.take("headers"), of: "its request", log)
      return Interaction.Request(
        method: log.method(&members, of: value), url: url, headers: headers,
        body: Body(try body(members.take("body"), of: "its request", headers, log)))
    }
  }

  /// A response, the error in place of it, or both for a response that broke off.
  static func outcome(
    _ value: ForeignValue?, error: ForeignValue?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Outcome {
    if let error, !error.isVoid {
      let failure = try log.reading(error, "its error") {
        members throws(ForeignEntryError) -> Interaction.Failure in
        members.ignore(["userInfo"], because: "an archive of objects of Apple's")
        guard let code = members.number("code").flatMap({ Int(exactly: $0) }) else {
          throw ForeignEntryError("its error has no code", at: error)
        }
        return Interaction.Failure(
          code: FailureCode(number: code)?.name ?? FailureCode.unknown.name,
          domain: members.text("domain") ?? "NSURLErrorDomain", number: code,
          message: members.text("localizedDescription") ?? "")
      }
      guard let value, ForeignScalars.status(value["statusCode", "status"]) != nil,
        case .response(var response) = try outcome(value, error: nil, log)
      else {
        if let value, value.members?.allSatisfy(\.value.isVoid) != true, !value.isVoid {
          log.lost(
            .member, "the response beside its error has no status, and is not read",
            line: value.line)
        }
        return .failure(failure)
      }
      response.failure = failure
      return .response(response)
    }
    guard let value, !value.isVoid else { throw ForeignEntryError("has no response") }
    return try log.reading(value, "its response") { members throws(ForeignEntryError) in
      members.ignore(["url"], because: "the request says it")
      guard let status = ForeignScalars.status(members.take("statusCode", "status")) else {
        throw ForeignEntryError("its response has no status", at: value)
      }
      let headers = ForeignHeaders.read(members.take("headers"), of: "its response", log)
      return .response(
        Interaction.Response(
          status: status, headers: headers,
          body: Body(try body(members.take("body"), of: "its response", headers, log))))
    }
  }

  /// A body: text if its media type is textual, otherwise Base64.
  private static func body(
    _ value: ForeignValue?, of part: String, _ headers: HeaderFields, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    let body = ForeignBody(part: part, headers: headers, mayBeStructure: true, log: log)
    guard let value, let type = MediaType(headers), !type.isText, value.bytes != nil else {
      return try body.read(value)
    }
    return try body.base64(value)
  }
}
