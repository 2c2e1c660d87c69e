public import Foundation

/// A headless Chromium, controlled by the WebDriver protocol (W3C WebDriver, 2018).
public final class Browser: Sendable {
  /// An error of the driver, or a response of it that cannot be read.
  public struct Failure: Error, CustomStringConvertible {
    /// What the driver reported.
    public var description: String
  }

  /// True when Chromium and its driver are installed.
  public static let isInstalled =
    Tool.isInstalled("chromedriver")
    && (Tool.isInstalled("chromium") || Tool.isInstalled("google-chrome"))

  private let driver: Child
  private let session: URL

  /// Starts a browser with an empty profile.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the profile.
  ///   - width: The window's width in pixels.
  ///   - height: The window's height in pixels.
  ///   - isDark: Whether the browser prefers dark pages.
  /// - Throws: ``Failure`` when it does not start.
  public init(
    profileIn folder: URL, width: Int = 1400, height: Int = 900, isDark: Bool = false
  ) async throws {
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = folder.path(percentEncoded: false)
    // The driver sometimes chooses a port that is in use, and exits.
    var started: (driver: Child, base: URL)?
    var errors = ""
    for _ in 1...5 where started == nil {
      let child = try Child("chromedriver", ["--port=0"], environment: environment)
      while started == nil, let line = await child.nextLine() {
        guard line.contains("started successfully on port"),
          let port = line.split(separator: " ").last.flatMap({ Int($0.filter(\.isNumber)) }),
          let url = URL(string: "http://127.0.0.1:\(port)/session")
        else { continue }
        started = (child, url)
      }
      errors = child.errorText
    }
    guard let started else { throw Failure(description: "chromedriver did not start: \(errors)") }
    driver = started.driver
    let base = started.base
    var arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--window-size=\(width),\(height)",
      "--user-data-dir=\(folder.appending(path: "profile").path(percentEncoded: false))",
    ]
    if isDark { arguments.append("--force-dark-mode") }
    let options: [String: Any] = [
      "binary": Tool.path(of: "chromium") ?? Tool.path(of: "google-chrome") ?? "",
      "args": arguments,
    ]
    let value = try await Self.send(
      "POST", base,
      ["capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]])
    guard let id = (value as? [String: Any])?["sessionId"] as? String else {
      throw Failure(description: "the browser did not start: \(value)")
    }
    session = base.appending(path: id)
  }

  /// Opens a page and waits until it is loaded.
  public func open(_ url: URL) async throws {
    _ = try await Self.send("POST", session.appending(path: "url"), ["url": url.absoluteString])
  }

  /// Runs JavaScript in the page.
  ///
  /// - Parameter script: The body of a function.
  /// - Returns: What it returns, as `JSONSerialization` gives it.
  /// - Throws: ``Failure`` with the script's error.
  public func run(_ script: String) async throws -> Any {
    try await Self.send(
      "POST", session.appending(path: "execute/sync"), ["script": script, "args": [Any]()])
  }

  /// Runs JavaScript that returns a number.
  public func number(_ script: String) async throws -> Double {
    (try await run("return " + script) as? NSNumber)?.doubleValue ?? .nan
  }

  /// Runs JavaScript that returns a string.
  public func text(_ script: String) async throws -> String {
    try await run("return " + script) as? String ?? ""
  }

  /// Runs JavaScript that returns true or false.
  public func isTrue(_ script: String) async throws -> Bool {
    try await text("String(Boolean(\(script)))") == "true"
  }

  /// Presses and releases keys, one after the other, as a user does.
  ///
  /// - Parameter keys: Characters, which for other keys are those of WebDriver (``Key``).
  /// - Throws: ``Failure``.
  public func press(_ keys: String) async throws {
    let actions = keys.flatMap { key in
      [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
    }
    _ = try await Self.send(
      "POST", session.appending(path: "actions"),
      ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
  }

  /// Keys that have no character (WebDriver §17.4.2).
  public enum Key {
    /// Escape.
    public static let escape = "\u{E00C}"
    /// Enter.
    public static let enter = "\u{E007}"
    /// Tab.
    public static let tab = "\u{E004}"
  }

  /// Clicks the first element that a selector finds, once it lies still in sight.
  ///
  /// A page moves while a picture is decoded or an entry is laid out: where an element was a moment
  /// ago another one, as the bar, may be when the pointer comes.
  public func click(_ selector: String) async throws {
    let element = try await Self.send(
      "POST", session.appending(path: "element"), ["using": "css selector", "value": selector])
    guard let id = (element as? [String: Any])?.values.first as? String else {
      throw Failure(description: "nothing is \(selector)")
    }
    for attempt in 1... {
      _ = try await Self.send(
        "POST", session.appending(path: "execute/sync"),
        ["script": Self.waitUntilStill, "args": [element]])
      do {
        _ = try await Self.send(
          "POST", session.appending(path: "element/\(id)/click"), [String: Any]())
        return
      } catch let failure as Failure
        where failure.description.contains("click intercepted") && attempt < 10
      {
        continue
      }
    }
  }

  /// Scrolls an element to the middle and waits, ten seconds at most, until it has been at one
  /// place for five frames with nothing before it.
  private static let waitUntilStill = """
    const element = arguments[0];
    const end = performance.now() + 10_000;
    return new Promise((done) => {
      let [place, frames] = ['', 0];
      const look = () => {
        element.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        const isInSight = element === found || element.contains(found);
        frames = isInSight && place === `${left} ${top}` ? frames + 1 : 0;
        place = `${left} ${top}`;
        if (frames >= 5 || performance.now() > end) done();
        else requestAnimationFrame(look);
      };
      look();
    });
    """

  /// A picture of the page as it is now, in PNG.
  public func screenshot() async throws -> Data {
    let value = try await Self.send("GET", session.appending(path: "screenshot"), nil)
    return (value as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
  }

  /// Ends the browser.
  public func quit() async {
    _ = try? await Self.send("DELETE", session, nil)
    driver.kill()
  }

  private static func send(_ method: String, _ url: URL, _ body: [String: Any]?) async throws
    -> Any
  {
    var arguments = ["-sS", "--noproxy", "*", "-X", method, url.absoluteString]
    var content: [UInt8] = []
    if let body {
      content = Array(try JSONSerialization.data(withJSONObject: body))
      arguments += ["-H", "Content-Type: application/json", "--data-binary", "@-"]
    }
    // Foundation on Linux cannot parse the header section of this driver's responses.
    let result = try await Child.run("curl", arguments, input: content, timeout: 300)
    guard result.status == 0,
      let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    else { throw Failure(description: "the driver did not answer: \(result.errorText)") }
    let value = object["value"] ?? NSNull()
    if let failure = value as? [String: Any], let error = failure["error"] as? String {
      throw Failure(description: "\(error): \(failure["message"] ?? "")")
    }
    return value
  }
}
