extension CorrelatedRecording {
  /// The old interactions that have no partner yet.
  struct Partners {
    private let equivalence: RequestEquivalence
    private let volatility: Volatility
    private var byFields: [Int: [Int]] = [:]
    private var byRequest: [[UInt8]: [Int]] = [:]
    private var byKey: [[UInt8]: [Int]] = [:]
    private var fields: [Int: Int] = [:]
    private var texts: [Int: [UInt8]] = [:]
    private var used: Set<Int> = []

    init(
      _ items: [Int], of base: CassetteFile, _ equivalence: RequestEquivalence,
      _ volatility: Volatility
    ) throws {
      (self.equivalence, self.volatility) = (equivalence, volatility)
      // The lists are reversed, so that the first is taken from the end.
      for item in items.reversed() {
        let request = try base.readingUnlessSideFileMissing(at: item) { reader throws(YAMLFault) in
          try reader.request()
        }
        guard let request else { continue }
        var key: [UInt8] = []
        equivalence.appendKey(of: request, to: &key)
        let whole = text(of: request)
        byKey[key, default: []].append(item)
        byRequest[whole, default: []].append(item)
        texts[item] = whole
        let fields = digest(of: request)
        byFields[fields, default: []].append(item)
        self.fields[item] = fields
      }
    }

    /// A digest of a request with its header fields.
    private func digest(of request: Interaction.Request) -> Int {
      var hasher = Hasher()
      hasher.combine(text(of: request))
      hasher.combine(RequestFingerprint(request, volatility).headers)
      return hasher.finalize()
    }

    /// What a request asks for, without its volatile parts.
    func text(of request: Interaction.Request) -> [UInt8] {
      Array("\(request.method) \(volatility.stableURL(request.url))\n".utf8)
        + volatility.stableBytes(of: request)
    }

    /// Takes the partner of a request: one that is the same, its header fields too where that can
    /// be, and if possible the preferred one; else the preferred one; else the next that matches.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - guess: The request that it may be with old values, which counts where an old request is
    ///     the same or nothing else matches; nil for none.
    ///   - wider: The requests that it may be where an old one is the same, and else is not.
    ///   - preferred: The partner without a regard to correlation; nil for none.
    /// - Returns: The old item, and which of the two it is the partner of; nil for none.
    mutating func take(
      for request: Interaction.Request, or guess: Interaction.Request?,
      orExactly wider: [Interaction.Request], preferring preferred: Int?
    ) -> (item: Int, request: Interaction.Request)? {
      let free = preferred.flatMap { used.contains($0) || texts[$0] == nil ? nil : $0 }
      let requests = [request] + (guess.map { [$0] } ?? [])
      // Of requests that are the same but for whose they are, only the fields may tell.
      for request in requests + wider {
        let whole = digest(of: request)
        if let free, fields[free] == whole { return (use(free), request) }
        if let item = next(&byFields[whole]) { return (use(item), request) }
      }
      for request in requests + wider {
        let whole = text(of: request)
        if let free, texts[free] == whole { return (use(free), request) }
        if let item = next(&byRequest[whole]) { return (use(item), request) }
      }
      if let free { return (use(free), request) }
      for request in requests {
        var key: [UInt8] = []
        equivalence.appendKey(of: request, to: &key)
        if let item = next(&byKey[key]) { return (use(item), request) }
      }
      return nil
    }

    private func next(_ items: inout [Int]?) -> Int? {
      while let item = items?.popLast() {
        if !used.contains(item) { return item }
      }
      return nil
    }

    private mutating func use(_ item: Int) -> Int {
      used.insert(item)
      return item
    }
  }
}
