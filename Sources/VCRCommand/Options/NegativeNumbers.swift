#if CommandLineTool
  /// Negative numbers as values of options.
  ///
  /// The parser takes `-1` for an option of its own, and says of `--delay -1` that a value is
  /// missing, where the value is one that the option does not take.
  enum NegativeNumbers {
    /// The same command line with each negative number joined to the option before it.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The arguments; what is behind two dashes stays as it is.
    static func joined(in arguments: [String]) -> [String] {
      let own = arguments.prefix { $0 != "--" }
      var joined: [String] = []
      for argument in own {
        let isNumber = argument.hasPrefix("-") && Double(argument) != nil
        if isNumber, let option = joined.last, option.hasPrefix("--"), !option.contains("=") {
          joined[joined.count - 1] = "\(option)=\(argument)"
        } else {
          joined.append(argument)
        }
      }
      return joined + arguments[own.endIndex...]
    }
  }
#endif
