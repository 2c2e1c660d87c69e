/// Facts that an index needs before it can go on, for which files would have to be read.
///
/// Whoever asks an index holds a lock that every request needs, and no request waits for a disk
/// that another one needs. So the index throws this and reads nothing: who asked gives the lock
/// back, reads, lets the index learn what was found, and asks again.
struct IndexReading: Error {
  /// The question.
  enum Subject: Sendable {
    /// The facts about recorded requests whose bodies are in files, and perhaps how they compare.
    case requests([Int], ComparedRequests.Question?)
    /// The outcomes that are served before their requests have ended.
    case earlyOutcomes(except: Set<Int>)
    /// The calls of gRPC.
    case calls(except: Set<Int>)
    /// The method and URL as a part of the policy compares them.
    case methodsAndURLs(RequestEquivalence)
    /// The heads of the responses to calls of gRPC, up to the first that differs.
    case responseHeads([Int])
  }

  /// The facts that were read.
  enum Findings: Sendable {
    /// The facts about recorded requests.
    case requests([Int: RequestFacts])
    /// The outcomes that are served before their requests have ended.
    case earlyOutcomes(EarlyOutcomes)
    /// The calls of gRPC.
    case calls(StreamedCalls)
    /// The hashes of the keys of all items; nil when one cannot be read.
    case methodsAndURLs(Set<Int>?)
    /// The hashes of heads of responses; nil for one that is not sent ahead.
    case responseHeads([Int: Int?])
  }

  /// The question.
  let subject: Subject
  /// The cassette.
  let file: CassetteFile
  /// The policy.
  let equivalence: RequestEquivalence
  /// The parts that do not count.
  let volatility: Volatility

  /// Reads what is missing.
  ///
  /// - Parameter compared: Takes the comparisons that were asked for.
  /// - Returns: What the index is to learn.
  /// - Throws: `CassetteError` when a recorded request cannot be read.
  func findings(_ compared: inout ComparedRequests) throws -> Findings {
    switch subject {
    case .requests(let items, let question):
      var facts: [Int: RequestFacts] = [:]
      for item in items {
        let request: Interaction.Request?
        do {
          request = try file.request(at: item)
        } catch {
          guard question?.skipsUnreadable == true else { throw error }
          request = nil
        }
        if let question { compared.compare(request, ofItem: item, question) }
        facts[item] = request.map { RequestFacts($0, under: equivalence, volatility) }
      }
      return .requests(facts)
    case .earlyOutcomes(let ruled):
      return .earlyOutcomes(EarlyOutcomes(in: file, under: equivalence, except: ruled))
    case .calls(let ruled):
      return .calls(StreamedCalls(in: file, under: equivalence, except: ruled))
    case .methodsAndURLs(let policy):
      return .methodsAndURLs(hashes(under: policy))
    case .responseHeads(let items):
      return .responseHeads(StreamedCalls.responseHeads(of: items, in: file))
    }
  }

  private func hashes(under policy: RequestEquivalence) -> Set<Int>? {
    var hashes: Set<Int> = []
    var key: [UInt8] = []
    for item in 0..<file.count {
      key.removeAll(keepingCapacity: true)
      guard (try? file.appendKey(ofItem: item, under: policy, to: &key)) != nil else { return nil }
      hashes.insert(key.seededHash)
    }
    return hashes
  }
}
