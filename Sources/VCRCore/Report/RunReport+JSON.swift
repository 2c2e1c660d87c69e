#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RunReport {
  /// The version of the JSON form.
  static let version = 1

  /// The report as JSON: what `--report FILE.json` writes, and each line of a run record.
  package var json: JSONValue {
    var time: [UInt8] = []
    Timestamp.append(date, to: &time)
    var members: [JSONValue.Member] = [
      .init("vcr_run", .number("\(Self.version)")),
      .init("cassette", .string(cassette)),
      .init("at", .string(String(decoding: time, as: UTF8.self))),
      .init("mode", .string(mode.rawValue)),
      .init("policy", .array(policy.map(JSONValue.string))),
    ]
    if let scope { members.append(.init("scope", .string(scope))) }
    if let command {
      if let name = command.name { members.append(.init("command", .string(name))) }
      if let status = command.status {
        members.append(.init("command_status", .number("\(status)")))
      }
      members.append(.init("status", .number("\(command.ownStatus)")))
    }
    if let isolation {
      members.append(.init("isolation", .string(isolation.rung)))
      if let verdict = isolation.verdict { members.append(.init("verdict", .string(verdict))) }
      if let reason = isolation.reason { members.append(.init("verdict_reason", .string(reason))) }
    }
    if let failure { members.append(.init("error", .string(failure))) }
    for (name, count) in [
      ("replayed", replayed), ("recorded", recorded), ("passed_through", passedThrough),
      ("stubbed", stubbed), ("redacted", redacted), ("left_out_fields", leftOutFields),
      ("failed", failed), ("broken_off", brokenOff), ("left", left), ("dropped", dropped),
    ] {
      members.append(.init(name, .number("\(count)")))
    }
    members.append(.init("interactions", .array(entries.map(\.json))))
    members.append(
      .init(
        "unmatched",
        .array(
          unmatched.map { request in
            [
              "method": .string(request.method), "url": .string(request.url),
              "report": .string(request.report),
            ]
          })))
    members.append(.init("unmatched_count", .number("\(unmatchedCount)")))
    members.append(.init("notices", .array(notices.map(JSONValue.string))))
    if !scopes.isEmpty { members.append(.init("scopes", .array(scopes.map(\.json)))) }
    return .object(members)
  }
}

extension RunReport.Entry {
  fileprivate var json: JSONValue {
    [
      "number": .number("\(number)"), "method": .string(method), "url": .string(url),
      "digest": .string(digest), "used": .bool(isUsed),
    ]
  }
}
