import VCRCore

extension ForeignCassette {
  /// The syntax in which a recording is written.
  enum Syntax: Equatable {
    case netstrings, utf16, xml, toml, json, call, yaml
    /// The exchange is all that the content holds.
    case exchange(ForeignValue)

    /// Recognises it by how the content begins.
    init(_ bytes: [UInt8]) {
      self =
        if FileNature.isFlowDump(bytes) {
          .netstrings
        } else if FileNature.isUTF16(bytes) {
          .utf16
        } else if FileNature.isItemExport(bytes) {
          .xml
        } else if ForeignValue.isTOML(bytes) {
          .toml
        } else if ForeignValue.isJSON(bytes) || JSON5Text.begins(bytes) {
          .json
        } else if JSONCallback.begins(bytes) {
          .call
        } else if let exchange = NodeReplayFormat.root(of: bytes) {
          .exchange(exchange)
        } else {
          .yaml
        }
    }
  }

  /// The value that a text holds.
  ///
  /// A text that begins as JSON is parsed only as JSON: a second attempt as YAML would hide the
  /// place of the fault.
  static func parse(
    _ bytes: [UInt8], _ log: ForeignLog
  ) throws(YAMLFault) -> ForeignValue {
    switch Syntax(bytes) {
    case .netstrings:
      var cut: YAMLFault?
      let value = try ForeignValue(netstrings: bytes, cut: &cut)
      if let cut {
        log.lost(.document, "the rest is not read: \(cut.reason)", line: cut.line + 1)
      }
      return value
    case .utf16: return try parse(try utf8(ofUTF16: bytes), log)
    case .xml: return try ForeignValue(xml: bytes)
    case .toml: return try ForeignValue(toml: bytes)
    case .json: return try parseJSON(bytes, log)
    case .call:
      guard let argument = JSONCallback.argument(of: bytes) else {
        return try parseYAML(bytes, log)
      }
      return try ForeignValue(json: argument, log)
    case .exchange(let exchange): return exchange
    case .yaml: return try parseYAML(bytes, log)
    }
  }

  /// The value of a text in JSON or JSON5; of the faults of both the one that is further on.
  private static func parseJSON(
    _ bytes: [UInt8], _ log: ForeignLog
  ) throws(YAMLFault) -> ForeignValue {
    let fault: YAMLFault
    do throws(YAMLFault) {
      return try ForeignValue(json: bytes, log)
    } catch {
      guard !error.isOfSize else { throw error }
      fault = error
    }
    do throws(YAMLFault) {
      return try ForeignValue(json: JSON5Text(bytes).json)
    } catch {
      throw error.line > fault.line ? error : fault
    }
  }

  private static func parseYAML(
    _ bytes: [UInt8], _ log: ForeignLog
  ) throws(YAMLFault) -> ForeignValue {
    do throws(YAMLFault) {
      let yaml = try ForeignYAML(bytes, spansDocuments: KeployFormat.begins)
      if let next = yaml.nextDocument {
        log.lost(
          .document, "a second document begins, which is not read; make a file of each", line: next)
      }
      return yaml.value
    } catch {
      guard bytes.contains(Array("<%".utf8), in: bytes.indices) else { throw error }
      var fault = error
      fault.reason += "; the file is a template with ERB (<% … %>): run it through erb first"
      throw fault
    }
  }

  /// The UTF-8 of a text in UTF-16 with a byte order mark.
  static func utf8(ofUTF16 bytes: [UInt8]) throws(YAMLFault) -> [UInt8] {
    let charset: Charset = bytes.starts(with: [0xFF, 0xFE]) ? .utf16LittleEndian : .utf16BigEndian
    guard let text = charset.decode(bytes.dropFirst(2)) else {
      throw YAMLFault(line: 0, column: 0, reason: "not the UTF-16 that its byte order mark says")
    }
    return text
  }
}
