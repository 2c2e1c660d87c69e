#if CommandLineTool
  import ArgumentParser
  import VCRCore

  extension Option where Value == String? {
    /// Declares the option of a setting, with the name and the help of the table.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - help: The help where a command needs another than that of the table.
    ///   - completion: The completion of values by a shell.
    init<Element>(
      _ setting: Setting<Element>, help: String? = nil, completion: CompletionKind? = nil
    ) {
      self.init(
        name: setting.row.optionName, help: setting.row.optionHelp(help), completion: completion)
    }
  }

  extension Option where Value == [String] {
    /// Declares the option of a setting that may be given several times, with the name and the help
    /// of the table.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value without the option.
    ///   - setting: The setting.
    ///   - completion: The completion of values by a shell.
    init<Element>(
      wrappedValue: [String], _ setting: Setting<Element>, completion: CompletionKind? = nil
    ) {
      self.init(
        wrappedValue: wrappedValue, name: setting.row.optionName, help: setting.row.optionHelp(nil),
        completion: completion)
    }
  }

  extension Flag where Value == Bool {
    /// Declares the flag of a setting that is on or off, with the name and the help of the table.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value without the option.
    ///   - setting: The setting.
    ///   - help: The help where a command needs another than that of the table.
    init(wrappedValue: Bool, _ setting: Setting<Bool>, help: String? = nil) {
      self.init(
        wrappedValue: wrappedValue, name: setting.row.optionName,
        help: setting.row.optionHelp(help))
    }
  }

  extension SettingRow {
    /// The long option, and the short one where the setting has a letter.
    fileprivate var optionName: NameSpecification {
      guard let letter else { return .customLong(name) }
      return [.customLong(name), .customShort(letter)]
    }

    fileprivate func optionHelp(_ text: String?) -> ArgumentHelp {
      ArgumentHelp(
        text ?? help, valueName: valueName, visibility: isRare ? .hidden : .default)
    }
  }
#endif
