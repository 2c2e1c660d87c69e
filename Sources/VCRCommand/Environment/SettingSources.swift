#if CommandLineTool
  import VCRCore

  /// The sources of settings in their order: the command line, the `VCR_` variables, `.vcr.yaml`.
  struct SettingSources {
    /// The environment of `vcr` itself.
    let environment: [String: String]
    /// The project's file; nil when there is none.
    let file: ProjectFile?

    /// The sources in the current folder.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The environment with the nearest `.vcr.yaml`.
    /// - Throws: `ProjectFileError`.
    static func here(_ environment: [String: String]) throws -> SettingSources {
      SettingSources(environment: environment, file: try ProjectFile.nearest(to: "."))
    }

    /// The values of a setting from its option, or else from its variable.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The texts of its option.
    /// - Returns: The values; nil where neither is given.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func typed<Value>(_ setting: Setting<Value>, _ given: [String]) throws -> [Value]? {
      given.isEmpty ? try inVariable(setting) : try Self.read(setting, given)
    }

    /// The value of a setting from its option, or else from its variable.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The text of its option.
    /// - Returns: The value; nil where neither is given.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func typed<Value>(_ setting: Setting<Value>, _ given: String?) throws -> Value? {
      try typed(setting, [given].compactMap(\.self))?.last
    }

    /// The values of a setting from the first source that has it.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The texts of its option.
    /// - Returns: The values; none where no source has it.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func values<Value>(_ setting: Setting<Value>, _ given: [String]) throws -> [Value] {
      try typed(setting, given) ?? file?[setting] ?? []
    }

    /// The value of a setting from the first source that has it.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The text of its option.
    /// - Returns: The value; nil where no source has it.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func value<Value>(_ setting: Setting<Value>, _ given: String?) throws -> Value? {
      try values(setting, [given].compactMap(\.self)).last
    }

    /// The values of a setting from all sources, which add up: what one source names, no other can
    /// take away.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: The texts of its option.
    /// - Returns: All values.
    /// - Throws: `CommandFailure` with status 64, which names the option or the variable.
    func sum<Value>(_ setting: Setting<Value>, _ given: [String]) throws -> [Value] {
      let values = try given.map { text in
        let values = try Self.read(setting, [text])
        // Nothing is taken away by it, so a variable of a shell is not set that was to name a rule.
        guard !values.isEmpty else {
          throw CommandFailure(
            .usage, "\(setting.row.option) '\(text)' names nothing; give it a value or leave it out"
          )
        }
        return values
      }
      return try values.joined() + (inVariable(setting) ?? []) + (file?[setting] ?? [])
    }

    /// Whether a setting is on.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - given: True when the command line has the flag.
    /// - Returns: The value of the first source that has it; false where none has it.
    /// - Throws: `CommandFailure` with status 64.
    func isOn(_ setting: Setting<Bool>, _ given: Bool) throws -> Bool {
      try given || value(setting, nil) == true
    }

    /// The values that a setting's variable gives; nil when it is not set, or empty.
    func inVariable<Value>(_ setting: Setting<Value>) throws -> [Value]? {
      do {
        return try setting.values(in: environment)
      } catch {
        throw CommandFailure(.usage, "\(error)")
      }
    }

    private static func read<Value>(
      _ setting: Setting<Value>, _ texts: [String]
    ) throws -> [Value] {
      let option = setting.row.option
      do {
        return try texts.flatMap(setting.values(of:))
      } catch let error as SettingError {
        throw CommandFailure(.usage, "\(option) \(error)")
      } catch let error as EquivalenceSyntaxError {
        throw CommandFailure(.usage, "\(option) '\(error.text)': \(error)")
      } catch {
        throw CommandFailure(.usage, "\(option): \(error)")
      }
    }
  }
#endif
