import Foundation

/// How long a fuzzer runs, and with which seed.
///
/// A test run is short and always the same. `VCR_FUZZ_SECONDS` and `VCR_FUZZ_SEED` make it long, or
/// another one.
package struct FuzzRun: Sequence, IteratorProtocol {
  /// What every choice of the run follows from; a failure names it.
  package let seed: UInt64
  private let count: Int
  private let end: ContinuousClock.Instant?
  private var position = 0

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - count: The number of inputs, unless the environment asks for a time.
  ///   - isFixed: True when the environment does not change the number.
  package init(count: Int, isFixed: Bool = false) {
    let environment = ProcessInfo.processInfo.environment
    seed = environment["VCR_FUZZ_SEED"].flatMap { UInt64($0) } ?? 13
    let seconds = isFixed ? nil : environment["VCR_FUZZ_SECONDS"].flatMap { Double($0) }
    end = seconds.map { .now + .seconds($0) }
    self.count = count
  }

  /// The number of the next input; nil at the end of the run.
  package mutating func next() -> Int? {
    if let end {
      guard ContinuousClock.now < end else { return nil }
    } else {
      guard position < count else { return nil }
    }
    defer { position += 1 }
    return position
  }
}

extension FuzzRun {
  /// An input that took much longer than its size allows, or that broke a rule.
  package struct Finding: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Feeds the mutants of some samples to a parser.
  ///
  /// The input at hand is kept in a file, which a crash leaves behind.
  ///
  /// - Parameters:
  ///   - name: The parser, for messages.
  ///   - samples: Well-formed inputs.
  ///   - words: What they are made of.
  ///   - parse: Parses an input; a returned text says which rule the result breaks.
  /// - Throws: ``Finding`` with the seed and the input.
  package func feed(
    _ name: String, _ samples: [[UInt8]], words: [String] = [],
    to parse: (_ input: [UInt8], _ mutator: inout Mutator) throws -> String?
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "vcr-fuzz-\(name)-\(seed)-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    // A short run is repeated at will, so that only a long one keeps its inputs.
    let keepsInput = end != nil
    var mutator = Mutator(seed: seed, samples: samples, words: words)
    for number in self {
      let input = mutator.next()
      if keepsInput { try Data(input).write(to: file) }
      let start = ContinuousClock.now
      let broken = try parse(input, &mutator)
      let time = ContinuousClock.now - start
      // Generous: the machine may be busy, and the build one for debugging.
      let isSlow = time > .seconds(20) + .microseconds(100 * input.count)
      guard broken != nil || isSlow else { continue }
      throw Finding(
        description: "\(name), seed \(seed), input \(number): \(broken ?? "\(time)"): "
          + Data(input.prefix(4096)).base64EncodedString())
    }
  }
}
