/// An environment variable with an invalid value.
public struct EnvironmentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The variable's name.
  public var variable: String
  /// A description of the problem with its value.
  public var reason: String

  /// `VARIABLE: reason`.
  public var description: String { "\(variable): \(reason)" }
}
