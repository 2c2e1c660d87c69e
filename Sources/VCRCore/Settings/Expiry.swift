#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Cassette {
  /// The time for which a recording is trusted (`expires: 30d` in `.vcr.yaml`).
  public struct Expiry: Sendable, Equatable {
    /// The age in seconds above which an interaction has expired.
    public var seconds: Double

    /// Creates an expiry.
    ///
    /// - Parameter seconds: The greatest age in seconds.
    public init(seconds: Double) { self.seconds = seconds }

    /// Reads a number and a unit: `45m`, `12h`, `30d`, `6w`.
    ///
    /// - Parameter text: The words of `.vcr.yaml`, an option or a variable.
    /// - Throws: `SettingError` for anything else.
    package init(named text: String) throws(SettingError) {
      let units: [Character: Double] = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
      guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
        count > 0,
        count < 1_000_000
      else {
        throw SettingError(
          word: text,
          expectation:
            "is not an age; give a number and m, h, d or w (minutes, hours, days, weeks), "
            + "such as 30d")
      }
      seconds = Double(count) * unit
    }

    /// True when an interaction that was recorded at a time must no longer be trusted.
    ///
    /// - Parameters:
    ///   - recorded: The time of the recording; nil, for an unknown time, never expires.
    ///   - now: The current time.
    /// - Returns: Whether it has expired.
    package func hasExpired(_ recorded: Date?, at now: Date = Date()) -> Bool {
      recorded.map { now.timeIntervalSince($0) > seconds } ?? false
    }
  }
}

/// The short name of ``Cassette/Expiry`` within this package.
package typealias Expiry = Cassette.Expiry
