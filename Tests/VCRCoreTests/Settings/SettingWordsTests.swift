import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// The words of options, variables and `.vcr.yaml`.
struct SettingWordsTests {
  @Test(arguments: [("45m", 2_700.0), ("12h", 43_200), ("30d", 2_592_000), ("6w", 3_628_800)])
  func `an age is a number and a unit`(word: String, seconds: Double) throws {
    #expect(try Expiry(named: word).seconds == seconds)
  }

  @Test(arguments: ["", "d", "30", "0d", "-1d", "1.5d", "30 d", "30s", "1000000d", "30dd", "３0d"])
  func `anything else is no age, and the error shows one`(word: String) {
    let error = #expect(throws: SettingError.self) { try Expiry(named: word) }
    #expect(error?.word == word)
    #expect(error?.description.contains("such as 30d") == true)
  }

  @Test func `an interaction expires above its age, and never without a time`() throws {
    let expiry = try Expiry(named: "1h")
    let now = Date(timeIntervalSince1970: 1_000_000)
    #expect(!expiry.hasExpired(nil, at: now))
    #expect(!expiry.hasExpired(now.addingTimeInterval(-3_600), at: now))
    #expect(expiry.hasExpired(now.addingTimeInterval(-3_601), at: now))
    #expect(!expiry.hasExpired(now.addingTimeInterval(60), at: now))
  }

  @Test func `each mode, policy and rung has its own word, in one case`() throws {
    for mode in RecordMode.allCases { #expect(try RecordMode(named: mode.rawValue) == mode) }
    for rung in IsolationSetting.allCases {
      #expect(try IsolationSetting(named: rung.rawValue) == rung)
    }
    for policy in ExpiryPolicy.allCases {
      #expect(try ExpiryPolicy(named: policy.rawValue) == policy)
    }
    for word in ["", "Once", "new_episodes", "ALL"] {
      let error = #expect(throws: SettingError.self) { try RecordMode(named: word) }
      for mode in RecordMode.allCases {
        #expect(error?.description.contains(mode.rawValue) == true)
      }
    }
    #expect(throws: SettingError.self) { try IsolationSetting(named: "on") }
    #expect(throws: SettingError.self) { try ExpiryPolicy(named: "ignore") }
  }

  @Test(arguments: [
    ("none", ReplayLatency.none), ("recorded", .factor(1)), ("0.5", .factor(0.5)),
    ("2", .factor(2)),
    ("0", .factor(0)),
  ])
  func `a timing is a word or a factor`(word: String, latency: ReplayLatency) throws {
    #expect(try ReplayLatency(named: word) == latency)
    // A factor of nothing is at once.
    #expect((latency.pace == nil) == [ReplayLatency.none, .factor(0)].contains(latency))
  }

  @Test(arguments: ["", "fast", "-1", "inf", "nan", "1x", "Recorded"])
  func `anything else is no timing`(word: String) {
    #expect(throws: SettingError.self) { try ReplayLatency(named: word) }
  }

  @Test(arguments: [
    ("api.test:443", "api.test", 443), ("API.Test:8080", "api.test", 8080), ("[::1]:80", "::1", 80),
    ("127.0.0.1:65535", "127.0.0.1", 65_535),
  ])
  func `an address is a host and a port`(word: String, host: String, port: Int) throws {
    let address = try #require(ServiceAddress(word))
    #expect(address.host == host)
    #expect(address.port == port)
  }

  @Test(arguments: [
    "", ":80", "api.test", "api.test:", "api.test:0", "api.test:65536", "::1:80", "[]:80",
  ])
  func `anything else is no address`(word: String) {
    #expect(ServiceAddress(word) == nil)
    #expect(throws: SettingError.self) { try AddressMapping(named: word + "=127.0.0.1:80") }
    #expect(throws: SettingError.self) { try AddressMapping(named: "api.test:80=" + word) }
  }

  @Test func `a certificate has a host in lower case and a file that may hold a sign`() throws {
    let setting = try ClientCertificateSetting(named: "*.API.test=keys/a=b.pem")
    #expect(setting.host == "*.api.test")
    #expect(setting.file == "keys/a=b.pem")
    for word in ["", "=", "api.test", "api.test=", "=client.pem", "api.test:443=client.pem"] {
      #expect(throws: SettingError.self) { try ClientCertificateSetting(named: word) }
    }
  }

  @Test(arguments: [
    "api.test:8443", "https://api.test", "api.test/v1", "*", "*.", "*.api.test:80", "a.*.test",
    "[::1]:80", "me@api.test", "a b",
  ])
  func `what is no host would be none's, and is refused`(word: String) {
    #expect(throws: SettingError.self) { try HostSetting.host(named: word) }
    #expect(throws: SettingError.self) { try SettingTable.passthrough.read(word) }
  }

  @Test(arguments: ["api.test", "*.internal", "10.0.0.1", "::1", "[::1]", "köln.test", "my_host"])
  func `a host is taken as it is`(word: String) throws {
    #expect(try HostSetting.host(named: word) == word)
  }

  @Test(arguments: [
    ("r.json", ReportFile.Format.object), ("a.b/r.jsonl", .lines), ("r.v1.xml", .junit),
    ("r.md", .markdown), ("r.markdown", .markdown),
  ])
  func `the ending of a report says its form`(word: String, format: ReportFile.Format) throws {
    let file = try ReportFile(named: word)
    #expect(file.format == format)
    #expect(file.path == word)
  }

  @Test(arguments: ["", "report", "r.html", "json", "r.json.txt", "r.JSON"])
  func `an ending that says nothing is refused`(word: String) {
    #expect(throws: SettingError.self) { try ReportFile(named: word) }
  }

  @Test func `in a folder each process has a file of its own`() throws {
    let folder = try TemporaryDirectory()
    for word in [folder.path, folder.path + "/", "not-there/"] {
      let file = try ReportFile(named: word)
      #expect(file.format == .lines)
      #expect(file.path.hasSuffix("/run-\(ProcessInfo.processInfo.processIdentifier).jsonl"))
      #expect(!file.path.contains("//"))
      #expect(file.name == word)
    }
  }
}
