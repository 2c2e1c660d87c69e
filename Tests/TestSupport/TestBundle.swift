public import Foundation

/// The bundle of tests that is running, parts of which tests run again in a child process.
public enum TestBundle {
  /// The error for a bundle that was started in a way that is not known.
  private struct Unknown: Error {}

  /// The bundle on Apple platforms, where another program loads it; nil elsewhere.
  ///
  /// SwiftPM names it to its helper, and XCTest knows it by its path.
  private static var loaded: URL? {
    let arguments = CommandLine.arguments
    let named = arguments.firstIndex(of: "--test-bundle-path").map { $0 + 1 }
    let path =
      named.flatMap { $0 < arguments.count ? arguments[$0] : nil }
      ?? arguments.first { $0.hasSuffix(".xctest") }
    guard Bundle.main.executableURL?.pathExtension != "xctest", let path else { return nil }
    var bundle = URL(filePath: path)
    while bundle.pathExtension != "xctest" {
      guard bundle.pathComponents.count > 1 else { return nil }
      bundle.deleteLastPathComponent()
    }
    return bundle
  }

  /// The folder with the products of the build, such as `VCRProbe`.
  ///
  /// - Throws: When it is not known.
  public static func products() throws -> URL {
    guard let own = loaded ?? Bundle.main.executableURL else { throw Unknown() }
    return own.deletingLastPathComponent()
  }

  /// Returns the command that runs tests of Swift Testing again.
  ///
  /// - Parameter filter: A regular expression over their names.
  /// - Returns: The program and its arguments.
  /// - Throws: When the bundle is not known.
  public static func command(filter: String) throws -> (program: String, arguments: [String]) {
    let arguments = ["--testing-library", "swift-testing", "--filter", filter]
    guard let program = Bundle.main.executableURL?.path else { throw Unknown() }
    guard let bundle = loaded else { return (program, arguments) }
    let binary = bundle.appending(path: "Contents/MacOS")
      .appending(path: bundle.deletingPathExtension().lastPathComponent)
    return (program, ["--test-bundle-path", binary.path, binary.path] + arguments)
  }

  /// Returns the command that runs tests of XCTest again.
  ///
  /// - Parameter names: Their names, such as `VCRTestingTests.UserTests/testList`.
  /// - Returns: The program and its arguments.
  /// - Throws: When the bundle is not known.
  public static func command(xcTests names: [String]) throws -> (
    program: String, arguments: [String]
  ) {
    guard let program = Bundle.main.executableURL?.path else { throw Unknown() }
    let list = names.joined(separator: ",")
    guard let bundle = loaded else { return (program, [list]) }
    return ("/usr/bin/xcrun", ["xctest", "-XCTest", list, bundle.path])
  }
}
