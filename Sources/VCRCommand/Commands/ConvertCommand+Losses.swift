#if CommandLineTool
  import VCRCore
  import VCRReview
  import VCRUpstream

  extension ConvertCommand {
    /// The largest number of places that are listed for one kind of loss.
    private static let listedPlaces = 5

    /// Refuses a recording without a readable interaction and, with `--strict`, one with any loss.
    func refuseLosses(
      of recording: ForeignCassette, _ console: Console
    ) throws(CommandFailure) {
      guard !recording.losses.isEmpty else { return }
      let lines = Self.summary(of: recording.losses).map { "\(input): \($0)" }
      if recording.interactions.isEmpty {
        throw CommandFailure(.unreadableCassette, lines.joined(separator: "\n"))
      }
      if strict {
        for line in lines { console.note(line) }
        console.note("nothing was written, as --strict says; without it the rest is converted")
        ExitStatus.end(1)
      }
    }

    /// Lists the losses, and ends with the status for them.
    func report(_ losses: [ForeignLoss], _ console: Console) {
      guard !losses.isEmpty else { return }
      for line in Self.summary(of: losses) { console.note("\(input): \(line)") }
      console.note("that is not in the cassette; with --strict nothing is written then")
      ExitStatus.end(1)
    }

    /// A line for each kind of loss, in the order of the first of each.
    static func summary(of losses: [ForeignLoss]) -> [String] {
      var order: [(kind: ForeignLoss.Kind, text: String)] = []
      var places: [String: [String]] = [:]
      for loss in losses {
        let key = "\(loss.kind.rawValue) \(loss.text)"
        if places[key] == nil { order.append((loss.kind, loss.text)) }
        places[key, default: []].append(loss.place)
      }
      return order.map { kind, text in
        let all = places["\(kind.rawValue) \(text)"] ?? []
        let more = all.count - listedPlaces
        let rest = more > 0 ? " and \(Quantity.of(more, "more place"))" : ""
        let listed = all.prefix(listedPlaces).joined(separator: ", ")
        return "\(kind == .interaction ? "left out" : "not read:") \(listed)\(rest): \(text)"
      }
    }

    /// Decompresses a body that a recording stores compressed.
    @Sendable static func inflated(_ bytes: [UInt8], coding: String, limit: Int) -> [UInt8]? {
      ContentDecoding.decode(bytes, encoding: coding, limit: limit)
    }
  }
#endif
