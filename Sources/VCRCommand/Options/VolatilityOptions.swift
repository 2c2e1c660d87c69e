#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// The option that names what may differ from run to run beside the built-in list.
  struct VolatilityOptions: ParsableArguments {
    @Option(SettingTable.volatile) var volatile: [String] = []
  }
#endif
