#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The lines about losses.
  enum LossLines {
    /// The largest number of places that are listed for one kind of loss.
    private static let listedPlaces = 5

    /// The lines about the losses of a file, each with its path.
    static func of(_ losses: [ForeignLoss], in path: String) -> [String] {
      summary(of: losses).map { "\(path): \($0)" }
    }

    /// A line for each kind of loss, in the order of the first of each.
    private static func summary(of losses: [ForeignLoss]) -> [String] {
      var order: [(kind: ForeignLoss.Kind, text: String)] = []
      var places: [String: [String]] = [:]
      for loss in losses {
        let key = "\(loss.kind.rawValue) \(loss.text)"
        if places[key] == nil { order.append((loss.kind, loss.text)) }
        places[key, default: []].append(loss.place)
      }
      let listed = order.prefix(ForeignLoss.listedCount)
      let lines = listed.map { kind, text in
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
      let more = order.count - listed.count
      return lines + (more > 0 ? ["… and \(more) more losses of other kinds"] : [])
    }
  }
#endif
