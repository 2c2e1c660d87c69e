extension UnmatchedRequest: CustomStringConvertible {
  /// The first line of the report.
  public var summary: String { "No recorded interaction matches  \(method) \(url)" }

  /// The report as the client and the developer see it: what, where, why, what to type next.
  public var description: String {
    let noun = count == 1 ? "interaction" : "interactions"
    var paragraphs = [
      "\(summary)\n\(cassette) (\(count) \(noun); policy: \(policy.joined(separator: ", ")))"
    ]
    paragraphs += explanation
    paragraphs.append(advice)
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private var explanation: [String] {
    switch reason {
    case .unknownHost:
      return ["Nothing was recorded for the host \(RequestEquivalence.host(of: url))."]
    case .neverRecorded where candidates.isEmpty:
      return ["The cassette holds no interaction."]
    case .otherMethod(let methods):
      return ["The URL was recorded with another method: \(methods.joined(separator: ", "))."]
    case .neverRecorded, .usedUp, .differs: break
    }
    var paragraphs: [String] = []
    if let closest = candidates.first(where: { !$0.differences.isEmpty }), reason != .usedUp {
      paragraphs.append(table(of: closest))
    }
    let used = candidates.filter { $0.differences.isEmpty && $0.isUsed }
    if !used.isEmpty {
      let numbers = used.map { "#\($0.number)" }.joined(separator: ", ")
      paragraphs.append(
        used.count == 1
          ? "\(numbers) matches, but has been replayed already (--repeat serves it again)."
          : "\(numbers) match, but have been replayed already (--repeat serves the last again).")
    }
    return paragraphs
  }

  private func table(of candidate: Candidate) -> String {
    let count = candidate.differences.count
    let rows = candidate.differences.prefix(8).map { difference in
      (
        difference.part, difference.place ?? "", difference.recorded ?? "(none)",
        difference.incoming ?? "(none)"
      )
    }
    let widths = rows.reduce((0, 0, 0)) {
      (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count))
    }
    var lines = [
      "The closest is #\(candidate.number), which differs in \(count) "
        + "\(count == 1 ? "place" : "places"):"
    ]
    lines += rows.map { part, place, recorded, incoming in
      let placeColumn = widths.1 == 0 ? "" : place.padded(to: widths.1) + "   "
      return "  \(part.padded(to: widths.0))   \(placeColumn)recorded  "
        + "\(recorded.padded(to: widths.2))   now  \(incoming)"
    }
    if count > rows.count { lines.append("  … and \(count - rows.count) more") }
    return lines.joined(separator: "\n")
  }

  private var advice: String {
    var lines = [
      "To record it:".padded(to: 25) + "vcr record --mode new-episodes -c \(cassette) -- …"
    ]
    if case .differs(let part) = reason, let words = policyWithout(part) {
      lines.append("To ignore the \(part):".padded(to: 25) + "--match \(words)")
    }
    return lines.joined(separator: "\n")
  }

  /// The policy's words without the part that made the difference; nil when nothing would be left
  /// of what tells requests apart.
  private func policyWithout(_ part: String) -> String? {
    var words: [String] = []
    for word in policy {
      if word == "url" && part == "query" {
        // The rest of what `url` compares.
        words += ["host", "path"]
      } else if word == part || word.hasPrefix(part + "(")
        || (part == "header" && word.hasPrefix("headers"))
      {
        continue
      } else {
        words.append(word)
      }
    }
    return words.isEmpty || words == policy ? nil : words.joined(separator: ",")
  }
}

extension String {
  /// The text with blanks at its end up to a width in characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
