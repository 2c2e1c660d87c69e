#if CommandLineTool
  import VCRCore
  import VCRReview

  extension ConvertCommand {
    /// The largest number of places that are listed for one kind of loss.
    private static let listedPlaces = 5

    /// Refuses a recording without a readable interaction and, with `--strict`, one with any loss.
    func refuseLosses(
      of recording: ForeignCassette, _ console: Console
    ) throws(CommandFailure) {
      guard !recording.losses.isEmpty else { return }
      if recording.interactions.isEmpty {
        throw CommandFailure(
          .unreadableCassette, lines(of: recording.losses).joined(separator: "\n"))
      }
      // An export adds losses of its own, and lists all of them.
      if strict, to == nil { endStrictly(recording.losses, console) }
    }

    /// Lists the losses, and ends without having written anything.
    func endStrictly(_ losses: [ForeignLoss], _ console: Console) -> Never {
      for line in lines(of: losses) { console.note(line) }
      console.note("nothing was written, as --strict says; without it the rest is converted")
      ExitStatus.end(1)
    }

    /// The lines about losses, each with the file.
    func lines(of losses: [ForeignLoss]) -> [String] {
      Self.summary(of: losses).map { "\(input): \($0)" }
    }

    /// Lists the losses, and ends with the status for them.
    func report(_ losses: [ForeignLoss], _ console: Console) {
      guard !losses.isEmpty else { return }
      for line in lines(of: losses) { console.note(line) }
      let target = to == nil ? "the cassette" : "what was written"
      console.note("that is not in \(target); with --strict nothing is written then")
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
        let word =
          switch kind {
          case .interaction: "left out"
          case .unwritten: "not written:"
          default: "not read:"
          }
        return "\(word) \(listed)\(rest): \(text)"
      }
    }
  }
#endif
