/// Keeps what differs from run to run as it was recorded, so that an update changes the lines of what
/// drifted and no other.
struct VolatileParts {
  /// What is volatile.
  let volatility: Volatility

  /// A live interaction with the recorded one's volatile values.
  func kept(of recorded: Interaction, in live: Interaction) -> Interaction {
    var interaction = live
    interaction.seconds = recorded.seconds
    interaction.recordedAt = recorded.recordedAt
    guard case .response(let old) = recorded.outcome, case .response(var new) = live.outcome else {
      return interaction
    }
    new.headers = kept(of: old.headers, in: new.headers)
    new.trailers = kept(of: old.trailers, in: new.trailers)
    new.body = kept(of: old.body, in: new.body)
    interaction.outcome = .response(new)
    return interaction
  }

  private func kept(of old: HeaderFields, in new: HeaderFields) -> HeaderFields {
    var fields = new.fields
    var counts: [String: Int] = [:]
    for index in fields.indices {
      let name = fields[index].name.lowercased()
      let number = counts[name, default: 0]
      counts[name] = number + 1
      let values = old.fields.filter { $0.name.equalsIgnoringASCIICase(name) }
      guard volatility.reason(ofHeader: name) != nil, number < values.count else { continue }
      fields[index] = values[number]
    }
    return HeaderFields(fields)
  }

  private func kept(of old: Body, in new: Body) -> Body {
    var body = new
    if !volatility.jsonPaths.isEmpty, let before = JSONText(old.bytes),
      let after = JSONText(new.bytes)
    {
      var found: [Replacements.Item] = []
      for path in volatility.jsonPaths {
        let (left, right) = (path.select(in: before), path.select(in: after))
        guard left.count == right.count else { continue }
        for (left, right) in zip(left, right) {
          found.append(.init(range: after.range(of: right), bytes: Array(before.text(of: left))))
        }
      }
      var edits = Replacements()
      var end = 0
      for item in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
      where item.range.lowerBound >= end {
        edits.add(item.range, item.bytes, in: new.bytes.span)
        end = item.range.upperBound
      }
      body = edits.applied(to: new)
    }
    if body.chunks.count == old.chunks.count {
      for index in body.chunks.indices { body.chunks[index].after = old.chunks[index].after }
    }
    return body
  }
}
